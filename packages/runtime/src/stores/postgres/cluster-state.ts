// What runs on a database right now, for the people who operate it.

import type { KnownOwner } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { integerIn, optionalInteger, textIn } from '../rows/column.js';
import type { Database } from './connection/connection-pool.js';
import { horizonIn } from './schema/position-base.js';

/** A node that runs on a database, or did within the last day. */
export interface ClusterNode {
  /** Of this start of it: a node that starts again has another. */
  readonly id: string;
  /** The name of its machine, for people. */
  readonly host: string;
  /** Of its process. */
  readonly pid: number;
  /** Which Toolshed it runs, where it says so. */
  readonly version?: string;
  /** Labels that its host gave it. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Which executions it may drive: those that need none but these. */
  readonly placement?: readonly string[];
  /** What is left of its lease; 0 or less: it has ended, and others take over what it drives. */
  readonly leaseMs: number;
  /** How far the clock of its machine is ahead of the database's, which all nodes use; below 0: behind. */
  readonly skewMs?: number;
  /** How many executions it drives or holds for an answer. */
  readonly executions: number;
}

/** What `PostgresStore.cluster` returns. */
export interface ClusterState {
  /** Those that were renewed last come first. */
  readonly nodes: readonly ClusterNode[];
  /** Executions that wait for a node, and need labels that none has whose lease runs; by those labels. */
  readonly stranded: readonly { readonly placement: readonly string[]; readonly executions: number }[];
  /** Entries that no follower sees yet, because an older transaction of the server still writes; `forMs` of the oldest. */
  readonly heldBack: { readonly entries: number; readonly forMs: number };
  /** Lines of the audit log under a seal, those after the last seal, and when that was made. */
  readonly audit: { readonly sealed: number; readonly unsealed: number; readonly sealedAt?: number };
}

/** Counted only up to this: it is for people. */
const MOST = 10_000;
const MOST_PLACEMENTS = 20;

const Placement = z.array(z.string());

export function createClusterState(
  database: Database,
  schema: string,
  owners: () => Promise<readonly KnownOwner[]>,
): () => Promise<ClusterState> {
  const claims = `SELECT owner, count(*) AS count FROM ${schema}.executions WHERE owner IS NOT NULL GROUP BY owner`;
  const heldBack = `SELECT count(*) AS entries,
      greatest(0, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - coalesce(min(e.updated_at), 0)) AS "forMs"
    FROM (SELECT execution FROM ${schema}.journal WHERE position >= ${horizonIn(schema)} LIMIT ${MOST}) AS held
    JOIN ${schema}.executions AS e ON e.id = held.execution`;
  const audit = `SELECT last.lines AS sealed, last.at AS "sealedAt",
      (SELECT count(*) FROM (SELECT 1 FROM ${schema}.audit WHERE position > last.through LIMIT ${MOST}) AS after) AS unsealed
    FROM (SELECT coalesce(max(lines), 0) AS lines, coalesce(max(through), 0) AS through, max(sealed_at) AS at
      FROM ${schema}.checkpoints) AS last`;
  const alive = `SELECT 1 FROM ${schema}.nodes WHERE lease_until > clock_timestamp()`;
  const stranded = `SELECT placement::text AS placement, count(*) AS count FROM ${schema}.executions AS e
    WHERE status = 'running' AND placement IS NOT NULL AND damage IS NULL
      AND (owner IS NULL OR NOT EXISTS (${alive} AND nodes.id = e.owner))
      AND NOT EXISTS (${alive} AND e.placement <@ nodes.placement)
    GROUP BY placement ORDER BY count DESC, placement LIMIT ${MOST_PLACEMENTS}`;
  return async () => {
    const [known, driven, waiting, [held = {}], [lines = {}]] = await Promise.all([
      owners(),
      database.query('read', claims),
      database.query('read', stranded),
      database.query('read', heldBack),
      database.query('read', audit),
    ]);
    const counts = new Map(driven.map((row) => [textIn(row, 'owner'), integerIn(row, 'count')]));
    const entries = integerIn(held, 'entries');
    const sealedAt = optionalInteger(lines, 'sealedAt');
    return {
      nodes: known.map((owner) => toNode(owner, counts.get(owner.id) ?? 0)),
      stranded: waiting.map((row) => ({
        placement: Placement.parse(JSON.parse(textIn(row, 'placement'))),
        executions: integerIn(row, 'count'),
      })),
      heldBack: { entries, forMs: entries === 0 ? 0 : integerIn(held, 'forMs') },
      audit: {
        sealed: integerIn(lines, 'sealed'),
        unsealed: integerIn(lines, 'unsealed'),
        ...(sealedAt === undefined ? {} : { sealedAt }),
      },
    };
  };
}

const toNode = (owner: KnownOwner, executions: number): ClusterNode => {
  const { id, host, pid, version, labels, placement, expiresInMs = 0, skewMs } = owner;
  return {
    id,
    host,
    pid,
    ...(version === undefined ? {} : { version }),
    ...(labels === undefined ? {} : { labels }),
    ...(placement === undefined ? {} : { placement }),
    leaseMs: expiresInMs,
    ...(skewMs === undefined ? {} : { skewMs }),
    executions,
  };
};
