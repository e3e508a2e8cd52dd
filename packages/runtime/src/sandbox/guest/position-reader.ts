// Where in the program a stack says something happened. Used inside the isolate for what a program throws, and by the
// host for the stack that comes with each call: reading it there costs a tenth of what it costs in a fresh isolate.
//
// Threat: a stack is text the program can write parts of. All that is ever taken from it are two small numbers.

/** Line and column of the program; zeros where it is not in the stack. */
export type ReadPosition = (stack: string) => readonly [number, number];

export interface TextPrimitives {
  readonly slice: (text: string, from: number, to?: number) => string;
  readonly indexOf: (text: string, part: string, from?: number) => number;
  readonly toNumber: (value: unknown) => number;
}

/** Lines the engine counts before the program's first: two of its own head of the function, and our "use strict". */
export const WRAPPER_LINES = 3;

/** Of the stack that comes with a call: the line that made it is among the first. */
export const MAX_STACK = 512;

export function createPositionReader({ slice, indexOf, toNumber }: TextPrimitives, wrapperLines: number): ReadPosition {
  const MARK = 'program.ts:';
  const MAX_NUMBER = 999_999_999;
  // Small whole numbers only, or "Infinity" would end up in our JSON.
  const numberIn = (text: string): number => {
    const number = toNumber(text);
    return number > 0 && number <= MAX_NUMBER && number % 1 === 0 ? number : 0;
  };
  const endOfFrame = (stack: string, from: number): number => {
    const bracket = indexOf(stack, ')', from);
    const line = indexOf(stack, '\n', from);
    if (bracket < 0) return line < 0 ? stack.length : line;
    return line < 0 || bracket < line ? bracket : line;
  };
  return (stack) => {
    const start = indexOf(stack, MARK);
    if (start < 0) return [0, 0];
    const from = start + MARK.length;
    const colon = indexOf(stack, ':', from);
    if (colon < 0) return [0, 0];
    const line = numberIn(slice(stack, from, colon)) - wrapperLines;
    const column = numberIn(slice(stack, colon + 1, endOfFrame(stack, colon)));
    return line > 0 ? [line, column] : [0, 0];
  };
}
