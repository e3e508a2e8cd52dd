// A server that waits for a synchronous standby, and a standby that is gone: nothing is acknowledged that a failover
// would lose, also where somebody makes the server stop waiting.

import { openPostgresStore, type PostgresStore } from '@toolshed/runtime';
import { Client } from 'pg';
import { describe, expect } from 'vitest';
import { startPostgres, type TestStandby } from '../../support/postgres.ts';
import { printed, sampleExecution } from '../../support/sample-execution.ts';
import { verifies } from '../../support/verifies.ts';

interface Replicated extends AsyncDisposable {
  readonly store: PostgresStore;
  readonly standby: TestStandby;
  /** Not replicated itself: what a person with `psql` would look at. */
  readonly client: Client;
  /** Cancels every commit that waits for the standby; the number of them. */
  cancelWaits(): Promise<number>;
}

async function openReplicated(): Promise<Replicated> {
  await using opening = new AsyncDisposableStack();
  const server = opening.use(await startPostgres());
  const standby = opening.use(await server.standby());
  const client = new Client({ connectionString: server.url });
  await client.connect();
  opening.defer(() => client.end());
  const store = opening.use(
    await openPostgresStore({ url: server.url, connectTimeoutMs: 2_000, writeTimeoutMs: 1_500 }),
  );
  await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
  await client.query('SELECT pg_reload_conf()');
  const isSynchronous = async (): Promise<boolean> =>
    (await client.query(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`)).rowCount === 1;
  await expect.poll(isSynchronous, { timeout: 20_000 }).toBe(true);
  const opened = opening.move();
  return {
    store,
    standby,
    client,
    async cancelWaits() {
      const cancelled = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
      return (await client.query(cancelled)).rowCount ?? 0;
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

describe('an append to a server whose synchronous standby is gone', () => {
  verifies(
    'store/shared-failures',
    'is not acknowledged, also where its wait is cancelled, and is there once when the standby is back',
    async () => {
      await using bench = await openReplicated();
      const { store, standby, client } = bench;
      const sample = sampleExecution();
      await store.journal.create(...sample.start());
      await standby.stop();

      const append = sample.say(printed('answered'));
      const outcome = store.journal.append(...append).then(
        () => 'acknowledged',
        (error: unknown) => Reflect.get(Object(error), 'code'),
      );
      await expect.poll(() => bench.cancelWaits(), { timeout: 1_000, interval: 20 }).toBeGreaterThan(0);
      // The look for what became of it waits for the standby as well, and may be cancelled as well.
      await expect.poll(() => bench.cancelWaits(), { timeout: 1_000, interval: 20 }).toBeGreaterThan(0);
      expect(await outcome).toBe('store/outcome-unknown');
      const stored = `SELECT count(*)::int AS count FROM toolshed.journal WHERE execution = '${sample.id}'`;
      expect((await client.query(stored)).rows).toEqual([{ count: 2 }]);

      await standby.start();
      // It was written: what is given again meets it.
      await expect(store.journal.append(...append)).rejects.toMatchObject({ code: 'journal/conflict' });
      expect((await store.journal.read(sample.id)).map(({ kind }) => kind)).toEqual(['started', 'printed']);
      await store.journal.append(...sample.say(printed('on')));
      expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
    },
    { timeout: 60_000, needs: 'own server' },
  );

  verifies(
    'store/shared-failures',
    'is acknowledged once if the standby is back before its caller gives up',
    async () => {
      await using bench = await openReplicated();
      const { store, standby } = bench;
      const sample = sampleExecution();
      await store.journal.create(...sample.start());
      await standby.stop();
      const appended = store.journal.append(...sample.say(printed('answered')));
      await expect.poll(() => bench.cancelWaits(), { timeout: 1_000, interval: 20 }).toBeGreaterThan(0);
      await standby.start();
      await appended;
      expect((await store.journal.read(sample.id)).map(({ kind }) => kind)).toEqual(['started', 'printed']);
    },
    { timeout: 60_000, needs: 'own server' },
  );
});
