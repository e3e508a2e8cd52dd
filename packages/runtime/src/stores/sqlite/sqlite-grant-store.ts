import type { DatabaseSync } from 'node:sqlite';
import { type Clock, Grant, type GrantStore } from '@toolshed/kernel';
import { grantAdded, grantRevoked, grantUsed, textOfGrant } from '../audit-facts.js';
import { integerIn, type Row, safeInteger, textIn } from './column.js';
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

export function createSqliteGrantStore({ database, file, queue, record, clock }: SqliteGrantStoreDeps): GrantStore {
  const insert = database.prepare('INSERT INTO grants (id, body, uses_left) VALUES (?, ?, ?)');
  const columns = `body, ${safeInteger('uses_left')} AS uses_left, uses_left IS NULL AS uncounted`;
  const selectAll = database.prepare(`SELECT ${columns} FROM grants ORDER BY position DESC`);
  const selectOne = database.prepare(`SELECT ${columns} FROM grants WHERE id = ?`);
  const remove = database.prepare('DELETE FROM grants WHERE id = ?');
  const takeOne = database.prepare('UPDATE grants SET uses_left = uses_left - 1 WHERE id = ?');

  return {
    add: (grant) =>
      queue.commit(() => {
        insert.run(grant.id, textOfGrant(grant), grant.usesLeft ?? null);
        record([grantAdded(grant)]);
      }),
    async list() {
      return reading(file, () => selectAll.all().flatMap(toGrantIfWhole));
    },
    revoke: (id, by) =>
      queue.commit(() => {
        const row = selectOne.get(id);
        if (row === undefined) return false;
        remove.run(id);
        record([grantRevoked(toGrant(row), by, clock.now())]);
        return true;
      }),
    use: (id) =>
      queue.commit(() => {
        const row = selectOne.get(id);
        if (row === undefined) return false;
        const grant = toGrant(row);
        if (grant.usesLeft === 0) return false;
        takeOne.run(id);
        record([grantUsed(grant, clock.now())]);
        return true;
      }),
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

/** The grant as it was added, with the uses that are left now. NULL minus one stays NULL: uses that are not counted. */
function toGrant(row: Row): Grant {
  const usesLeft = row['uncounted'] === 1 ? undefined : integerIn(row, 'uses_left');
  return Grant.parse({ ...JSON.parse(textIn(row, 'body')), ...(usesLeft === undefined ? {} : { usesLeft }) });
}
