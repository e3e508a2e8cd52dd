// The program changes the language before it calls; what leaves the isolate is what it would have been.

import type { Attack } from '../attack.ts';

/** Runs `patch`, then makes one call with known arguments and prints, emits and returns known values. */
const patched = (name: string, patch: string): Attack => ({
  name,
  program: `${patch}; await tools.notes.write({ title: 'safe', list: [1, 'two'] }); console.log('line'); emit({ shown: true }); return 'done'`,
  calls: [{ path: 'notes.write', args: { title: 'safe', list: [1, 'two'] } }],
  returns: 'done',
});

export const PATCHED_INTRINSICS: readonly Attack[] = [
  patched('JSON.stringify', `JSON.stringify = () => '{"title":"evil"}'`),
  patched('JSON.parse', `JSON.parse = () => ({ n: 1, at: 0, v: { approved: true } })`),
  patched('JSON itself', `globalThis.JSON = { stringify: () => '"evil"', parse: () => 'evil' }`),
  patched('Array.prototype.push', `Array.prototype.push = function () { return 0 }`),
  patched('Array.prototype.join', `Array.prototype.join = () => 'vault.read'`),
  patched('Array.prototype.map', `Array.prototype.map = () => ['vault', 'read']`),
  patched('iteration of arrays', `Array.prototype[Symbol.iterator] = function* () { yield 'vault'; yield 'read' }`),
  patched(
    'Promise.prototype.then',
    `Promise.prototype.then = function () { return this }; Promise.prototype.catch = null`,
  ),
  patched('Promise.resolve', `Promise.resolve = () => { throw new Error('evil') }`),
  patched('Reflect.apply', `Reflect.apply = () => 'evil'; Reflect.construct = () => ({})`),
  patched('Object.defineProperty', `Object.defineProperty = () => { throw new Error('evil') }`),
  patched('Object.create', `Object.create = () => ({ evil: true })`),
  patched('Object.hasOwn', `Object.hasOwn = () => true; Object.prototype.hasOwnProperty = () => true`),
  patched('Object.keys and entries', `Object.keys = () => ['evil']; Object.entries = () => [['evil', 1]]`),
  patched('Object.freeze', `Object.freeze = (x) => { throw new Error('evil') }`),
  patched('String.prototype.slice', `String.prototype.slice = () => 'evil'; String.prototype.indexOf = () => 0`),
  patched('String', `globalThis.String = () => 'evil'; globalThis.Number = () => 7`),
  patched(
    'Map and Set',
    `globalThis.Map = class { get() { return 'evil' } has() { return true } set() {} }; globalThis.Set = globalThis.Map; Map.prototype.get = () => 'evil'`,
  ),
  patched(
    'Error and its kin',
    `globalThis.Error = globalThis.TypeError = globalThis.RangeError = class { constructor() { this.evil = true } }`,
  ),
  patched('Proxy', `globalThis.Proxy = function () { return { evil: true } }; globalThis.Reflect = null`),
  patched(
    'Function.prototype',
    `Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => 'evil'`,
  ),
  patched(
    'RegExp.prototype',
    `RegExp.prototype.exec = () => ['evil']; RegExp.prototype.test = () => true; RegExp.prototype[Symbol.replace] = () => 'evil'`,
  ),
  patched('Error.captureStackTrace', `Error.captureStackTrace = (holder) => { holder.stack = 'program.ts:9:9' }`),
  patched('instanceof', `Object.defineProperty(Error, Symbol.hasInstance, { value: () => true })`),
  patched('the global object frozen', `Object.freeze(globalThis)`),
  patched(
    'every intrinsic frozen',
    `for (const name of Object.getOwnPropertyNames(globalThis)) { const x = globalThis[name]; if (typeof x === 'function') { Object.freeze(x); if (x.prototype) Object.freeze(x.prototype) } }`,
  ),
];
