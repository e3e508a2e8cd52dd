import { describe, expect, it } from 'vitest';
import { boundedBody } from './bounded-body.js';

describe('the body of a failure', () => {
  it('stays as it is when it is short', () => {
    const body = { message: 'Validation Failed', errors: [{ field: 'title', code: 'missing' }] };
    expect(boundedBody(body)).toEqual(body);
    expect(boundedBody(null)).toBeNull();
  });

  it('is cut by its structure when it is long, and says what was cut', () => {
    const body = { errors: Array.from({ length: 500 }, (_, index) => ({ index, text: 'x'.repeat(50) })) };
    const cut = boundedBody(body);
    expect(JSON.stringify(cut).length).toBeLessThanOrEqual(4_000);
    expect(cut).toMatchObject({ errors: expect.arrayContaining([{ index: 0, text: 'x'.repeat(50) }]) });
    expect(JSON.stringify(cut)).toContain('more items');
  });

  it('is short however deep and wide a body is', () => {
    const wide = (depth: number): object =>
      depth === 0
        ? { a: 'y'.repeat(9_000) }
        : Object.fromEntries('abcdefgh'.split('').map((key) => [key, wide(depth - 1)]));
    expect(JSON.stringify(boundedBody(wide(3))).length).toBeLessThan(10_000);
  });

  it('has no character that could hide or reorder others', () => {
    expect(boundedBody({ message: 'a\u202eb\u0007' })).toEqual({ message: 'ab' });
  });
});
