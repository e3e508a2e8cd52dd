// A tree of hashes over a growing list (RFC 6962, section 2): its root proves every leaf and their order. Only the roots
// of its whole subtrees are kept, one for each bit of its size, so that a leaf costs a step or two.

import { createHash } from 'node:crypto';

export interface TreeFrontier {
  readonly size: number;
  /** Roots of the whole subtrees, largest first, as hexadecimal digits. */
  readonly roots: readonly string[];
}

export const EMPTY_TREE: TreeFrontier = { size: 0, roots: [] };

const hashOf = (prefix: number, ...parts: readonly Buffer[]): string => {
  const hash = createHash('sha256').update(Buffer.of(prefix));
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const leafHash = (text: string): string => hashOf(0, Buffer.from(text, 'utf8'));
const nodeHash = (left: string, right: string): string =>
  hashOf(1, Buffer.from(left, 'hex'), Buffer.from(right, 'hex'));

export function grow({ size, roots }: TreeFrontier, leaves: Iterable<string>): TreeFrontier {
  const grown = [...roots];
  let count = size;
  for (const leaf of leaves) {
    let hash = leafHash(leaf);
    // Each low bit that is set is a whole subtree of the same size as what was made so far.
    for (let rest = count; rest % 2 === 1; rest = Math.floor(rest / 2)) hash = nodeHash(grown.pop() ?? '', hash);
    grown.push(hash);
    count += 1;
  }
  return { size: count, roots: grown };
}

export function rootOf({ roots }: TreeFrontier): string {
  const [last, ...others] = roots.toReversed();
  if (last === undefined) return createHash('sha256').digest('hex');
  return others.reduce((right, left) => nodeHash(left, right), last);
}
