import { describe, expect, it } from 'vitest';
import { quantile } from './overview.js';

describe('a quantile', () => {
  it.each([
    [[], 0.5, 0],
    [[7], 0.95, 7],
    [[4, 1, 3, 2], 0.5, 2],
    [[4, 1, 3, 2], 0.95, 4],
    [Array.from({ length: 100 }, (_, index) => index + 1), 0.95, 95],
    [[-5], 0.5, 0],
  ])('the percentile of %j at %d is %d', (values, part, expected) => {
    expect(quantile(values, part)).toBe(expected);
  });
});
