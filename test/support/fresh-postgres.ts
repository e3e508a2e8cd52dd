// One server for a test file. Tests take turns with its schemas: making the tables takes far longer than emptying them.

import { randomUUID } from 'node:crypto';
import { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from '@toolshed/runtime';
import { Client } from 'pg';
import { startPostgres, type TestPostgres } from './postgres.ts';

let started: Promise<TestPostgres> | undefined;
/** Schemas that are empty again. */
const free: string[] = [];

/** The server of this test file, with the settings of the first caller. */
export function postgresOfFile(...options: Parameters<typeof startPostgres>): Promise<TestPostgres> {
  started ??= startPostgres(...options);
  return started;
}

/** For `afterAll` of each file that uses the server: several files may share this module. */
export async function stopPostgresOfFile(): Promise<void> {
  const server = started;
  started = undefined;
  free.length = 0;
  await (await server)?.[Symbol.asyncDispose]();
}

export const newSchema = (): string => `test_${randomUUID().replaceAll('-', '')}`;

/** What a person with `psql` could do. */
export async function runSql(sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: (await postgresOfFile()).url });
  await client.connect();
  try {
    const results: unknown = await client.query(sql);
    const last = Array.isArray(results) ? results.at(-1) : results;
    return last.rows;
  } finally {
    await client.end();
  }
}

export interface FreshPostgres extends PostgresStore {
  readonly schema: string;
}

export async function openFreshPostgres(options: Partial<PostgresStoreOptions> = {}): Promise<FreshPostgres> {
  const { url } = await postgresOfFile();
  const schema = free.pop() ?? newSchema();
  const store = await openPostgresStore({ url, schema, ...options });
  return {
    ...store,
    schema,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await runSql(emptied(schema));
      free.push(schema);
    },
  };
}

/** Every table but those of one row, which describe the schema itself. Partitions are emptied with their table. */
const emptied = (schema: string): string => `
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT c.relname FROM pg_class c
      WHERE c.relnamespace = '${schema}'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname NOT IN ('meta', 'vault')
    LOOP EXECUTE format('DELETE FROM ${schema}.%I', name); END LOOP;
  END $$;
  UPDATE ${schema}.meta SET pruned_through = 0, grants_removed = 0, audit_lines = 0, audit_hash = repeat('0', 64);
  UPDATE ${schema}.vault SET writes = 0, removals = 0, lock = NULL`;
