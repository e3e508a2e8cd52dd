// What is certainly a mistake inside of a value that was returned: a number that is none, a date that is none, and texts that
// something was joined to which is no text.

import type { Primordials } from '../primordials.js';

/** In words; empty if there is nothing odd. `isJoined`: whether the program joins texts, and writes no `undefined` itself. `isQuoted`:
 * whether it writes such words as `[object Object]` itself. */
export type OddIn = (value: unknown, isJoined: boolean, isQuoted: boolean) => string;

export function createOddIn(p: Primordials): OddIn {
  const MAX_LOOKED = 10_000;
  const MAX_DEPTH = 8;
  const MAX_TEXT = 10_000;
  const { isArray } = Array;
  const { keys } = Object;
  const { isNaN: isNotANumber } = Number;
  const NativeDate = Date;
  const { getTime } = NativeDate.prototype;
  const { test } = RegExp.prototype;
  const UNDEFINED = /(?:^|[^\w'"`])undefined(?:$|[^\w'"`])/;
  let looked = 0;
  let joins = false;
  let quotes = false;

  const ofText = (text: string, where: string): string => {
    if (quotes) return '';
    if (p.indexOf(text, '[object Promise]') >= 0)
      return `The returned text${where} contains [object Promise]: a call or an async function was not awaited before it was joined`;
    if (p.indexOf(text, '[object Object]') >= 0)
      return `The returned text${where} contains [object Object]: an object was joined to it. Join one of its fields, or JSON.stringify(value)`;
    if (joins && text.length <= MAX_TEXT && p.apply(test, UNDEFINED, [text]))
      return `The returned text${where} contains "undefined": a value without such a member was joined to it`;
    return '';
  };

  const look = (value: unknown, path: string, depth: number): string => {
    if (++looked > MAX_LOOKED) return '';
    const where = path === '' ? '' : ` at ${path}`;
    if (typeof value === 'number' && isNotANumber(value))
      return `The returned value${where} is NaN, which JSON writes as null: a text, an object or undefined was used as a number`;
    if (typeof value === 'string') return ofText(value, where);
    if (typeof value === 'function')
      return `The returned value has a function${where}, which JSON leaves out: call it and return its result`;
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return '';
    if (value instanceof NativeDate)
      return isNotANumber(p.apply(getTime, value, []))
        ? `The returned value${where} is an invalid date, which JSON writes as null`
        : '';
    if (isArray(value)) {
      for (let i = 0; i < value.length && looked <= MAX_LOOKED; i++) {
        const found = look(value[i], `${path}[${i}]`, depth + 1);
        if (found !== '') return found;
      }
      return '';
    }
    if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return '';
    const names = keys(value);
    for (let i = 0; i < names.length && looked <= MAX_LOOKED; i++) {
      const name = `${names[i]}`;
      const found = look((value as Record<string, unknown>)[name], `${path}.${name}`, depth + 1);
      if (found !== '') return found;
    }
    return '';
  };

  return (value, isJoined, isQuoted) => {
    looked = 0;
    joins = isJoined;
    quotes = isQuoted;
    try {
      return look(value, '', 0);
    } catch {
      // An accessor or a proxy of the program threw: nothing is known of the value.
      return '';
    }
  };
}
