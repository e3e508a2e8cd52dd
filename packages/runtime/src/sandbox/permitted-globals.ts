// The permit table: each global a program can name, and why. What is not in it is removed before the program starts,
// so an engine that grows a new global does not hand it out.
//
//   kept      the language's own, harmless and the same on every run
//   replaced  the language's name over our deterministic version
//   ours      what Toolshed adds
// Removed on purpose are listed too, so that a reader finds the reason.

export type Permit = 'kept' | 'replaced' | 'ours' | 'removed';

export interface GlobalPermit {
  readonly permit: Permit;
  readonly why: string;
}

const kept = (why: string): GlobalPermit => ({ permit: 'kept', why });
const replaced = (why: string): GlobalPermit => ({ permit: 'replaced', why });
const ours = (why: string): GlobalPermit => ({ permit: 'ours', why });
const removed = (why: string): GlobalPermit => ({ permit: 'removed', why });

const VALUE = kept('a plain value or function of the language');
const COLLECTION = kept('a collection of the program’s own values');
const BINARY = kept('bytes on the isolate’s heap; never crosses the border');
const ERROR = kept('an error class');
const CODE = kept('compiles code in this realm, which can do what the program already can');

const WEB = ours('written in the realm; a function of its arguments alone');

/** Also read by the check of programs, and by the test that holds the engine to it. */
export const GUEST_GLOBALS: Readonly<Record<string, GlobalPermit>> = {
  globalThis: VALUE,
  Infinity: VALUE,
  NaN: VALUE,
  undefined: VALUE,
  isFinite: VALUE,
  isNaN: VALUE,
  parseFloat: VALUE,
  parseInt: VALUE,
  decodeURI: VALUE,
  decodeURIComponent: VALUE,
  encodeURI: VALUE,
  encodeURIComponent: VALUE,
  escape: VALUE,
  unescape: VALUE,
  Array: VALUE,
  BigInt: VALUE,
  Boolean: VALUE,
  Number: VALUE,
  Object: VALUE,
  String: VALUE,
  Symbol: VALUE,
  RegExp: VALUE,
  JSON: VALUE,
  Proxy: VALUE,
  Reflect: VALUE,
  Promise: VALUE,
  Iterator: VALUE,
  AsyncDisposableStack: VALUE,
  DisposableStack: VALUE,
  Map: COLLECTION,
  Set: COLLECTION,
  WeakMap: kept('collected entries cannot be observed'),
  WeakSet: kept('collected entries cannot be observed'),
  DataView: BINARY,
  Int8Array: BINARY,
  Uint8Array: BINARY,
  Uint8ClampedArray: BINARY,
  Int16Array: BINARY,
  Uint16Array: BINARY,
  Int32Array: BINARY,
  Uint32Array: BINARY,
  Float16Array: BINARY,
  Float32Array: BINARY,
  Float64Array: BINARY,
  BigInt64Array: BINARY,
  BigUint64Array: BINARY,
  Error: ERROR,
  AggregateError: ERROR,
  EvalError: ERROR,
  RangeError: ERROR,
  ReferenceError: ERROR,
  SuppressedError: ERROR,
  SyntaxError: ERROR,
  TypeError: ERROR,
  URIError: ERROR,
  eval: CODE,
  Function: CODE,

  ArrayBuffer: replaced('no resizable buffers: they ignore the heap limit'),
  Date: replaced('reads the time of the last delivery, which is journaled'),
  Math: replaced('`random` is seeded from the journal'),
  Intl: replaced('a formatter asked to format nothing formats the journaled time'),
  Temporal: kept('without `Now`, below, nothing in it reads a clock'),

  tools: ours('the only way to have an effect'),
  elicit: ours('asks a person'),
  input: ours('what the program was started or called with, in executions of the fourth rules'),
  emit: ours('shows a value to the user'),
  sleep: ours('journaled waiting'),
  store: ours('small values for later programs of the session; journaled calls'),
  setTimeout: ours('journaled waiting'),
  setInterval: ours('journaled waiting'),
  clearTimeout: ours('ends a wait'),
  clearInterval: ours('ends a wait'),
  console: ours('captured lines; the engine’s own console talks to an inspector'),

  atob: WEB,
  btoa: WEB,
  TextEncoder: WEB,
  TextDecoder: WEB,
  URL: WEB,
  URLSearchParams: WEB,
  structuredClone: WEB,
  queueMicrotask: ours('runs after what runs now; takes no longer than a promise'),
  crypto: ours('`randomUUID` and `getRandomValues`, of the numbers that `Math.random` has'),

  WebAssembly: removed('memory outside the heap limit'),
  SharedArrayBuffer: removed('memory outside the heap limit; mutable after it was read'),
  Atomics: removed('blocks the thread; a clock in disguise'),
  WeakRef: removed('makes garbage collection, which is not the same on replay, observable'),
  FinalizationRegistry: removed('runs code when garbage is collected, which is not the same on replay'),
};

/** Members of kept globals that go all the same. @internal */
export const REMOVED_MEMBERS: Readonly<Record<`${string}.${string}`, string>> = {
  'JSON.rawJSON': 'writes numbers no double holds: what is read would not be what was written',
  'JSON.isRawJSON': 'of no use without rawJSON',
  'Temporal.Now': 'reads the machine’s clock and time zone',
  'Intl.v8BreakIterator': 'the engine’s own, in no standard',
};

/** What the realm is made of, in the words of the table. */
export interface GuestPermits {
  readonly globals: readonly string[];
  /** Pairs of a global and the member it loses. */
  readonly removedMembers: readonly (readonly string[])[];
}

export const guestPermits = (): GuestPermits => ({
  globals: Object.entries(GUEST_GLOBALS).flatMap(([name, { permit }]) => (permit === 'removed' ? [] : [name])),
  removedMembers: Object.keys(REMOVED_MEMBERS).map((member) => member.split('.')),
});
