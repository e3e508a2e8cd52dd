// The lines of all chains in one order, that of their positions, numbered from 1.
//
// A number is the place of a line in that order. Nothing is inserted below the oldest transaction that still runs, so
// numbers stay; a checkpoint says how many lines there are up to a position, and the rest is counted from there.

import { AuditLine, type AuditLog } from '@toolshed/kernel';
import { AUDIT_ROOT, nextAfter, toPage } from '@toolshed/kernel/runtime';
import { integerIn, type Row, textIn } from '../../rows/column.js';
import type { Database } from '../connection/connection-pool.js';
import { toStoreError } from '../connection/postgres-failure.js';
import { horizonIn } from '../schema/position-base.js';
import type { Seal } from './seal.js';
import type { VerifyAudit } from './verify-audit.js';

export interface PostgresAuditLogDeps {
  readonly database: Database;
  readonly schema: string;
  readonly seal: Seal;
  readonly verify: VerifyAudit;
}

const DEFAULT_LIMIT = 50;

export function createPostgresAuditLog({ database, schema, seal, verify }: PostgresAuditLogDeps): AuditLog {
  const horizon = horizonIn(schema);
  /** The last checkpoint before line $1. */
  const start = `start AS (
      SELECT coalesce(max(lines), 0) AS lines, coalesce(max(through), 0) AS through
      FROM ${schema}.checkpoints WHERE lines < $1
    )`;
  const total = `SELECT sealed.lines + (SELECT count(*) FROM ${schema}.audit
      WHERE position > sealed.through AND position < ${horizon}) AS total
    FROM (SELECT coalesce(max(lines), 0) AS lines, coalesce(max(through), 0) AS through
      FROM ${schema}.checkpoints) AS sealed`;
  const select = `WITH ${start}, numbered AS MATERIALIZED (
      SELECT start.lines + row_number() OVER (ORDER BY a.position) AS n, a.*
      FROM start, LATERAL (
        SELECT * FROM ${schema}.audit AS a WHERE a.position > start.through AND a.position < ${horizon}
        ORDER BY a.position LIMIT $1 + $2 - 1 - start.lines
      ) AS a
    )
    SELECT numbered.n, numbered.body, numbered.hash, before.hash AS previous
    FROM numbered LEFT JOIN ${schema}.audit AS before
      ON before.chain = numbered.chain AND before.link = numbered.link - 1
    WHERE numbered.n >= $1 ORDER BY numbered.n`;

  const read = async (from: number, limit: number): Promise<readonly AuditLine[]> => {
    if (limit < 1) return [];
    return (await database.query('read', select, [Math.max(1, from), limit])).map(toLine);
  };

  return {
    async list({ before, limit = DEFAULT_LIMIT } = {}) {
      const [row = {}] = await database.query('read', total);
      const lines = integerIn(row, 'total');
      const end = Math.min(lines, before === undefined ? lines : before - 1);
      const from = Math.max(1, end - limit + 1);
      const shown = end < 1 ? [] : (await read(from, end - from + 1)).toReversed();
      return toPage(shown, { total: lines, next: nextAfter(shown, from > 1, ({ n }) => n) });
    },
    read,
    async verify(kept) {
      // What is sealed now is what is proven below; a database that only reads proves what was sealed before.
      await seal().catch(() => undefined);
      try {
        return await verify(kept);
      } catch (error) {
        throw toStoreError('verify', database.name, error);
      }
    },
  };
}

/** A line that cannot be read is reported as such; `verify` says more. */
function toLine(row: Row): AuditLine {
  const n = integerIn(row, 'n');
  const [previous, hash] = [row['previous'] === null ? AUDIT_ROOT : textIn(row, 'previous'), textIn(row, 'hash')];
  const line = AuditLine.safeParse({ ...factIn(row), n, previous, hash }).data;
  return line ?? { n, at: 0, what: 'damaged', detail: 'this line cannot be read', previous, hash };
}

function factIn(row: Row): object {
  try {
    return Object(JSON.parse(textIn(row, 'body')));
  } catch {
    return {};
  }
}
