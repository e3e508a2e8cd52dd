// The language's own functions, captured before any program runs. Everything in this folder uses these and nothing
// else: a program may replace what its globals are called, never what we hold.
//
// Each function of this folder is shipped into the isolate as text. It must not mention anything outside itself
// but its parameters.
//
// Iteration, spreading and destructuring of arrays go through Array.prototype, which a program can change: code that
// runs after the program started uses indices.
// Literals are made with `__proto__: null`: a program that adds to Object.prototype must not be adding to them.

export interface Primordials {
  readonly apply: typeof Reflect.apply;
  readonly construct: typeof Reflect.construct;
  readonly defineProperty: (
    target: object,
    name: PropertyKey,
    descriptor: PropertyDescriptor & { __proto__: null },
  ) => unknown;
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
  readonly toText: (value: unknown) => string;
  readonly slice: (text: string, from: number, to?: number) => string;
  readonly indexOf: (text: string, part: string, from?: number) => number;
  readonly toNumber: (value: unknown) => number;
  /** Lines the engine counts before the program's first. */
  readonly wrapperLines: number;
  /** Line and column of the program in a stack; zeros where it is not in it. */
  readonly positionIn: (stack: string) => readonly [number, number];
  /** Line and column of whoever called `callee`. */
  readonly callerOf: (callee: unknown) => readonly [number, number];
}

export function createPrimordials(): Primordials {
  const { apply, construct } = Reflect;
  const { defineProperty, freeze, create, hasOwn } = Object;
  const { parse, stringify } = JSON;
  const NativeError = Error;
  const NativeString = String;
  const NativeNumber = Number;
  const { captureStackTrace } = Error;
  const stringSlice = NativeString.prototype.slice;
  const stringIndexOf = NativeString.prototype.indexOf;

  const slice = (text: string, from: number, to?: number): string => apply(stringSlice, text, [from, to]);
  const indexOf = (text: string, part: string, from = 0): number => apply(stringIndexOf, text, [part, from]);

  // The engine's own head of the function is two lines, our "use strict" the third.
  const wrapperLines = 3;
  const MARK = 'program.ts:';
  const MAX_NUMBER = 999_999_999;
  // A stack is text the program can write: small whole numbers only, or "Infinity" would end up in our JSON.
  const numberIn = (text: string): number => {
    const number = NativeNumber(text);
    return number > 0 && number <= MAX_NUMBER && number % 1 === 0 ? number : 0;
  };
  const endOfFrame = (stack: string, from: number): number => {
    const bracket = indexOf(stack, ')', from);
    const line = indexOf(stack, '\n', from);
    if (bracket < 0) return line < 0 ? stack.length : line;
    return line < 0 || bracket < line ? bracket : line;
  };
  const positionIn = (stack: string): readonly [number, number] => {
    const start = indexOf(stack, MARK);
    if (start < 0) return [0, 0];
    const from = start + MARK.length;
    const colon = indexOf(stack, ':', from);
    if (colon < 0) return [0, 0];
    const line = numberIn(slice(stack, from, colon)) - wrapperLines;
    const column = numberIn(slice(stack, colon + 1, endOfFrame(stack, colon)));
    return line > 0 ? [line, column] : [0, 0];
  };

  return {
    apply,
    construct,
    defineProperty,
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
    toText: (value) => NativeString(value),
    slice,
    indexOf,
    toNumber: (value) => NativeNumber(value),
    wrapperLines,
    positionIn,
    callerOf: (callee) => {
      const holder = create(null);
      apply(captureStackTrace, NativeError, [holder, callee]);
      return positionIn(holder.stack);
    },
  };
}
