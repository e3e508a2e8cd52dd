import { openPostgresStore } from '@toolshed/runtime';
import { createTokenRecords } from '@toolshed/server';
import { afterAll } from 'vitest';
import { openFreshPostgres, postgresOfFile, runSql, stopPostgresOfFile } from '../../support/fresh-postgres.ts';
import { tokensContract } from '../tokens.contract.ts';

afterAll(stopPostgresOfFile);

tokensContract('tokens in PostgreSQL', async () => {
  const store = await openFreshPostgres();
  const other = await openPostgresStore({ url: (await postgresOfFile()).url, schema: store.schema });
  return {
    servers: [
      createTokenRecords({ records: store.records }),
      createTokenRecords({ records: other.records, now: () => 0 }),
    ],
    // The rows are made older: nobody waits.
    async pass(ms) {
      await runSql(`UPDATE ${store.schema}.records SET expires_at = expires_at - interval '${ms} milliseconds'`);
    },
    async [Symbol.asyncDispose]() {
      await other[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
});
