import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore, type Store } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';
import { sharedRecordsContract } from './shared-records.contract.ts';

const recordsOf = ({ keptRecords }: Store) => {
  if (keptRecords) return keptRecords;
  throw new Error('a SQLite store keeps records');
};

sharedRecordsContract('records in SQLite', async () => {
  const folder = newStoreFolder();
  const one = openSqliteStore({ file: folder.file });
  const other = openSqliteStore({ file: folder.file });
  return {
    nodes: [recordsOf(one), recordsOf(other)],
    async [Symbol.asyncDispose]() {
      await one[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
});

describe('records in SQLite', () => {
  verifies('store/shared-records', 'leave no rows behind when their time is over', async () => {
    using folder = newStoreFolder();
    let now = 1_000;
    const store = openSqliteStore({ file: folder.file, clock: { now: () => now } });
    const records = recordsOf(store);
    for (let index = 0; index < 60; index++) await records.put('code', `${index}`, 1, { lastsMs: 10 });
    now += 10;
    expect(await records.list('code', { limit: 100 })).toEqual([]);
    for (const key of ['a', 'b', 'c']) await records.put('code', key, 1);
    await store[Symbol.asyncDispose]();
    using database = new DatabaseSync(folder.file);
    expect(database.prepare('SELECT key FROM records ORDER BY key').all()).toEqual([
      { key: 'a' },
      { key: 'b' },
      { key: 'c' },
    ]);
  });
});
