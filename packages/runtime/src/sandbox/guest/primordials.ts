// The language's own functions, captured before any program runs. Everything in this folder uses these and nothing
// else: a program may replace what its globals are called, never what we hold.
//
// Each function of this folder is shipped into the isolate as text. It must not mention anything outside itself
// but its parameters.
//
// Iteration, spreading and destructuring of arrays go through Array.prototype, which a program can change: code that
// runs after the program started uses indices.
// Literals are made with `__proto__: null`: a program that adds to Object.prototype must not be adding to them.

export type Callee = (...args: never[]) => unknown;

export interface Primordials {
  readonly apply: typeof Reflect.apply;
  readonly construct: typeof Reflect.construct;
  readonly defineProperty: (
    target: object,
    name: PropertyKey,
    descriptor: PropertyDescriptor & { __proto__: null },
  ) => unknown;
  /** Sets a property as the language sets its own: not enumerable, and a program may replace it. */
  readonly hide: (target: object, name: PropertyKey, value: unknown) => void;
  /** Sets a property that no program can replace. */
  readonly lock: (target: object, name: PropertyKey, value: unknown) => void;
  readonly freeze: typeof Object.freeze;
  readonly create: typeof Object.create;
  readonly hasOwn: typeof Object.hasOwn;
  readonly parse: (text: string) => unknown;
  readonly stringify: (value: unknown) => string | undefined;
  readonly Promise: PromiseConstructor;
  readonly Proxy: ProxyConstructor;
  readonly Error: ErrorConstructor;
  readonly RangeError: RangeErrorConstructor;
  readonly TypeError: TypeErrorConstructor;
  /** `value instanceof Class`; no for a value, or a class, whose traps or accessors throw. */
  readonly isInstance: (value: unknown, Class: ErrorConstructor) => boolean;
  /** As `promise.then(…)` was. Throws if the program made promises of another kind of it. */
  readonly whenSettled: (
    promise: Promise<unknown>,
    fulfilled: (value: unknown) => void,
    rejected: (error: unknown) => void,
  ) => void;
  /** Remembers something about each of some objects, where no program can read or write it. */
  readonly createNotes: <Note>() => { set(object: object, note: Note): void; get(object: object): Note | undefined };
  readonly toText: (value: unknown) => string;
  readonly slice: (text: string, from: number, to?: number) => string;
  readonly indexOf: (text: string, part: string, from?: number) => number;
  readonly toNumber: (value: unknown) => number;
  /** The length of bytes, as the engine has it: a program can replace the getter that `bytes.length` asks. */
  readonly lengthOf: (bytes: Uint8Array | Uint16Array) => number;
  /** The bytes that a view shows, by the same token. */
  readonly bytesIn: (view: ArrayBufferView) => Uint8Array;
  /** A text of these codes; nothing is read of the list but its items. */
  readonly textOfCodes: (codes: Uint8Array | Uint16Array) => string;
  /** In milliseconds. For nothing a program could notice: its own clock does not advance while it runs. */
  readonly realTime: () => number;
}

export function createPrimordials(): Primordials {
  const { apply, construct } = Reflect;
  const { freeze, create, hasOwn } = Object;
  const defineProperty: Primordials['defineProperty'] = Object.defineProperty;
  const { parse, stringify } = JSON;
  const NativeError = Error;
  const NativeString = String;
  const NativeNumber = Number;
  const { then } = Promise.prototype;
  const { now: realTime } = Date;
  const NativeWeakMap = WeakMap;
  const { get: getNote, set: setNote } = WeakMap.prototype;
  const stringSlice = NativeString.prototype.slice;
  const stringIndexOf = NativeString.prototype.indexOf;

  const Bytes = Uint8Array;
  const ofArrays = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(Bytes.prototype));
  const ofViews = Object.getOwnPropertyDescriptors(DataView.prototype);
  const getterOf = (descriptor: PropertyDescriptor | undefined): (() => never) => descriptor?.get as () => never;
  const tagOf = getterOf(Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Bytes.prototype), Symbol.toStringTag));
  const lengthGetter = getterOf(ofArrays.length);
  const lengthOf: Primordials['lengthOf'] = (bytes) => apply(lengthGetter, bytes, []);
  const getters = (of: typeof ofArrays | typeof ofViews) => ({
    buffer: getterOf(of.buffer),
    byteOffset: getterOf(of.byteOffset),
    byteLength: getterOf(of.byteLength),
  });
  const [arrayGetters, viewGetters] = [getters(ofArrays), getters(ofViews)];
  const { fromCharCode } = NativeString;

  const slice = (text: string, from: number, to?: number): string => apply(stringSlice, text, [from, to]);
  const indexOf = (text: string, part: string, from = 0): number => apply(stringIndexOf, text, [part, from]);

  return {
    apply,
    construct,
    defineProperty,
    hide: (target, name, value) => {
      defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
    },
    lock: (target, name, value) => {
      defineProperty(target, name, { __proto__: null, value, writable: false, enumerable: false, configurable: false });
    },
    freeze,
    create,
    hasOwn,
    parse,
    stringify,
    Promise,
    Proxy,
    Error: NativeError,
    RangeError,
    TypeError,
    isInstance: (value, Class) => {
      try {
        return value instanceof Class;
      } catch {
        return false;
      }
    },
    whenSettled: (promise, fulfilled, rejected) => void apply(then, promise, [fulfilled, rejected]),
    createNotes: <Note>() => {
      const notes = new NativeWeakMap<object, Note>();
      return {
        set: (object, note) => void apply(setNote, notes, [object, note]),
        get: (object) => apply(getNote, notes, [object]),
      };
    },
    toText: (value) => NativeString(value),
    slice,
    indexOf,
    toNumber: (value) => NativeNumber(value),
    lengthOf,
    bytesIn: (view) => {
      const of = apply(tagOf, view, []) === undefined ? viewGetters : arrayGetters;
      return new Bytes(apply(of.buffer, view, []), apply(of.byteOffset, view, []), apply(of.byteLength, view, []));
    },
    textOfCodes: (codes) => {
      // Its own, which goes before the one that the program may have replaced.
      defineProperty(codes, 'length', { __proto__: null, value: lengthOf(codes) });
      return apply(fromCharCode, undefined, codes as never);
    },
    realTime,
  };
}
