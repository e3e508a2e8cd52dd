import { createMemoryRecords, openPostgresStore } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { openFreshPostgres, postgresOfFile, runSql, stopPostgresOfFile } from '../../support/fresh-postgres.ts';
import { verifies } from '../../support/verifies.ts';
import { sharedRecordsContract } from '../shared-records.contract.ts';

afterAll(stopPostgresOfFile);

sharedRecordsContract('records in PostgreSQL', async () => {
  const store = await openFreshPostgres();
  const other = await openPostgresStore({ url: (await postgresOfFile()).url, schema: store.schema });
  return {
    nodes: [store.records, other.records],
    async [Symbol.asyncDispose]() {
      await other[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
});

sharedRecordsContract('records in memory', async () => {
  const records = createMemoryRecords();
  return { nodes: [records, records], [Symbol.asyncDispose]: async () => undefined };
});

describe('records in PostgreSQL', () => {
  verifies('store/shared-records', 'leave no rows behind when their time is over', async () => {
    await using store = await openFreshPostgres();
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => store.records.put('code', `${index}`, 1, { lastsMs: 1 })),
    );
    await store.records.put('code', 'taken', 1);
    await store.records.take('code', 'taken');
    await runSql(`UPDATE ${store.schema}.records SET expires_at = now() - interval '1 second'`);
    for (const key of ['a', 'b', 'c', 'd']) await store.records.put('code', key, 1);
    expect(await runSql(`SELECT key FROM ${store.schema}.records ORDER BY key`)).toEqual(
      ['a', 'b', 'c', 'd'].map((key) => ({ key })),
    );
  });

  verifies('store/shared-records', 'go by the clock of the database, not by that of a node', async () => {
    await using store = await openFreshPostgres({ clock: { now: () => 0 } });
    await store.records.put('code', 'a', 1, { lastsMs: 60_000 });
    const url = (await postgresOfFile()).url;
    await using ahead = await openPostgresStore({
      url,
      schema: store.schema,
      clock: { now: () => Number.MAX_SAFE_INTEGER },
    });
    expect(await ahead.records.get('code', 'a')).toMatchObject({ value: 1 });
    await runSql(`UPDATE ${store.schema}.records SET expires_at = now() - interval '1 second'`);
    expect(await store.records.get('code', 'a')).toBeUndefined();
  });
});
