// The place of a call as it leaves the isolate: `4:21`, line and column of the program; empty where it is not known.
//
// Threat: a worker that a program took over can write anything here. All that is ever taken from it are two small numbers.

export type ReadPlace = (place: string) => readonly [number, number];

export interface TextPrimitives {
  readonly slice: (text: string, from: number, to?: number) => string;
  readonly indexOf: (text: string, part: string, from?: number) => number;
  readonly toNumber: (value: unknown) => number;
}

/** Lines the engine counts before the program's first: two of its own head of the function, and our "use strict". */
export const WRAPPER_LINES = 3;

/** Two numbers of at most nine digits, and what is between them. */
export const LONGEST_PLACE = 19;

/** Used by the host for the place of each call, and inside the isolate for the place of a call that failed. */
export function createPlaceReader({ slice, indexOf, toNumber }: TextPrimitives): ReadPlace {
  const MAX_NUMBER = 999_999_999;
  // Small whole numbers only, or "Infinity" would end up in our JSON.
  const numberIn = (text: string): number => {
    const number = toNumber(text);
    return number > 0 && number <= MAX_NUMBER && number % 1 === 0 ? number : 0;
  };
  return (place) => {
    const colon = indexOf(place, ':');
    const line = colon < 0 ? 0 : numberIn(slice(place, 0, colon));
    return line === 0 ? [0, 0] : [line, numberIn(slice(place, colon + 1))];
  };
}
