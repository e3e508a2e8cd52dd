import { describe, expect, it } from 'vitest';
import { createPlaceReader } from './place.js';

const readPlace = createPlaceReader({
  slice: (text, from, to) => text.slice(from, to),
  indexOf: (text, part, from) => text.indexOf(part, from),
  toNumber: Number,
});

describe('the place of a call', () => {
  it('is a line and a column', () => {
    expect(readPlace('4:21')).toEqual([4, 21]);
  });

  it.each(['', '4', ':', '0:1', 'Infinity:1', '1e9:1', '4.5:1', '-4:1', 'program.ts:4:7'])(
    'is nowhere in %j',
    (place) => {
      expect(readPlace(place)).toEqual([0, 0]);
    },
  );

  it('has no column where that is no number', () => {
    expect(readPlace('4:x')).toEqual([4, 0]);
  });
});
