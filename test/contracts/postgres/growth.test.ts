// What the planner of the server knows is what the tables were when a statement was prepared; they grow afterwards.

import { openPostgresStore, type PostgresStore } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { newSchema, postgresOfFile, runSql, stopPostgresOfFile } from '../../support/fresh-postgres.ts';
import { approved, askedCall, printed, sampleExecution } from '../../support/sample-execution.ts';
import { newElicitationId } from '@toolshed/kernel/runtime';
import { verifies } from '../../support/verifies.ts';

afterAll(stopPostgresOfFile);

/** Every write that a host makes, often enough that the server settles on plans for them. */
async function writeAll({ journal }: PostgresStore): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    const question = newElicitationId(0);
    const sample = sampleExecution();
    await journal.create(...sample.start());
    await journal.append(...sample.say(printed('1')));
    await journal.append(...sample.say(...askedCall(1, question)));
    await journal.append(...sample.say(approved(question)));
    await journal.questions({ limit: 10 });
  }
}

/** Rows that statements read without an index; a session has counted them all once it has ended. */
const readWithoutIndex = async (schema: string): Promise<readonly Record<string, unknown>[]> =>
  runSql(`SELECT relname AS name FROM pg_stat_user_tables
    WHERE schemaname = '${schema}' AND relname <> 'meta' AND seq_tup_read > 0`);

async function sessionsOf(name: string): Promise<unknown> {
  const [row] = await runSql(`SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = '${name}'`);
  return row?.['count'];
}

describe('a store that grows', () => {
  verifies('store/shared-growth', 'finds rows by an index, also where plans were made over empty tables', async () => {
    const { url } = await postgresOfFile({ settings: { autovacuum: 'off' } });
    const schema = newSchema();
    {
      await using store = await openPostgresStore({
        url: `${url}?application_name=${schema}`,
        schema,
        maxConnections: 4,
      });
      await writeAll(store);
      await writeAll(store);
    }
    await expect.poll(() => sessionsOf(schema), { timeout: 10_000 }).toBe(0);
    expect(await readWithoutIndex(schema)).toEqual([]);
  });
});
