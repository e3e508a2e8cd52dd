import { JournalCorruptError, StoreUnavailableError } from '@toolshed/kernel';
import { openPostgresStore } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { appendFromTheFuture } from '../../support/append-from-the-future.ts';
import {
  newSchema,
  openFreshPostgres,
  postgresOfFile,
  runSql,
  stopPostgresOfFile,
} from '../../support/fresh-postgres.ts';
import { printed, sampleExecution } from '../../support/sample-execution.ts';
import { verifies } from '../../support/verifies.ts';

afterAll(stopPostgresOfFile);

describe('a node of an older version', () => {
  verifies('store/shared-versions', 'passes by an entry of a kind it does not know, and marks nothing', async () => {
    await using store = await openFreshPostgres();
    const [newer, other] = [sampleExecution(), sampleExecution()];
    await store.journal.create(...newer.start());
    await appendFromTheFuture(store.schema, newer.id);
    await store.journal.create(...other.start(printed('on')));
    const { entries, damaged, through } = await store.journal.entriesAfter(0);
    expect(entries.map(({ executionId, entry }) => [executionId, entry.kind])).toEqual([
      [newer.id, 'started'],
      [other.id, 'started'],
      [other.id, 'printed'],
    ]);
    expect(damaged).toMatchObject([{ executionId: newer.id, damage: { seq: 1, unknownKind: 'teleported' } }]);
    expect(through).toBe(await store.journal.lastPosition());
    await expect(store.journal.read(newer.id)).rejects.toThrow(JournalCorruptError);
    await store.journal.markDamaged(newer.id, { problem: 'unknown', unknownKind: 'teleported' });
    expect(await store.journal.list({ status: ['damaged'] })).toEqual([]);
    expect(await store.journal.summary(newer.id)).toMatchObject({ status: 'running', length: 2 });
    expect(await store.audit.verify()).toMatchObject({ kind: 'intact', newer: 1 });
  });

  verifies('store/shared-versions', 'does not start where the tables need a newer one, and says so', async () => {
    await using store = await openFreshPostgres();
    const { url } = await postgresOfFile();
    const again = () => openPostgresStore({ url, schema: store.schema });
    const [before] = await runSql(`SELECT schema_version FROM ${store.schema}.meta`);
    await runSql(`UPDATE ${store.schema}.meta SET schema_version = 99`);
    await (await again())[Symbol.asyncDispose]();
    await runSql(`UPDATE ${store.schema}.meta SET minimum_reader = 7`);
    await expect(again()).rejects.toThrow(StoreUnavailableError);
    await expect(again()).rejects.toThrow(/tables, of version 99, need a Toolshed that reads 7, .*; upgrade Toolshed/);
    await runSql(`UPDATE ${store.schema}.meta SET schema_version = ${before?.['schema_version']}, minimum_reader = 1`);
  });
});

describe('nodes that start at once', () => {
  verifies('store/shared-versions', 'make the tables once, and all of them open', async () => {
    const { url } = await postgresOfFile();
    const schema = newSchema();
    const stores = await Promise.all(Array.from({ length: 5 }, () => openPostgresStore({ url, schema })));
    const samples = stores.map(() => sampleExecution());
    await Promise.all(
      stores.map((store, index) => store.journal.create(...(samples[index] ?? sampleExecution()).start())),
    );
    expect(await stores[0]?.journal.count({})).toBe(5);
    await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()));
  });
});
