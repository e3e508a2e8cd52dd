import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutJson } from './json-layout.js';

describe('layOutJson', () => {
  it('writes the value it was given', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 20, max: 120 }), (value, width) => {
        expect(JSON.parse(layOutJson(value, width))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keeps on one line what fits there', () => {
    const value = [
      { path: 'a.md', reason: 'empty' },
      { path: 'b.md', tags: ['x', 'y'] },
    ];
    expect(layOutJson(value, 50).split('\n')).toEqual([
      '[',
      '  { "path": "a.md", "reason": "empty" },',
      '  { "path": "b.md", "tags": ["x", "y"] }',
      ']',
    ]);
  });
});
