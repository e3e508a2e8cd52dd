// Notes on a program that returned nothing, or less than its writer expects.

import type { SourcePlaces } from '../place/source-places.js';
import type { Primordials } from '../primordials.js';
import type { MissingIn } from './missing-values.js';
import type { OddIn } from './odd-values.js';
import type { LastResult, ResultHint } from './result-hint.js';

export interface Ending {
  readonly value: unknown;
  /** Whether JSON says anything of it. */
  readonly isEmpty: boolean;
  /** The program's text; each of its lines is where it was written. */
  readonly source: string;
  /** How many calls it did not wait for. */
  readonly underWay: number;
  /** How many timers have not fired, and never will. */
  readonly timersLeft: number;
  /** Whether something was printed, or is said already. */
  readonly isExplained: boolean;
  readonly last: LastResult | undefined;
}

/** Empty where there is nothing to say. */
export type EndingNote = (ending: Ending) => string;

export function createEndingNote(
  p: Primordials,
  parts: {
    readonly missingIn: MissingIn;
    readonly oddIn: OddIn;
    readonly resultHint: ResultHint;
    readonly places: SourcePlaces;
  },
): EndingNote {
  const { missingIn, oddIn, resultHint, places } = parts;
  const { trim } = String.prototype;
  const MAX_SHOWN = 100;

  const emptyWords = (source: string): string => {
    const last = places.lastReturn(source);
    if (last === undefined)
      return 'The program returned nothing: end it with return and the value that you want to see';
    const text: string = p.apply(trim, last.text, []);
    const shown = `line ${last.line}: ${text.length > MAX_SHOWN ? `${p.slice(text, 0, MAX_SHOWN)}…` : text}`;
    return last.isOwn
      ? `The program returned undefined (${shown})`
      : `The program ended without a value: no return was reached, or it gave undefined (${shown}). End the program with return as well`;
  };

  /** Whether a text of the program's own making may have `undefined` in it, which is in no result that it got. */
  const joins = (source: string, last: LastResult | undefined): boolean => {
    if (p.indexOf(source, 'undefined') >= 0) return false;
    if (p.indexOf(source, '`') < 0 && p.indexOf(source, '+') < 0 && p.indexOf(source, 'join') < 0) return false;
    try {
      return last !== undefined && p.indexOf(`${p.stringify(last.value)}`, 'undefined') < 0;
    } catch {
      return false;
    }
  };

  return ({ value, isEmpty, source, underWay, timersLeft, isExplained, last }) => {
    // What lost a race is meant to be left.
    const hasRace = p.indexOf(source, 'race') >= 0;
    if (timersLeft > 0 && !hasRace) {
      const timers = timersLeft === 1 ? 'A timer' : `${timersLeft} timers`;
      return `${timers} had not fired when the program ended, and never will: wait with await sleep(ms) and do the work after it`;
    }
    if (underWay > 0 && !hasRace) {
      const calls = underWay === 1 ? 'a call was' : `${underWay} calls were`;
      return `The program returned before ${calls} done, so its value may lack results: await each call and each function that makes one, or all of them with await Promise.all(list.map(async (item) => …)); forEach does not wait`;
    }
    if (isEmpty) return isExplained ? '' : `${emptyWords(source)}${resultHint.of(last)}`;
    const odd = oddIn(value, joins(source, last), p.indexOf(source, '[object ') >= 0);
    if (odd !== '') return `${odd}${resultHint.of(last)}`;
    const missing = missingIn(value);
    if (missing === '') return '';
    if (missing === '[]')
      return `Every item of the returned list is undefined: a function with braces needs return, (x) => { return x.name }${resultHint.of(last)}`;
    return `The returned value is undefined at ${missing}${resultHint.of(last)}`;
  };
}
