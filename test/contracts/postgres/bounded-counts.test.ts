// What lists, the overview and metrics cost does not grow with what a store keeps: an operator keeps years of executions.

import { openPostgresStore, type PostgresStore, type Toolshed } from '@toolshed/runtime';
import { Client } from 'pg';
import { afterAll, describe, expect } from 'vitest';
import {
  newSchema,
  openFreshPostgres,
  postgresOfFile,
  runSql,
  stopPostgresOfFile,
} from '../../support/fresh-postgres.ts';
import { openInThread } from '../../support/open-in-thread.ts';
import { askedCall, completed, sampleExecution } from '../../support/sample-execution.ts';
import { verifies } from '../../support/verifies.ts';

afterAll(stopPostgresOfFile);

/** Copies one row of each until there are so many: ended executions, and questions that are open. */
const fill = (schema: string, from: number, to: number): Promise<unknown> =>
  runSql(`
    INSERT INTO ${schema}.executions SELECT copy.*
      FROM (SELECT e FROM ${schema}.executions AS e WHERE status = 'completed' ORDER BY position LIMIT 1) AS first,
        generate_series(${from}, ${to}) AS n, jsonb_populate_record(first.e, jsonb_build_object(
          'id', left((first.e).id, -6) || lpad(n::text, 6, '0'), 'position', (first.e).position + 1000000 + n)) AS copy;
    INSERT INTO ${schema}.elicitations SELECT copy.*
      FROM (SELECT q FROM ${schema}.elicitations AS q ORDER BY position LIMIT 1) AS first,
        generate_series(${from}, ${to}) AS n, jsonb_populate_record(first.q, jsonb_build_object(
          'id', left((first.q).id, -6) || lpad(n::text, 6, '0'), 'position', (first.q).position + 1000000 + n)) AS copy;
    ANALYZE ${schema}.executions; ANALYZE ${schema}.elicitations`);

/** How many rows and entries of indexes were read by what `work` asks of a store; a session has counted them once it ended. */
async function readBy(schema: string, work: (store: PostgresStore) => Promise<void>): Promise<number> {
  const read = async (): Promise<number> => {
    const [row] = await runSql(`SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows
      FROM pg_stat_user_tables WHERE schemaname = '${schema}'`);
    return Number(row?.['rows']);
  };
  const { url } = await postgresOfFile();
  const before = await read();
  const name = `${schema}_${before}`;
  {
    await using store = await openPostgresStore({ url: `${url}?application_name=${name}`, schema });
    await work(store);
  }
  const sessions = `SELECT 1 FROM pg_stat_activity WHERE application_name = '${name}'`;
  await expect.poll(() => runSql(sessions), { timeout: 10_000 }).toHaveLength(0);
  return (await read()) - before;
}

async function gaugeIn(shed: Toolshed, name: string, status?: string): Promise<number | undefined> {
  const metric = (await shed.metrics()).find((one) => one.name === name);
  if (metric?.kind !== 'gauge') return undefined;
  return metric.values.find(({ labels }) => status === undefined || labels['status'] === status)?.value;
}

describe('a store that keeps more than anybody counts', () => {
  verifies(
    'store/bounded-counts',
    'lists and metrics cost as much at 100,000 executions and questions as at 10,000',
    async () => {
      const { url } = await postgresOfFile({ settings: { autovacuum: 'off' } });
      const schema = newSchema();
      {
        await using store = await openPostgresStore({ url, schema });
        await store.journal.create(...sampleExecution().start(completed));
        await store.journal.create(...sampleExecution().start(...askedCall()));
        await runSql(`UPDATE ${schema}.elicitations SET offered_by = 'own_gone'`);
      }
      const look = async (store: PostgresStore): Promise<void> => {
        await using shed = await openInThread({ tools: [], store, wakes: false });
        await shed.metrics();
        await shed.list({ limit: 20 });
        await shed.list({ status: ['completed'], limit: 20 });
        await shed.list({ session: 'chat-1', limit: 20 });
        await shed.pending({ limit: 20 });
        expect(await store.questionClaims?.deserters()).toEqual(['own_gone']);
      };
      await fill(schema, 1, 10_000);
      const few = await readBy(schema, look);
      await fill(schema, 10_001, 100_000);
      const many = await readBy(schema, look);
      expect(few).toBeGreaterThan(10_000);
      expect(many).toBeLessThan(1.5 * few);

      await using store = await openPostgresStore({ url, schema });
      await using shed = await openInThread({ tools: [], store, wakes: false });
      expect(await shed.list({ status: ['completed'], limit: 20 })).toMatchObject({ total: 10_001 });
      expect(await shed.pending({ limit: 20 })).toMatchObject({ total: 10_001 });
      const counted = [
        await gaugeIn(shed, 'toolshed_executions', 'completed'),
        await gaugeIn(shed, 'toolshed_open_questions'),
      ];
      for (const value of counted) {
        expect(value).toBeGreaterThan(80_000);
        expect(value).toBeLessThan(120_000);
      }
    },
    { timeout: 60_000 },
  );

  verifies('store/bounded-counts', 'a store that is slow to count is not reported as unavailable', async () => {
    await using store = await openFreshPostgres({ statementTimeoutMs: 300 });
    await using shed = await openInThread({ tools: [], store, wakes: false });
    const client = new Client({ connectionString: (await postgresOfFile()).url });
    await client.connect();
    await client.query(`BEGIN; LOCK TABLE ${store.schema}.elicitations IN ACCESS EXCLUSIVE MODE`);
    const up = await gaugeIn(shed, 'toolshed_store_up');
    const executions = await gaugeIn(shed, 'toolshed_executions', 'completed');
    await client.end();
    expect({ up, executions }).toEqual({ up: 1, executions: 0 });
  });
});
