// Seals the audit log. Appends write lines in chains of their own, so that none waits for another; a seal then fixes the
// order of all lines, below the oldest transaction that still runs, under one root. Any node may seal; one does at a time.

import type { Clock } from '@toolshed/kernel';
import { integerIn, type Row, textIn } from '../../rows/column.js';
import type { Connection } from '../connection/server-connection.js';
import type { Database } from '../connection/connection-pool.js';
import { toStoreError } from '../connection/postgres-failure.js';
import { horizonIn } from '../schema/position-base.js';
import { EMPTY_TREE, grow, rootOf, type TreeFrontier } from './merkle-tree.js';

export interface Checkpoint {
  readonly through: number;
  readonly tree: TreeFrontier;
}

/** Lines of one checkpoint; a line is found by its number in so many steps at most. */
export const LINES_PER_CHECKPOINT = 1_000;

const FIRST: Checkpoint = { through: 0, tree: EMPTY_TREE };

/** What a line is in the tree. Its hash covers what it says and what it follows. */
export const leafOf = (row: Row): string => `${textIn(row, 'chain')} ${integerIn(row, 'link')} ${textIn(row, 'hash')}`;

/** Seals what is not sealed yet, and returns how many lines are. */
export type Seal = () => Promise<number>;

export function createSeal(database: Database, schema: string, clock: Clock): Seal {
  const tryLock = `SELECT pg_try_advisory_xact_lock(hashtextextended('toolshed seal of ' || $1, 0)) AS "isMine"`;
  const selectLast = `SELECT lines, through, frontier FROM ${schema}.checkpoints ORDER BY lines DESC LIMIT 1`;
  const selectLines = `SELECT chain, link, hash, position FROM ${schema}.audit
    WHERE position > $1 AND position < ${horizonIn(schema)} ORDER BY position LIMIT ${LINES_PER_CHECKPOINT}`;
  const insert = `INSERT INTO ${schema}.checkpoints (lines, through, root, frontier, sealed_at) VALUES ($1, $2, $3, $4, $5)`;

  /** Undefined if there is nothing to seal, or another node seals. */
  async function sealOnce(connection: Connection): Promise<Checkpoint | undefined> {
    const [lock] = await connection.run(tryLock, [schema]);
    if (lock?.['isMine'] !== true) return undefined;
    const { through, tree } = toCheckpoint((await connection.run(selectLast))[0]);
    const rows = await connection.run(selectLines, [through]);
    const newest = rows.at(-1);
    if (newest === undefined) return undefined;
    const sealed = { through: integerIn(newest, 'position'), tree: grow(tree, rows.map(leafOf)) };
    const { size, roots } = sealed.tree;
    await connection.run(insert, [size, sealed.through, rootOf(sealed.tree), roots.join(' '), clock.now()]);
    return sealed;
  }

  return async () => {
    try {
      let lines = 0;
      for (;;) {
        const sealed = await database.transaction(sealOnce);
        if (sealed === undefined) return lines;
        lines = sealed.tree.size;
      }
    } catch (error) {
      throw toStoreError('seal', database.name, error);
    }
  };
}

const toCheckpoint = (row: Row | undefined): Checkpoint =>
  row === undefined
    ? FIRST
    : {
        through: integerIn(row, 'through'),
        tree: { size: integerIn(row, 'lines'), roots: textIn(row, 'frontier').split(' ') },
      };
