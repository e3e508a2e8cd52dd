import { openPostgresStore } from '@toolshed/runtime';
import { Client } from 'pg';
import { afterAll, describe, expect } from 'vitest';
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

describe('positions in a shared store', () => {
  verifies('store/shared-order', 'skip nothing and repeat nothing while nodes append at once', async () => {
    const { url } = await postgresOfFile();
    const schema = newSchema();
    const nodes = await Promise.all(Array.from({ length: 3 }, () => openPostgresStore({ url, schema })));
    await using stack = new AsyncDisposableStack();
    for (const node of nodes) stack.use(node);
    const [reader] = nodes;
    if (!reader) throw new TypeError('three were opened');
    let isWriting = true;
    const written = new Set<string>();
    const writers = nodes.flatMap((node) =>
      Array.from({ length: 4 }, async () => {
        const sample = sampleExecution();
        await node.journal.create(...sample.start());
        written.add(`${sample.id} 0`);
        for (let seq = 1; seq <= 20; seq += 1) {
          await node.journal.append(...sample.say(printed(`${seq}`)));
          written.add(`${sample.id} ${seq}`);
        }
      }),
    );
    const met: string[] = [];
    const follow = async (): Promise<void> => {
      for (let after = 0; ; ) {
        const isLast = !isWriting;
        const { entries, through } = await reader.journal.entriesAfter(after, { limit: 7 });
        met.push(...entries.map(({ executionId, entry }) => `${executionId} ${entry.seq}`));
        if (isLast && through === after) return;
        after = through;
      }
    };
    const following = follow();
    await Promise.all(writers);
    isWriting = false;
    await following;
    expect(met).toHaveLength(written.size);
    expect(new Set(met)).toEqual(written);
  });

  verifies('store/shared-order', 'wait for a transaction that was begun earlier and still runs', async () => {
    await using store = await openFreshPostgres();
    const sample = sampleExecution();
    await using other = await beginTransaction();
    await store.journal.create(...sample.start());
    expect(await store.journal.read(sample.id)).toHaveLength(1);
    expect(await store.journal.entriesAfter(0)).toMatchObject({ entries: [], through: 0 });
    let told = 0;
    using _ = store.journal.watch?.(() => void told++) ?? { [Symbol.dispose]: () => undefined };
    await expect.poll(() => told).toBeGreaterThan(0);
    await store.journal.append(...sample.say(printed('1')));
    expect(await store.journal.entriesAfter(0)).toMatchObject({ entries: [], through: 0 });
    const before = told;
    await other.commit();
    await expect.poll(() => told).toBeGreaterThan(before);
    await expect.poll(async () => (await store.journal.entriesAfter(0)).entries.length).toBe(2);
  });

  verifies('store/shared-order', 'continue above all that were given when the server was replaced', async () => {
    await using store = await openFreshPostgres();
    const [before, after] = [sampleExecution(), sampleExecution()];
    await store.journal.create(...before.start());
    const last = await store.journal.lastPosition();
    await runSql(`UPDATE ${store.schema}.meta SET system_identifier = 'another'`);
    const notices: string[] = [];
    const { url } = await postgresOfFile();
    await using again = await openPostgresStore({
      url,
      schema: store.schema,
      onNotice: (problem) => void notices.push(problem),
    });
    await again.journal.create(...after.start());
    expect(await again.journal.lastPosition()).toBeGreaterThan(last + 2 ** 30);
    expect(notices).toHaveLength(1);
    await runSql(`UPDATE ${store.schema}.meta SET base = 0`);
  });

  verifies('store/shared-order', 'are enough for an append of thousands of entries, which is one append', async () => {
    await using store = await openFreshPostgres();
    const sample = sampleExecution();
    await store.journal.create(...sample.start());
    await store.journal.append(...sample.say(...Array.from({ length: 3_000 }, (_, index) => printed(`${index}`))));
    expect(await store.journal.read(sample.id)).toEqual(sample.entries);
    const seqs: number[] = [];
    for (let after = 0; ; ) {
      const { places, through } = await store.journal.placesAfter(after, 1_000);
      seqs.push(...places.map(({ seq }) => seq));
      if (through === after) break;
      after = through;
    }
    expect(seqs).toEqual(sample.entries.map(({ seq }) => seq));
    expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
  });

  verifies('store/shared-order', 'appends that wait at the same time get positions of one transaction', async () => {
    await using store = await openFreshPostgres();
    const samples = Array.from({ length: 64 }, () => sampleExecution());
    await Promise.all(samples.map((sample) => store.journal.create(...sample.start())));
    await Promise.all(samples.map((sample) => store.journal.append(...sample.say(printed('at once')))));
    const { places } = await store.journal.placesAfter(0, 1_000);
    expect(new Set(places.map(({ position }) => Math.floor(position / 1_024))).size).toBe(2);
  });
});

/** Holds back everything that is placed after it, until it commits. */
async function beginTransaction(): Promise<AsyncDisposable & { commit(): Promise<unknown> }> {
  const client = new Client({ connectionString: (await postgresOfFile()).url });
  // A server that is stopped says so to everybody who is connected.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT pg_current_xact_id()');
  return { commit: () => client.query('COMMIT'), [Symbol.asyncDispose]: () => client.end() };
}
