// Notes on a program that returned nothing, or less than its writer expects.

import type { Primordials } from '../primordials.js';
import type { MissingIn } from './missing-values.js';
import type { LastResult, ResultHint } from './result-hint.js';

export interface Ending {
  readonly value: unknown;
  /** Whether JSON says anything of it. */
  readonly isEmpty: boolean;
  /** The program's text; each of its lines is where it was written. */
  readonly source: string;
  /** How many calls it did not wait for. */
  readonly underWay: number;
  /** Whether something was printed, or is said already. */
  readonly isExplained: boolean;
  readonly last: LastResult | undefined;
}

/** Empty where there is nothing to say. */
export type EndingNote = (ending: Ending) => string;

export function createEndingNote(
  p: Primordials,
  { missingIn, resultHint }: { readonly missingIn: MissingIn; readonly resultHint: ResultHint },
): EndingNote {
  const { trim } = String.prototype;
  const { test } = RegExp.prototype;
  const RETURN = /^\s*return\b/;
  const MAX_SHOWN = 100;

  /** The last line that begins with `return`, and its number; 0 if there is none. */
  const lastReturn = (source: string): readonly [string, number] => {
    let found = '';
    let at = 0;
    let line = 1;
    for (let from = 0; from >= 0; line++) {
      const end = p.indexOf(source, '\n', from);
      const whole = end < 0 ? p.slice(source, from) : p.slice(source, from, end);
      if (p.apply(test, RETURN, [whole])) {
        found = whole;
        at = line;
      }
      from = end < 0 ? -1 : end + 1;
    }
    return [found, at];
  };

  const emptyWords = (source: string): string => {
    const last = lastReturn(source);
    if (last[1] === 0) return 'The program returned nothing: end it with return and the value that you want to see';
    const text: string = p.apply(trim, last[0], []);
    const shown = `line ${last[1]}: ${text.length > MAX_SHOWN ? `${p.slice(text, 0, MAX_SHOWN)}…` : text}`;
    return p.indexOf(last[0], 'return') === 0
      ? `The program returned undefined (${shown})`
      : `The program ended without a value: no return was reached, or it gave undefined (${shown}). End the program with return as well`;
  };

  return ({ value, isEmpty, source, underWay, isExplained, last }) => {
    if (underWay > 0) {
      const calls = underWay === 1 ? 'a call was' : `${underWay} calls were`;
      return `The program returned before ${calls} done, so its value may lack results: await each call, or all of them with await Promise.all(list.map(async (item) => …)); forEach waits for none`;
    }
    if (isEmpty) return isExplained ? '' : `${emptyWords(source)}${resultHint.of(last)}`;
    const missing = missingIn(value);
    if (missing === '') return '';
    const advice = missing === '[]' ? ': a function with braces needs return, (x) => { return x.name }' : '';
    return `The returned value is undefined at ${missing}${advice}${resultHint.of(last)}`;
  };
}
