// A column or a table that a later version adds to the store is copied too, or left out on purpose: this fails until
// somebody has said which.

import { copyStore, openSqliteStore } from '@toolshed/runtime';
import { type NewEntry, newElicitationId } from '@toolshed/kernel/runtime';
import { afterAll, describe, expect } from 'vitest';
import { newSchema, postgresOfFile, runSql, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { askedCall, completed, sampleExecution } from '../support/sample-execution.ts';
import { sampleGrant } from '../support/sample-grant.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

/** Tables of a cluster, which a store of one machine has nothing for, and those of one row that describe the schema. */
const TABLES_LEFT_OUT: ReadonlySet<unknown> = new Set(['followers', 'meta', 'nodes', 'secrets', 'vault']);

const COLUMNS_LEFT_OUT: ReadonlySet<string> = new Set([
  // Nobody drives what was copied, no node shows its questions, and a store with damaged executions is not copied.
  'executions.owner',
  'executions.damage',
  'elicitations.offered_by',
  // Of a record that was taken a moment ago; it is not copied.
  'records.taken_by',
]);

/** A store that has something in each column of each table. */
async function fill(file: string): Promise<void> {
  await using store = openSqliteStore({ file });
  const { journal, grants, keptRecords } = store;
  await keptRecords?.put('kind', 'key', 1, { lastsMs: 60_000 });
  const elicitation = newElicitationId(0);
  const request = { type: 'url', message: 'Sign in', url: 'https://example.org', flow: 'flow_1' } as const;
  const page: readonly NewEntry[] = [
    { kind: 'elicit-called', call: 1, digest: 'digest' },
    { kind: 'asked', call: 1, elicitation, asker: 'program', digest: 'digest', request },
  ];
  const parent = sampleExecution({ agent: 'planner', idempotencyKey: 'key', placement: ['gpu'] });
  await journal.create(...parent.start(...page));
  const quest = sampleExecution({ parent: { execution: parent.id, elicitation } });
  await journal.create(...quest.start(...askedCall(1, newElicitationId(0), Date.now() + 60_000)));
  const failed = sampleExecution({ at: Date.now() });
  const error = { code: 'program/threw', message: 'no', name: 'Error' };
  await journal.create(...failed.start({ kind: 'failed', error }));
  await journal.create(...sampleExecution().start(completed));
  await journal.prune(2_000, 10);
  const expiresAt = Date.now() + 60_000;
  await grants.add(
    sampleGrant({ scope: 'execution', session: undefined, executionId: parent.id, usesLeft: 2, expiresAt }),
  );
}

/** Of each column, in how many rows it has something that the table did not put there by itself. */
async function givenIn(schema: string, table: string): Promise<Readonly<Record<string, unknown>>> {
  const columns = await runSql(
    `SELECT column_name AS name, coalesce(column_default, 'NULL') AS preset FROM information_schema.columns
     WHERE table_schema = '${schema}' AND table_name = '${table}'`,
  );
  const counts = columns.map(
    ({ name, preset }) => `count(*) FILTER (WHERE ${name} IS DISTINCT FROM ${preset})::int AS ${name}`,
  );
  return (await runSql(`SELECT ${counts.join(', ')} FROM ${schema}.${table}`))[0] ?? {};
}

describe('a copy of a store', () => {
  verifies('store/copy', 'has every column of every table, but for those of a cluster', async () => {
    using folder = newStoreFolder();
    const { url } = await postgresOfFile();
    const schema = newSchema();
    await fill(folder.file);
    await copyStore({ from: folder.file, to: { url, schema } });

    const tables = await runSql(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = '${schema}'::regnamespace
       AND relkind IN ('r', 'p') AND NOT relispartition`,
    );
    const copied = tables.map(({ name }) => name).filter((name) => !TABLES_LEFT_OUT.has(name));
    const missing: string[] = [];
    for (const table of copied)
      for (const [column, rows] of Object.entries(await givenIn(schema, String(table))))
        if (rows === 0) missing.push(`${table}.${column}`);
    expect(new Set(missing)).toEqual(COLUMNS_LEFT_OUT);
    expect(copied.length).toBeGreaterThan(5);
  });
});
