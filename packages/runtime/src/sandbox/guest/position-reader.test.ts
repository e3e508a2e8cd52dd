import { describe, expect, it } from 'vitest';
import { createPositionReader, WRAPPER_LINES } from './position-reader.js';

const positionIn = createPositionReader(
  {
    slice: (text, from, to) => text.slice(from, to),
    indexOf: (text, part, from) => text.indexOf(part, from),
    toNumber: Number,
  },
  WRAPPER_LINES,
);

describe('a position in a stack', () => {
  it.each([
    ['Error\n    at program.ts:4:7', [1, 7]],
    ['Error\n    at eval (program.ts:12:3)\n    at async drive (guest.js:1:1)', [9, 3]],
    ['Error\n    at Array.map (<anonymous>)\n    at f (program.ts:5:20)\n    at program.ts:9:1', [2, 20]],
  ])('is the first of the program in %j', (stack, position) => {
    expect(positionIn(stack)).toEqual(position);
  });

  it.each([
    '',
    'Error\n    at guest.js:4:7',
    'program.ts:',
    'program.ts:4',
    'program.ts:3:1',
    'program.ts:Infinity:1',
    'program.ts:1e9:1',
    'program.ts:4.5:1',
    'program.ts:-4:1',
  ])('is nowhere in %j', (stack) => {
    expect(positionIn(stack)).toEqual([0, 0]);
  });

  it('has no column where that is no number', () => {
    expect(positionIn('program.ts:4:x')).toEqual([1, 0]);
  });
});
