// The processes that drive executions of a SQLite store, and when each was last seen.

import type { DatabaseSync } from 'node:sqlite';
import type { Clock, OwnerStore } from '@toolshed/kernel';
import { KnownOwner } from '@toolshed/kernel/runtime';
import { withoutNulls } from '../rows/column.js';
import type { CommitQueue } from './database/commit-queue.js';
import { reading } from './database/sqlite-failure.js';

export interface SqliteOwnerStoreDeps {
  readonly database: DatabaseSync;
  readonly file: string;
  readonly queue: CommitQueue;
  readonly clock: Clock;
}

export function createSqliteOwnerStore({ database, file, queue, clock }: SqliteOwnerStoreDeps): OwnerStore {
  const upsert = database.prepare(
    `INSERT INTO owners (id, pid, started_at, machine, host, beat, seen_at) VALUES (?, ?, ?, ?, ?, 1, ?)
     ON CONFLICT (id) DO UPDATE SET beat = beat + 1, seen_at = excluded.seen_at`,
  );
  const beat = database.prepare('UPDATE owners SET beat = beat + 1, seen_at = ? WHERE id = ?');
  const select = database.prepare(`${OWNERS} WHERE id = ?`);
  const selectAll = database.prepare(OWNERS);
  const remove = database.prepare('DELETE FROM owners WHERE id = ?');
  return {
    enter: ({ id, pid, startedAt, machine, host }) =>
      queue.commit(() => {
        upsert.run(id, pid, startedAt ?? null, machine ?? null, host, clock.now());
        return true;
      }),
    renew: ({ id }) => queue.commit(() => beat.run(clock.now(), id).changes > 0),
    async find(id) {
      const row = reading(file, () => select.get(id));
      return row && KnownOwner.parse(withoutNulls(row));
    },
    async list() {
      return reading(file, () => selectAll.all()).map((row) => KnownOwner.parse(withoutNulls(row)));
    },
    remove: (id) =>
      queue.commit(() => {
        remove.run(id);
      }),
  };
}

const OWNERS = 'SELECT id, pid, started_at AS startedAt, machine, host, beat, seen_at AS seenAt FROM owners';
