// Grants on disk, and all of them parsed in memory: every call that must ask looks at them.
//
// Invariants
//   G1. Every change of the table raises its version, in the same transaction. A reader whose version is older reads the
//       rows that changed since, and only where rows have gone the ids of all.
//   G2. What is in memory may be old by the time it is used; the append of a call checks the row itself.

import type { DatabaseSync } from 'node:sqlite';
import { type Clock, Grant, type GrantStore, GrantUnavailableError } from '@toolshed/kernel';
import { grantAdded, grantPruned, grantRevoked, grantUsed, textOfGrant } from '../audit-facts.js';
import { isUnbound, PRUNED_WITH_ADD } from '../grant-pruning.js';
import type { GrantUse } from '../grant-uses.js';
import { integerIn, optionalInteger, type Row, textIn } from './column.js';
import type { CommitQueue } from './commit-queue.js';
import type { RecordFacts } from './sqlite-audit.js';
import { damageIn, reading } from './sqlite-failure.js';

export interface SqliteGrantStoreDeps {
  readonly database: DatabaseSync;
  readonly file: string;
  readonly queue: CommitQueue;
  readonly record: RecordFacts;
  readonly clock: Clock;
}

export interface SqliteGrants {
  readonly store: GrantStore;
  /** Called inside the transaction that writes the calls; what it throws undoes that. */
  takeUses(uses: readonly GrantUse[]): void;
}

const SPENT = `
  SELECT body, uses_left FROM grants INDEXED BY grants_by_expiry WHERE expires_at <= ?1
  UNION SELECT body, uses_left FROM grants INDEXED BY grants_used_up WHERE uses_left = 0
  UNION SELECT body, uses_left FROM grants INDEXED BY grants_by_execution WHERE execution IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM executions
    WHERE executions.id = grants.execution AND executions.status NOT IN ('completed', 'failed', 'cancelled'))
  LIMIT ?2`;

export function createSqliteGrants({ database, file, queue, record, clock }: SqliteGrantStoreDeps): SqliteGrants {
  const insert = database.prepare(
    'INSERT INTO grants (id, body, uses_left, expires_at, execution, changed) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const selectState = database.prepare('SELECT version, removals FROM grants_state');
  const selectChanged = database.prepare('SELECT position, body, uses_left FROM grants WHERE changed > ?');
  const selectIds = database.prepare('SELECT id FROM grants');
  const selectOne = database.prepare('SELECT body, uses_left, expires_at FROM grants WHERE id = ?');
  const selectSpent = database.prepare(SPENT);
  const remove = database.prepare('DELETE FROM grants WHERE id = ?');
  const takeOne = database.prepare('UPDATE grants SET uses_left = uses_left - 1, changed = ? WHERE id = ?');
  const change = database.prepare('UPDATE grants_state SET version = version + 1 RETURNING version');
  const noteRemoval = database.prepare('UPDATE grants_state SET version = version + 1, removals = removals + 1');

  const known = new Map<string, { readonly grant: Grant; readonly position: number }>();
  let seen = { version: 0, removals: 0 };
  let listed: readonly Grant[] = [];

  const nextVersion = (): number => integerIn(change.get() ?? {}, 'version');

  /** G1. */
  const all = (): readonly Grant[] => {
    const state = selectState.get() ?? {};
    const now = { version: integerIn(state, 'version'), removals: integerIn(state, 'removals') };
    if (now.version === seen.version) return listed;
    if (now.removals !== seen.removals) {
      const ids = new Set(selectIds.all().map((row) => textIn(row, 'id')));
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    }
    for (const row of selectChanged.all(seen.version)) {
      for (const grant of toGrantIfWhole(row)) known.set(grant.id, { grant, position: integerIn(row, 'position') });
    }
    listed = [...known.values()].sort((a, b) => b.position - a.position).map(({ grant }) => grant);
    seen = now;
    return listed;
  };

  const prune = (limit: number): number => {
    const now = clock.now();
    const spent = selectSpent.all(now, limit).flatMap(toGrantIfWhole);
    if (spent.length === 0) return 0;
    for (const { id } of spent) remove.run(id);
    noteRemoval.run();
    record(spent.map((grant) => grantPruned(grant, now)));
    return spent.length;
  };

  const store: GrantStore = {
    add: (grant) =>
      queue.commit(() => {
        prune(PRUNED_WITH_ADD);
        const expiresAt = isUnbound(grant) ? 0 : (grant.expiresAt ?? null);
        const execution = grant.scope === 'execution' ? grant.execution : null;
        insert.run(grant.id, textOfGrant(grant), grant.usesLeft ?? null, expiresAt, execution, nextVersion());
        record([grantAdded(grant)]);
      }),
    async list() {
      return reading(file, all);
    },
    revoke: (id, by) =>
      queue.commit(() => {
        const row = selectOne.get(id);
        if (row === undefined) return false;
        remove.run(id);
        noteRemoval.run();
        record([grantRevoked(toGrant(row), by, clock.now())]);
        return true;
      }),
    prune: (limit) => queue.commit(() => prune(limit)),
  };

  return {
    store,
    takeUses(uses) {
      for (const use of uses) {
        const row = selectOne.get(use.grant);
        const expiresAt = row && optionalInteger(row, 'expires_at');
        const usesLeft = row && optionalInteger(row, 'uses_left');
        const hasExpired = expiresAt !== undefined && expiresAt <= use.at;
        if (row === undefined || hasExpired || usesLeft === 0) throw new GrantUnavailableError(use.grant);
        if (usesLeft === undefined) continue;
        takeOne.run(nextVersion(), use.grant);
        record([grantUsed(use, toGrant(row).pattern)]);
      }
    },
  };
}

/** A grant that cannot be read permits nothing: its calls are asked about again, and `audit verify` names it. */
function toGrantIfWhole(row: Row): readonly Grant[] {
  try {
    return [toGrant(row)];
  } catch (error) {
    if (damageIn(error) === undefined) throw error;
    return [];
  }
}

/** The grant as it was added, with the uses that are left now. */
function toGrant(row: Row): Grant {
  const usesLeft = optionalInteger(row, 'uses_left');
  return Grant.parse({ ...JSON.parse(textIn(row, 'body')), ...(usesLeft === undefined ? {} : { usesLeft }) });
}
