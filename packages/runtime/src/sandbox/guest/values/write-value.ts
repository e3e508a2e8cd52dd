// What JSON would lose silently: a Map becomes `{}`, a function disappears, a promise is an empty object. Such a
// value is refused with where it is and what to write.
//
// Threat: a value that answers differently each time it is read. It is read once for the text that is sent, and only a
// text that may have lost something is compared with the value; that can refuse the text, never change it.
//
// `isExact`: what a tool is sent has to be what was meant, so a number that is none is refused there.
//
// Left to JSON's habits: members that are `undefined` or functions are left out where others remain, `undefined` in a
// list is null, and so are NaN and Infinity. A value with `toJSON` decides itself how it is written.

import type { Primordials } from '../primordials.js';

/** The JSON text of a value; throws if the text would lose the value. */
export type WriteValue = (value: unknown, action: string, isExact?: boolean) => string | undefined;

export function createWriteValue(p: Primordials): WriteValue {
  const MAX_LOOKED = 100_000;
  const MAX_DEPTH = 64;
  const { isView } = ArrayBuffer;
  const { isArray } = Array;
  const { getPrototypeOf, keys } = Object;
  const ObjectPrototype = Object.prototype;
  const { toString: tagged } = ObjectPrototype;
  const { test } = RegExp.prototype;
  const NAME = /^[A-Za-z_$][\w$]*$/;
  const ITERATOR = / Iterator$|^Generator$|^Iterator/;
  const BYTES = 'bytes: write Array.from(bytes)';
  let looked = 0;
  let path = '';
  let exact = false;

  /** As the engine calls it, which a program can change: only the program reads the message. */
  const kindOf = (value: object): string => p.slice(p.apply(tagged, value, []), 8, -1);

  const ofEmpty = (value: object): string => {
    const prototype = getPrototypeOf(value);
    if (prototype === null || prototype === ObjectPrototype) return '';
    const kind = kindOf(value);
    switch (kind) {
      case 'Map':
        return 'a Map: write Object.fromEntries(map) or [...map]';
      case 'Set':
        return 'a Set: write [...set]';
      case 'Promise':
        return 'a promise that was not awaited: write await in front of it, or await Promise.all(list) for several';
      case 'ArrayBuffer':
        return BYTES;
      case 'WeakMap':
      case 'WeakSet':
      case 'RegExp':
        return `a ${kind}: write what you need of it as text, a list or an object`;
      case 'String':
      case 'Number':
      case 'Boolean':
        return '';
    }
    if (kind === 'AsyncGenerator')
      return 'an async generator: write for await (const one of it) list.push(one), and return the list';
    if (p.apply(test, ITERATOR, [kind])) return 'an iterator: write [...it]';
    return 'an object without fields that JSON could carry: write { … } with what you need of it';
  };

  const written = (name: string): string => (p.apply(test, NAME, [name]) ? `.${name}` : `[${p.stringify(name)}]`);

  const ofNoNumber = (value: number): string =>
    value > 0 || value < 0
      ? 'Infinity: JSON has no such number, so leave it out or write a number'
      : 'NaN: a text, an object or undefined was used as a number; look at what it was made of';

  const look = (value: unknown, depth: number): string => {
    switch (typeof value) {
      case 'function':
        return 'a function: call it and use its result, or leave it out';
      case 'symbol':
        return 'a symbol: write a text in its place';
      case 'number':
        return exact && !((value as number) - (value as number) === 0) ? ofNoNumber(value as number) : '';
      case 'bigint':
        return typeof (value as { toJSON?: unknown }).toJSON === 'function'
          ? ''
          : 'a BigInt: write String(n) or Number(n)';
      case 'object':
        return value === null || ++looked > MAX_LOOKED || depth > MAX_DEPTH ? '' : within(value, depth);
      default:
        return '';
    }
  };

  const within = (value: object & { readonly toJSON?: unknown }, depth: number): string => {
    if (typeof value.toJSON === 'function') return '';
    if (isArray(value)) {
      for (let i = 0; i < value.length && i < MAX_LOOKED; i++) {
        const found = look(value[i], depth + 1);
        if (found !== '') {
          path = `[${i}]${path}`;
          return found;
        }
      }
      return '';
    }
    if (isView(value)) return BYTES;
    const names = keys(value);
    if (names.length === 0) return ofEmpty(value);
    let lost = '';
    let kept = 0;
    for (let i = 0; i < names.length; i++) {
      const name = `${names[i]}`;
      const member = (value as Record<string, unknown>)[name];
      const isLost = typeof member === 'function' || typeof member === 'symbol';
      if (isLost) lost = name;
      else if (member !== undefined) kept++;
      const found = isLost ? '' : look(member, depth + 1);
      if (found !== '') {
        path = `${written(name)}${path}`;
        return found;
      }
    }
    if (kept > 0 || lost === '') return '';
    path = written(lost);
    return look((value as Record<string, unknown>)[lost], depth + 1);
  };

  /** What a lost value leaves in the text: an object or a list of nothing, or the numbered members of bytes. */
  const mayHaveLost = (json: string | undefined): boolean =>
    json === undefined || p.indexOf(json, '{}') >= 0 || p.indexOf(json, 'null') >= 0 || p.indexOf(json, '{"0":') >= 0;

  const problemIn = (value: unknown, action: string): string => {
    looked = 0;
    path = '';
    let found = '';
    try {
      found = look(value, 0);
    } catch {
      // An accessor or a proxy of the program threw: nothing is known about the value.
    }
    if (found === '') return '';
    const colon = p.indexOf(found, ': ');
    return `Cannot ${action} ${p.slice(found, 0, colon)}${path === '' ? '' : ` (at ${path})`}${p.slice(found, colon)}`;
  };

  return (value, action, isExact = false) => {
    exact = isExact;
    let json: string | undefined;
    try {
      json = p.stringify(value);
    } catch (error) {
      const problem = problemIn(value, action);
      throw problem === '' ? error : new p.TypeError(problem);
    }
    const problem = mayHaveLost(json) ? problemIn(value, action) : '';
    if (problem !== '') throw new p.TypeError(problem);
    return json;
  };
}
