// Toolshed's own errors that a program gets: limits it reached, and the outcomes of its calls. They are recorded here, out
// of the program's reach: it can put any code on any error, but cannot add one to this record.

import type { ReadPlace } from './place/place.js';
import type { Primordials } from './primordials.js';
import type { ProgramTerms } from './program-terms.js';

export interface GuestErrors {
  limitError(code: string, message: string): Error;
  /** The error a call failed with, made from what the host reported. `place` is where the call was made: see `place.ts`. */
  failure(facts: Record<string, string>, place: string): Error;
  /** The code of an error that was made here, whatever the program wrote over it; undefined for any other. */
  codeOf(error: object): string | undefined;
  /** Where in the program the call was made that failed with this error; undefined for any other. */
  placeOf(error: object): readonly [number, number] | undefined;
  /** The error that was made here last, if these are its words. */
  lastSaying(message: string): Error | undefined;
}

export interface GuestErrorsDeps {
  readonly terms: ProgramTerms;
  readonly readPlace: ReadPlace;
  readonly wrapperLines: number;
}

export function createGuestErrors(p: Primordials, { terms, readPlace, wrapperLines }: GuestErrorsDeps): GuestErrors {
  const { hasOwn } = p;
  let last: { readonly error: Error; readonly message: string } | undefined;

  const set = (error: Error, key: string, value: string | undefined, enumerable: boolean): void => {
    if (value === undefined) return;
    p.defineProperty(error, key, { __proto__: null, value, writable: true, configurable: true, enumerable });
  };

  /** The status of an API's answer, with which its code ends: `openapi/404`. */
  const setStatus = (error: Error, code: string): void => {
    const value = p.toNumber(p.slice(code, -3));
    if (!(value >= 100 && value < 600) || p.slice(code, -4, -3) !== '/') return;
    p.defineProperty(error, 'status', { __proto__: null, value, writable: true, configurable: true, enumerable: true });
  };

  const codes = p.createNotes<string>();
  const places = p.createNotes<readonly [number, number]>();

  const limitError: GuestErrors['limitError'] = (code, message) => {
    const error = new p.RangeError(message);
    set(error, 'name', 'LimitError', false);
    set(error, 'code', code, true);
    codes.set(error, code);
    last = { error, message };
    return error;
  };

  /** The first rules counted the lines that the engine puts before the program, too. */
  const frameAt = (line: number, column: number): string => {
    if (terms.rules < 4) return `\n    at program.ts:${line + wrapperLines}:${column}`;
    return line === 0 ? '' : `\n    at program.ts:${line}:${column}`;
  };

  const failure: GuestErrors['failure'] = (facts, place) => {
    const error = new p.Error(facts['message']);
    set(error, 'name', facts['name'], false);
    set(error, 'code', facts['code'], true);
    codes.set(error, `${facts['code']}`);
    if (hasOwn(facts, 'reason')) set(error, 'reason', facts['reason'], true);
    if (terms.rules > 4) setStatus(error, `${facts['code']}`);
    const position = readPlace(place);
    places.set(error, position);
    set(error, 'stack', `${facts['name']}: ${facts['message']}${frameAt(position[0], position[1])}`, false);
    last = { error, message: `${facts['message']}` };
    return error;
  };

  return {
    limitError,
    failure,
    codeOf: codes.get,
    placeOf: places.get,
    lastSaying: (message) => (last?.message === message ? last.error : undefined),
  };
}
