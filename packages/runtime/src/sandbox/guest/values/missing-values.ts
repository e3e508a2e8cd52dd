// What a program returned as `undefined`: JSON leaves it out of objects and writes null in lists, so that nobody sees it.
// A member that only some items of a list have is not reported.

import type { Primordials } from '../primordials.js';

/** Where values are missing, as a program would read them: `.title`, `[].id`; empty if none is. */
export type MissingIn = (value: unknown) => string;

export function createMissingIn(p: Primordials): MissingIn {
  const MAX_LOOKED = 10_000;
  const MAX_DEPTH = 8;
  const MAX_SHOWN = 3;
  const { isArray } = Array;
  const { keys } = Object;
  const { test } = RegExp.prototype;
  const NAME = /^[A-Za-z_$][\w$]*$/;
  let looked = 0;
  let places = p.create(null) as Record<string, 'missing' | 'there'>;

  const look = (value: unknown, path: string, depth: number): void => {
    if (++looked > MAX_LOOKED) return;
    if (value === undefined) {
      places[path] ??= 'missing';
      return;
    }
    places[path] = 'there';
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
    if (isArray(value)) {
      for (let i = 0; i < value.length && looked <= MAX_LOOKED; i++) look(value[i], `${path}[]`, depth + 1);
      return;
    }
    if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return;
    const names = keys(value);
    for (let i = 0; i < names.length && looked <= MAX_LOOKED; i++) {
      const name = `${names[i]}`;
      const written = p.apply(test, NAME, [name]) ? `.${name}` : `[${p.stringify(name)}]`;
      look((value as Record<string, unknown>)[name], `${path}${written}`, depth + 1);
    }
  };

  return (value) => {
    looked = 0;
    places = p.create(null);
    try {
      look(value, '', 0);
    } catch {
      // An accessor or a proxy of the program threw: nothing is known of the value.
    }
    const paths = keys(places);
    let text = '';
    let count = 0;
    for (let i = 0; i < paths.length; i++) {
      const path = `${paths[i]}`;
      if (path === '' || places[path] !== 'missing') continue;
      if (count < MAX_SHOWN) text += `${count === 0 ? '' : ', '}${path}`;
      count++;
    }
    return count > MAX_SHOWN ? `${text}, … ${count - MAX_SHOWN} more` : text;
  };
}
