import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_TREE, grow, rootOf } from './merkle-tree.js';

/** The definition of RFC 6962, word for word. */
function rootByDefinition(leaves: readonly string[]): Buffer {
  const sha256 = (...parts: readonly Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const [only] = leaves;
  if (only === undefined) return sha256();
  if (leaves.length === 1) return sha256(Buffer.of(0), Buffer.from(only, 'utf8'));
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.of(1), rootByDefinition(leaves.slice(0, split)), rootByDefinition(leaves.slice(split)));
}

describe('the tree over the audit log', () => {
  it('has the root that RFC 6962 defines, in however many pieces it was grown', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 40 }), fc.nat(), (leaves, seed) => {
        const cut = leaves.length === 0 ? 0 : seed % leaves.length;
        const tree = grow(grow(EMPTY_TREE, leaves.slice(0, cut)), leaves.slice(cut));
        expect(tree.size).toBe(leaves.length);
        expect(rootOf(tree)).toBe(rootByDefinition(leaves).toString('hex'));
      }),
    );
  });
});
