import { afterAll, describe, expect } from 'vitest';
import { openFreshPostgres, runSql, stopPostgresOfFile } from '../../support/fresh-postgres.ts';
import { verifies } from '../../support/verifies.ts';
import { type ClaimingStore, claimsContract, created, LEASE_MS, node } from '../claims.contract.ts';

afterAll(stopPostgresOfFile);

claimsContract('the PostgreSQL store', async (): Promise<ClaimingStore> => {
  const store = await openFreshPostgres();
  return {
    ...store,
    async endLease(id) {
      const ended = `clock_timestamp() - interval '1 ms'`;
      await runSql(`UPDATE ${store.schema}.nodes SET lease_until = ${ended} WHERE id = '${id}'`);
    },
  };
});

describe('an execution in a shared store', () => {
  verifies(['store/shared-claims', 'store/shared-versions'], 'one of a newer format is never claimed', async () => {
    await using store = await openFreshPostgres();
    await store.owners.enter(node('a'), LEASE_MS);
    const sample = await created(store);
    await runSql(`UPDATE ${store.schema}.executions SET format = 99`);
    expect(await store.journal.claim?.(sample.id, 'a')).toBeUndefined();
  });
});
