// Whether all lines up to each checkpoint, in their order, have the root that was sealed.

import { integerIn, textIn } from '../../rows/column.js';
import type { Connection } from '../connection/server-connection.js';
import { EMPTY_TREE, grow, rootOf } from './merkle-tree.js';
import { leafOf, LINES_PER_CHECKPOINT } from './seal.js';

export interface Sealed {
  readonly lines: number;
  /** When the last seal was made. */
  readonly at: number;
  readonly root: string;
  /** Whether one of the seals has the root that somebody kept, or nobody did. */
  readonly isKept: boolean;
}

/**
 * How many lines the seals prove; notes the first that does not fit its lines, at its position
 * (C4 of `verify-audit.ts`).
 */
export async function checkSeals(
  connection: Connection,
  schema: string,
  note: (position: number, problem: string) => void,
  kept?: string,
): Promise<Sealed> {
  const selectSeal = `SELECT lines, through, root, sealed_at AS at FROM ${schema}.checkpoints
    WHERE lines > $1 ORDER BY lines LIMIT 1`;
  const selectLines = `SELECT chain, link, hash, position FROM ${schema}.audit
    WHERE position > $1 AND position <= $2 ORDER BY position LIMIT ${LINES_PER_CHECKPOINT + 1}`;
  let tree = EMPTY_TREE;
  let through = 0;
  let at = 0;
  let isKept = kept === undefined || kept === rootOf(tree);
  const sealed = (lines: number): Sealed => ({ lines, at, root: rootOf(tree), isKept });
  for (;;) {
    const [seal] = await connection.run(selectSeal, [tree.size]);
    if (seal === undefined) return sealed(tree.size);
    const next = integerIn(seal, 'through');
    tree = grow(tree, (await connection.run(selectLines, [through, next])).map(leafOf));
    if (tree.size !== integerIn(seal, 'lines') || rootOf(tree) !== textIn(seal, 'root')) {
      note(next, `the lines up to ${integerIn(seal, 'lines')} are not those that were sealed`);
      return sealed(0);
    }
    isKept ||= rootOf(tree) === kept;
    through = next;
    at = integerIn(seal, 'at');
  }
}
