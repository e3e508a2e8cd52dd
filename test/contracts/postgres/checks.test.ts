import { checkPostgres, createMemoryStore, openPostgresStore, type PostgresStore } from '@toolshed/runtime';
import { Client } from 'pg';
import { afterAll, describe, expect } from 'vitest';
import { startDeafProxy } from '../../support/deaf-proxy.ts';
import { openFreshPostgres, postgresOfFile, runSql, stopPostgresOfFile } from '../../support/fresh-postgres.ts';
import { openInThread } from '../../support/open-in-thread.ts';
import { startPostgres } from '../../support/postgres.ts';
import { askedCall, sampleExecution } from '../../support/sample-execution.ts';
import { verifies } from '../../support/verifies.ts';

afterAll(stopPostgresOfFile);

describe('the checks of a server', () => {
  verifies('store/shared-failures', 'name what loses answers and what holds back events', async () => {
    await using store = await openFreshPostgres();
    const codes = (await checkPostgres(store)).map(({ code }) => code);
    expect(codes).toContain('no-transaction-timeout');
    expect(codes).not.toContain('no-notifications');
    expect(codes).not.toContain('clock-skew');
    expect(codes).not.toContain('asynchronous-replication');
    expect(await checkPostgres(createMemoryStore())).toEqual([]);
  });

  verifies('store/shared-failures', 'name a transaction that has been open for long, in any database', async () => {
    await using store = await openFreshPostgres();
    const other = new Client({ connectionString: (await postgresOfFile()).url });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT pg_current_xact_id()');
    expect((await store.check()).map(({ code }) => code)).not.toContain('long-transaction');
    const [found] = (await store.check(0)).filter(({ code }) => code === 'long-transaction');
    expect(found?.problem).toMatch(/in the database "postgres" .*pg_terminate_backend\(\d+\)/);
    await other.end();
  });

  verifies(
    'store/shared-failures',
    'name a transaction in another database of the server, which holds back events of this one',
    async () => {
      await using store = await openFreshPostgres();
      const { url } = await postgresOfFile();
      await runSql('CREATE DATABASE elsewhere');
      const other = new Client({ connectionString: url.replace(/\/postgres$/, '/elsewhere') });
      await other.connect();
      await other.query('BEGIN; CREATE TABLE report (n int); INSERT INTO report VALUES (1)');
      await store.journal.create(...sampleExecution().start(...askedCall()));
      const shown = async () => (await store.journal.entriesAfter(0)).entries.length;
      expect(await shown()).toBe(0);
      const [found] = (await store.check(0)).filter(({ code }) => code === 'long-transaction');
      expect(found?.problem).toMatch(/in the database "elsewhere" has been writing .*holds back events/);
      // What it says to do helps.
      const [, end = ''] = /end it: (.*)$/.exec(found?.problem ?? '') ?? [];
      other.on('error', () => undefined);
      await runSql(end);
      await expect.poll(shown).toBe(3);
      expect((await store.check(0)).map(({ code }) => code)).not.toContain('long-transaction');
      await other.end().catch(() => undefined);
    },
  );

  verifies('store/shared-failures', 'name a pooler that accepts LISTEN and lets no notification through', async () => {
    await using deaf = await startDeafProxy((await postgresOfFile()).url);
    await using store = await openFreshPostgres({ url: deaf.url });
    const [found] = (await store.check()).filter(({ code }) => code === 'no-notifications');
    expect(found?.problem).toMatch(/pgbouncer.*name the server itself/);
    expect(deaf.swallowed).toBeGreaterThan(0);
  });

  verifies.each('store/shared-failures', [
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ] as const)('name the clock of a node that is an hour %s', async (_, shiftMs) => {
    const { now } = Date;
    // The node goes by the clock of the database, and must learn about its own all the same.
    Date.now = () => now() + shiftMs;
    try {
      await using store = await openFreshPostgres();
      const [found] = (await store.check()).filter(({ code }) => code === 'clock-skew');
      expect(found?.problem).toContain('differ by 3600 s');
    } finally {
      Date.now = now;
    }
  });

  verifies(
    'store/shared-failures',
    'name a server that answers before it has written, or has too few connections for its nodes',
    async () => {
      await using server = await startPostgres({
        settings: { synchronous_commit: 'off', transaction_timeout: '60s', max_connections: '12' },
      });
      await using store = await openPostgresStore({ url: server.url });
      const codes = (await store.check()).map(({ code }) => code);
      expect(codes).toEqual(['no-fsync', 'asynchronous-replication', 'few-connections']);
    },
    { needs: 'own server' },
  );
});

