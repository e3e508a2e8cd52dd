// `structuredClone`, for what a program has: values of the language, with their cycles. What the engine would refuse is
// refused; so is handing over buffers, which has no use where nothing else runs.

import type { Primordials } from '../primordials.js';

export function createStructuredClone(p: Primordials): (value: unknown, options?: unknown) => unknown {
  const { isArray } = Array;
  const { keys, getPrototypeOf, getOwnPropertyDescriptor } = Object;
  const { isView } = ArrayBuffer;
  const ObjectPrototype = Object.prototype;
  const { toString: tagOf } = ObjectPrototype;
  const [NativeMap, NativeSet, NativeDate, NativeRegExp] = [Map, Set, Date, RegExp];
  const { get: getMapped, set: setMapped, forEach: eachMapped } = Map.prototype;
  const { add, forEach: eachOf } = Set.prototype;
  const { getTime } = Date.prototype;
  const { slice: sliceBuffer } = ArrayBuffer.prototype;
  const getter = (of: object, name: PropertyKey) => getOwnPropertyDescriptor(of, name)?.get ?? (() => undefined);
  const mapSize = getter(Map.prototype, 'size');
  const setSize = getter(Set.prototype, 'size');
  const flagsOf = getter(RegExp.prototype, 'flags');
  const sourceOf = getter(RegExp.prototype, 'source');
  const isGlobal = getter(RegExp.prototype, 'global');
  const byteLength = getter(ArrayBuffer.prototype, 'byteLength');
  const kindOfView = getter(getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
  const boxed = [
    String.prototype.valueOf,
    Number.prototype.valueOf,
    Boolean.prototype.valueOf,
    BigInt.prototype.valueOf,
  ];
  const ERRORS: Record<string, ErrorConstructor> = p.create(null);
  for (const One of [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError])
    ERRORS[One.name] = One as ErrorConstructor;
  const VIEWS: Record<string, new (buffer: ArrayBuffer, from: number, length: number) => object> = p.create(null);
  for (const View of [
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
  ])
    VIEWS[View.name] = View as never;
  if (typeof Float16Array === 'function') VIEWS['Float16Array'] = Float16Array as never;
  const NativeDataView = DataView;
  const { then } = Promise.prototype;
  const isErrorNative: (value: unknown) => boolean =
    Reflect.get(Error, 'isError') ?? ((value) => value instanceof p.Error);
  const { has: hasWeak } = WeakMap.prototype;
  const { has: hasWeakSet } = WeakSet.prototype;

  const is = (check: (...args: never[]) => unknown, value: object, args: readonly unknown[] = []): boolean => {
    try {
      p.apply(check as () => unknown, value, args as []);
      return true;
    } catch {
      return false;
    }
  };

  const refuse = (what: string): never => {
    const error = new p.Error(`Cannot clone ${what}`);
    p.hide(error, 'name', 'DataCloneError');
    throw error;
  };

  const put = (into: object, key: string, value: unknown): void =>
    void p.defineProperty(into, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

  return (root, options) => {
    const transfer = (options as { transfer?: { length?: unknown } } | undefined)?.transfer;
    if (transfer !== undefined && transfer.length !== 0) refuse('and hand over: leave "transfer" out');
    const done = new NativeMap<object, object>();
    const known = (value: object): object | undefined => p.apply(getMapped, done, [value]) as object | undefined;
    const note = <T extends object>(value: object, copy: T): T => {
      p.apply(setMapped, done, [value, copy]);
      return copy;
    };

    const members = (value: object, copy: object): object => {
      const names = keys(value);
      for (let i = 0; i < names.length; i++) {
        const name = `${names[i]}`;
        if (p.hasOwn(value, name)) put(copy, name, clone((value as Record<string, unknown>)[name]));
      }
      return copy;
    };

    const ofView = (view: ArrayBufferView & { length?: number }): object => {
      const kind = p.apply(kindOfView, view, []) as string | undefined;
      const buffer = clone(view.buffer) as ArrayBuffer;
      const View = kind === undefined ? NativeDataView : VIEWS[kind];
      if (View === undefined) return refuse(`a ${kind}`);
      return new View(buffer, view.byteOffset, kind === undefined ? view.byteLength : (view.length ?? 0));
    };

    const ofError = (error: Error): object => {
      const name = p.toText(error.name);
      const message = getOwnPropertyDescriptor(error, 'message');
      const Class = ERRORS[name] ?? p.Error;
      const copy = note(error, new Class());
      if (message !== undefined && 'value' in message) p.hide(copy, 'message', p.toText(message.value));
      p.hide(copy, 'stack', p.toText(error.stack));
      if (p.hasOwn(error, 'cause')) p.hide(copy, 'cause', clone(error.cause));
      return copy;
    };

    const ofOther = (value: object): object => {
      if (isView(value)) return note(value, ofView(value));
      if (isErrorNative(value)) return ofError(value as Error);
      if (is(getTime, value)) return note(value, p.construct(NativeDate, [p.apply(getTime, value, [])]));
      if (is(mapSize, value)) {
        const copy = note(value, new NativeMap());
        const pairs: unknown[] = [];
        p.apply(eachMapped, value, [
          (item: unknown, key: unknown) => {
            put(pairs, `${pairs.length}`, key);
            put(pairs, `${pairs.length}`, item);
          },
        ]);
        for (let i = 0; i < pairs.length; i += 2) p.apply(setMapped, copy, [clone(pairs[i]), clone(pairs[i + 1])]);
        return copy;
      }
      if (is(setSize, value)) {
        const copy = note(value, new NativeSet());
        const items: unknown[] = [];
        p.apply(eachOf, value, [(item: unknown) => put(items, `${items.length}`, item)]);
        for (let i = 0; i < items.length; i++) p.apply(add, copy, [clone(items[i])]);
        return copy;
      }
      if (is(byteLength, value)) return note(value, p.apply(sliceBuffer, value, [0]) as object);
      if (is(isGlobal, value) && value !== NativeRegExp.prototype)
        return note(
          value,
          new NativeRegExp(p.apply(sourceOf, value, []) as string, p.apply(flagsOf, value, []) as string),
        );
      for (let i = 0; i < boxed.length; i++) {
        const unbox = boxed[i];
        if (unbox !== undefined && is(unbox, value)) return note(value, Object(p.apply(unbox, value, [])));
      }
      if (is(then, value, [undefined, () => undefined])) return refuse('a promise: await it first');
      if (is(hasWeak, value, [value]) || is(hasWeakSet, value, [value])) return refuse('a weak collection');
      const tag = p.apply(tagOf, value, []);
      if (tag !== '[object Object]') return refuse(`${tag}: copy what you need of it`);
      return members(value, note(value, {}));
    };

    const clone = (value: unknown): unknown => {
      if (typeof value === 'function') return refuse('a function');
      if (typeof value === 'symbol') return refuse('a symbol');
      if (typeof value !== 'object' || value === null) return value;
      const earlier = known(value);
      if (earlier !== undefined) return earlier;
      if (isArray(value)) {
        const copy: unknown[] = note(value, []);
        copy.length = value.length;
        return members(value, copy);
      }
      const prototype = getPrototypeOf(value);
      const isPlain = prototype === null || prototype === ObjectPrototype;
      return isPlain ? members(value, note(value, {})) : ofOther(value);
    };
    return clone(root);
  };
}
