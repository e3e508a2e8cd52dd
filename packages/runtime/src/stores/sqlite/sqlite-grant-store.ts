// Grants on disk, and all of them parsed in memory: every call that must ask looks at them.
//
// Invariants
//   G1. Every change of the table raises its version, in the same transaction. A reader whose version is older reads the
//       rows that changed since, and, only if rows were removed, the ids of all.
//       One that met a damaged version, or an older one, reads all.
//   G2. What is in memory may be old by the time it is used; the append of a call checks the row itself.

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock, ExecutionId, Grant, GrantId, GrantStore } from '@toolshed/kernel';
import { GrantUnavailableError } from '@toolshed/kernel/runtime';
import { TERMINAL_SQL } from '../rows/terminal-sql.js';
import { grantAdded, grantPruned, grantRevoked, grantUsed } from '../audit/audit-facts.js';
import { textOfGrant } from '../grant-text.js';
import { isSpent, isUnbound, PRUNED_WITH_ADD } from '../grant-pruning.js';
import type { GrantUse } from '../grant-uses.js';
import type { CommitQueue } from './database/commit-queue.js';
import { GRANT_COLUMNS, type GrantRow, readGrantRow } from '../rows/grant-row.js';
import type { RecordFacts } from './sqlite-audit.js';
import type { GrantVersions } from './sqlite-counters.js';
import { reading } from './database/sqlite-failure.js';

export interface SqliteGrantStoreDeps {
  readonly database: DatabaseSync;
  readonly file: string;
  readonly queue: CommitQueue;
  readonly record: RecordFacts;
  readonly clock: Clock;
  readonly versions: GrantVersions;
}

export interface SqliteGrants {
  readonly store: GrantStore;
  /** Called inside the transaction that writes the calls; what it throws undoes that. */
  takeUses(uses: readonly GrantUse[]): void;
}

const OPEN = `executions.status NOT IN ${TERMINAL_SQL}`;
const SPENT = `
  SELECT ${GRANT_COLUMNS} FROM grants INDEXED BY grants_by_expiry WHERE expires_at <= ?1
  UNION SELECT ${GRANT_COLUMNS} FROM grants INDEXED BY grants_used_up WHERE uses_left = 0
  UNION SELECT ${GRANT_COLUMNS} FROM grants INDEXED BY grants_by_execution
    WHERE execution IS NOT NULL AND NOT EXISTS (SELECT 1 FROM executions WHERE executions.id = grants.execution AND ${OPEN})
  LIMIT ?2`;

export function createSqliteGrants({
  database,
  file,
  queue,
  record,
  clock,
  versions,
}: SqliteGrantStoreDeps): SqliteGrants {
  const insert = database.prepare(
    'INSERT INTO grants (id, body, uses_left, expires_at, execution, changed) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const select = (sql: string): StatementSync => {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    return statement;
  };
  const selectAll = select(`SELECT ${GRANT_COLUMNS} FROM grants`);
  const selectChanged = select(`SELECT ${GRANT_COLUMNS} FROM grants WHERE changed > ?`);
  const selectPositions = select('SELECT position FROM grants');
  const selectOne = select(`SELECT ${GRANT_COLUMNS} FROM grants WHERE id = ?`);
  const selectSpent = select(SPENT);
  const selectOpen = database.prepare(`SELECT 1 FROM executions WHERE id = ? AND ${OPEN}`);
  const remove = database.prepare('DELETE FROM grants WHERE position = ?');
  const takeOne = database.prepare('UPDATE grants SET uses_left = uses_left - 1, changed = ? WHERE id = ?');

  const known = new Map<bigint, Grant>();
  /** Undefined where all has to be read again. */
  let seen: ReturnType<GrantVersions['current']>;
  let listed: readonly Grant[] = [];

  /** G1. */
  const all = (): readonly Grant[] => {
    const now = versions.current();
    if (now !== undefined && now.version === seen?.version) return listed;
    const isOlder = now === undefined || seen === undefined || now.version < seen.version;
    if (isOlder) known.clear();
    else if (now.removals !== seen?.removals) {
      const positions = new Set(selectPositions.all().map(({ position }) => position));
      for (const position of known.keys()) if (!positions.has(position)) known.delete(position);
    }
    for (const row of isOlder ? selectAll.all() : selectChanged.all(seen?.version ?? 0)) {
      const { position, grant } = readGrantRow(row);
      known.set(position, grant);
    }
    listed = [...known].sort(([a], [b]) => (a < b ? 1 : -1)).map(([, grant]) => grant);
    seen = now;
    return listed;
  };

  const find = (id: GrantId): GrantRow | undefined => {
    const row = selectOne.get(id);
    if (row !== undefined) return readGrantRow(row);
    // One whose id is damaged is listed under another.
    return selectAll
      .all()
      .map(readGrantRow)
      .find(({ grant }) => grant.id === id);
  };

  const prune = (limit: number): number => {
    const now = clock.now();
    const isOpen = (execution: ExecutionId): boolean => selectOpen.get(execution) !== undefined;
    const rows = selectSpent.all(now, limit).map(readGrantRow);
    const spent = rows.filter(({ grant }) => isSpent(grant, now, isOpen));
    if (spent.length === 0) return 0;
    for (const { position } of spent) remove.run(position);
    versions.next('removed');
    record(spent.map(({ grant }) => grantPruned(grant, now)));
    return spent.length;
  };

  const store: GrantStore = {
    add: (grant) =>
      queue.commit(() => {
        prune(PRUNED_WITH_ADD);
        const expiresAt = isUnbound(grant) ? 0 : (grant.expiresAt ?? null);
        const execution = grant.scope === 'execution' ? grant.executionId : null;
        insert.run(
          grant.id,
          textOfGrant(grant),
          grant.usesLeft ?? null,
          expiresAt,
          execution,
          versions.next('changed'),
        );
        record([grantAdded(grant)]);
      }),
    async list() {
      return reading(file, all);
    },
    revoke: (id, by) =>
      queue.commit(() => {
        const found = find(id);
        if (found === undefined) return false;
        remove.run(found.position);
        versions.next('removed');
        record([grantRevoked(found.grant, by, clock.now())]);
        return true;
      }),
    prune: (limit) => queue.commit(() => prune(limit)),
  };

  return {
    store,
    // G2.
    takeUses(uses) {
      for (const use of uses) {
        const row = selectOne.get(use.grant);
        const grant = row && readGrantRow(row).grant;
        const hasExpired = grant?.expiresAt !== undefined && grant.expiresAt <= use.at;
        if (grant === undefined || grant.damage !== undefined || hasExpired || grant.usesLeft === 0) {
          // The gate decides the call again, and must not see the grant as it was.
          seen = undefined;
          throw new GrantUnavailableError(use.grant);
        }
        if (grant.usesLeft === undefined) continue;
        takeOne.run(versions.next('changed'), use.grant);
        record([grantUsed(use, grant.pattern)]);
      }
    },
  };
}
