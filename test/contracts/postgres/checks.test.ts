import { checkPostgres, createMemoryStore, openPostgresStore } from '@toolshed/runtime';
import { Client } from 'pg';
import { afterAll, describe, expect } from 'vitest';
import { openFreshPostgres, postgresOfFile, stopPostgresOfFile } from '../../support/fresh-postgres.ts';
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
    'name a server that answers before it has written, or has too few connections for its nodes',
    async () => {
      await using server = await startPostgres({
        settings: { synchronous_commit: 'off', transaction_timeout: '60s', max_connections: '12' },
      });
      await using store = await openPostgresStore({ url: server.url });
      const codes = (await store.check()).map(({ code }) => code);
      expect(codes).toEqual(['no-fsync', 'asynchronous-replication', 'few-connections']);
    },
  );
});

describe('the checks of a server with a standby', () => {
  verifies('store/shared-operated', 'name commits that do not wait for it, until they do', async () => {
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
  });
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
    expect(nodes).toContainEqual({ ...node, leaseMs: expect.any(Number), executions: 1 });
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
});
