// Places that only the text of a program tells, because nothing of what was thrown or returned does.

import type { Primordials } from '../primordials.js';
import type { Position } from './program-stacks.js';

export interface Return {
  /** From `return` to the end of its line. */
  readonly text: string;
  readonly line: number;
  readonly column: number;
  /** Whether it is a statement of the program itself, as far as its line shows. */
  readonly isOwn: boolean;
}

export interface SourcePlaces {
  readonly lastReturn: (source: string) => Return | undefined;
  /** Of the only `throw` that makes no error, such as `throw "no mails"`; the beginning of nowhere if there are several. */
  readonly onlyThrow: (source: string) => Position;
}

export function createSourcePlaces(p: Primordials): SourcePlaces {
  const { trim } = String.prototype;
  const THROW = 'throw ';

  const count = (text: string, what: string): number => {
    let found = 0;
    for (let at = p.indexOf(text, what); at >= 0; at = p.indexOf(text, what, at + 1)) found++;
    return found;
  };

  /** Where a line returns last: at its beginning, or after another statement. */
  const returnIn = (whole: string, line: number): Return | undefined => {
    let at = -1;
    for (let next = p.indexOf(whole, 'return'); next >= 0; next = p.indexOf(whole, 'return', next + 6)) at = next;
    if (at < 0) return undefined;
    const before: string = p.apply(trim, p.slice(whole, 0, at), []);
    const follows = p.slice(before, -1);
    if (before !== '' && follows !== ';' && follows !== '{' && follows !== '}') return undefined;
    const isOwn = before === '' ? at === 0 : follows === ';' && count(before, '{') === count(before, '}');
    return { text: p.slice(whole, at), line, column: at + 1, isOwn };
  };

  const lastReturn = (source: string): Return | undefined => {
    let found: Return | undefined;
    let line = 1;
    for (let from = 0; from >= 0; line++) {
      const end = p.indexOf(source, '\n', from);
      found = returnIn(end < 0 ? p.slice(source, from) : p.slice(source, from, end), line) ?? found;
      from = end < 0 ? -1 : end + 1;
    }
    return found;
  };

  const onlyThrow = (source: string): Position => {
    let found = -1;
    for (let at = p.indexOf(source, THROW); at >= 0; at = p.indexOf(source, THROW, at + 1)) {
      if (p.indexOf(p.slice(source, at, at + 11), 'throw new ') === 0) continue;
      if (found >= 0) return [0, 0];
      found = at;
    }
    if (found < 0) return [0, 0];
    const before = p.slice(source, 0, found);
    let line = 1;
    let start = 0;
    for (let at = p.indexOf(before, '\n'); at >= 0; at = p.indexOf(before, '\n', start)) {
      line++;
      start = at + 1;
    }
    return [line, found - start + 1];
  };

  return { lastReturn, onlyThrow };
}
