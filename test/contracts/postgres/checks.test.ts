import { checkPostgres, createMemoryStore, openPostgresStore } from '@toolshed/runtime';
import { Client } from 'pg';
import { afterAll, describe, expect } from 'vitest';
import { openFreshPostgres, postgresOfFile, stopPostgresOfFile } from '../../support/fresh-postgres.ts';
import { startPostgres } from '../../support/postgres.ts';
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

  verifies('store/shared-failures', 'name a server that answers before it has written', async () => {
    await using server = await startPostgres({ settings: { synchronous_commit: 'off', transaction_timeout: '60s' } });
    await using store = await openPostgresStore({ url: server.url });
    expect((await store.check()).map(({ code }) => code)).toEqual(['no-fsync', 'asynchronous-replication']);
  });
});