describe('the checks of a server with a standby', () => {
  verifies(
    'store/shared-operated',
    'name commits that do not wait for it, until they do',
    async () => {
      await using server = await startPostgres({ settings: { transaction_timeout: '60s' } });
      await using _standby = await server.standby();
      await using store = await openPostgresStore({ url: server.url });
      const codes = async (): Promise<readonly string[]> => (await store.check()).map(({ code }) => code);
      await expect.poll(codes, { timeout: 20_000 }).toEqual(['no-fsync', 'asynchronous-replication']);
      const client = new Client({ connectionString: server.url });
      await client.connect();
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
      await client.query('SELECT pg_reload_conf()');
      await client.end();
      await expect.poll(codes, { timeout: 20_000 }).toEqual(['no-fsync']);
    },
    { needs: 'own server' },
  );
});

describe('the state of a cluster', () => {
  verifies('store/shared-operated', 'names nodes, what they drive, and lines that are not sealed yet', async () => {
    await using store = await openFreshPostgres();
    const node = { id: 'node_a', pid: 7, host: 'a.internal', version: '1.2.3', labels: { zone: 'eu' } };
    await store.owners.enter(node, 60_000);
    await store.owners.enter({ id: 'node_b', pid: 8, host: 'b.internal' }, 60_000);
    const [id, entries, summary] = sampleExecution().start(...askedCall());
    await store.journal.create(id, entries, { ...summary, owner: 'node_a' });
    const { nodes, audit } = await store.cluster();
    expect(nodes).toContainEqual(expect.objectContaining({ ...node, leaseMs: expect.any(Number), executions: 1 }));
    expect(nodes.find(({ host }) => host === 'b.internal')).toMatchObject({ executions: 0 });
    for (const { leaseMs } of nodes) expect(leaseMs).toBeGreaterThan(0);
    expect(audit).toEqual({ sealed: 0, unsealed: 3 });
    await expect.poll(() => store.seal()).toBe(3);
    expect((await store.cluster()).audit).toEqual({ sealed: 3, unsealed: 0, sealedAt: expect.any(Number) });
  });

  verifies('store/shared-operated', 'says how long a transaction has held back entries', async () => {
    await using store = await openFreshPostgres();
    const other = new Client({ connectionString: (await postgresOfFile()).url });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT pg_current_xact_id()');
    const at = Date.now() - 60_000;
    await store.journal.create(...sampleExecution({ at }).start(...askedCall()));
    const { heldBack } = await store.cluster();
    expect(heldBack.entries).toBe(3);
    expect(heldBack.forMs).toBeGreaterThanOrEqual(60_000);
    await other.end();
    await expect.poll(async () => (await store.cluster()).heldBack).toEqual({ entries: 0, forMs: 0 });
  });

  verifies('store/shared-operated', 'names what no node can drive, however much waits beside it', async () => {
    await using store = await openFreshPostgres();
    await store.owners.enter({ id: 'node_a', pid: 7, host: 'a.internal', placement: ['gpu'] }, 60_000);
    for (const placement of [['mars'], ['gpu', 'mars'], ['mars'], ['gpu']])
      await store.journal.create(...sampleExecution({ placement }).start());
    const others = Array.from({ length: 250 }, () => sampleExecution());
    await Promise.all(others.map((sample) => store.journal.create(...sample.start())));
    expect((await store.cluster()).stranded).toEqual([
      { placement: ['mars'], executions: 2 },
      { placement: ['gpu', 'mars'], executions: 1 },
    ]);
  });

  verifies('store/shared-operated', 'has the version that each node runs', async () => {
    await using store = await openFreshPostgres();
    await using _shed = await openInThread({ tools: [], store });
    const versions = async (): Promise<readonly (string | undefined)[]> =>
      (await store.cluster()).nodes.map(({ version }) => version);
    await expect.poll(versions).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+/)]);
  });
});

describe('the age of what is not sealed', () => {
  const lagOf = async (store: PostgresStore): Promise<number | undefined> => {
    const metric = (await store.measure?.())?.find(({ name }) => name === 'toolshed_seal_lag_seconds');
    return metric?.kind === 'gauge' ? metric.values[0]?.value : undefined;
  };

  verifies('store/shared-operated', 'is that of the oldest line, whenever the last seal was made', async () => {
    await using store = await openFreshPostgres();
    expect(await lagOf(store)).toBe(0);
    await store.journal.create(...sampleExecution({ at: Date.now() - 60_000 }).start());
    await expect.poll(() => lagOf(store)).toBeGreaterThan(55);
    await expect.poll(() => store.seal()).toBeGreaterThan(0);
    expect(await lagOf(store)).toBe(0);
    await runSql(`UPDATE ${store.schema}.checkpoints SET sealed_at = 0`);
    await store.journal.create(...sampleExecution({ at: Date.now() - 5_000 }).start());
    await expect.poll(() => lagOf(store)).toBeGreaterThan(0);
    expect(await lagOf(store)).toBeLessThan(60);
  });
});
