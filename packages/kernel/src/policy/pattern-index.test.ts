import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolPath } from '../tool/catalog/tool-path.js';
import { matchesPattern, PathPattern } from './match-pattern.js';
import { createPatternIndex } from './pattern-index.js';

const segment = fc.constantFrom('a', 'b', 'c');
const arbPath = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => toolPath(parts.join('.')));
const arbPattern = fc
  .tuple(fc.array(fc.oneof(segment, fc.constant('*')), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([parts, hasTail]) => PathPattern.parse([...parts, ...(hasTail ? ['**'] : [])].join('.')));

describe('an index of patterns', () => {
  it('finds what matching one after the other finds, in the same order', () => {
    fc.assert(
      fc.property(fc.array(arbPattern, { maxLength: 20 }), arbPath, (patterns, path) => {
        const index = createPatternIndex(patterns, (pattern) => pattern);
        expect(index.matching(path)).toEqual(patterns.filter((pattern) => matchesPattern(pattern, path)));
      }),
    );
  });

  it('looks at no pattern that has nothing to do with the path', () => {
    const patterns = Array.from({ length: 5_000 }, (_, n) => PathPattern.parse(`tool${n}.x.*`));
    let read = 0;
    const index = createPatternIndex(patterns, (pattern) => {
      read++;
      return pattern;
    });
    for (let n = 0; n < 5_000; n++) expect(index.matching(toolPath(`tool${n}.x.y`))).toEqual([`tool${n}.x.*`]);
    expect(read).toBe(5_000);
  });
});
