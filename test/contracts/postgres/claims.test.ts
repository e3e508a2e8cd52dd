import { JournalConflictError } from '@toolshed/kernel';
import { FIRST_EPOCH } from '@toolshed/kernel/runtime';
import { afterAll, describe, expect } from 'vitest';
import { type FreshPostgres, openFreshPostgres, runSql, stopPostgresOfFile } from '../../support/fresh-postgres.ts';
import { completed, printed, sampleExecution } from '../../support/sample-execution.ts';
import { verifies } from '../../support/verifies.ts';

afterAll(stopPostgresOfFile);

const LEASE_MS = 60_000;
const node = (id: string) => ({ id, pid: 7, host: 'node', version: '1.2.3', labels: { zone: 'a' } });

async function created(store: FreshPostgres, owner?: string) {
  const sample = sampleExecution();
  const [id, entries, summary] = sample.start();
  await store.journal.create(id, entries, owner === undefined ? summary : { ...summary, owner });
  return sample;
}

const endLease = ({ schema }: FreshPostgres, id: string) =>
  runSql(`UPDATE ${schema}.nodes SET lease_until = clock_timestamp() - interval '1 ms' WHERE id = '${id}'`);

describe('an execution in a shared store', () => {
  verifies('store/shared-claims', 'is claimed if it has no owner, and fences appends by the epoch', async () => {
    await using store = await openFreshPostgres();
    await store.owners.enter(node('a'), LEASE_MS);
    const sample = await created(store);
    expect(await store.journal.claim?.(sample.id, 'a')).toEqual({ epoch: FIRST_EPOCH + 1 });
    const [id, entries, summary] = sample.say(printed('mine'));
    await expect(store.journal.append(id, entries, { ...summary, owner: 'a' }, { epoch: FIRST_EPOCH })).rejects.toThrow(
      JournalConflictError,
    );
    expect(await store.journal.append(id, entries, { ...summary, owner: 'a' }, { epoch: FIRST_EPOCH + 1 })).toBe(2);
    expect(await store.journal.summary(id)).toMatchObject({ owner: 'a', length: 2 });
    expect(await store.journal.append(...sample.say(completed), { epoch: 2 })).toBe(3);
    expect((await store.journal.summary(id))?.owner).toBeUndefined();
  });

  verifies('store/shared-claims', 'keeps its owner when an answer comes from outside', async () => {
    await using store = await openFreshPostgres();
    await store.owners.enter(node('a'), LEASE_MS);
    const sample = await created(store, 'a');
    const [id, entries, summary] = sample.say(printed('an answer'));
    expect(await store.journal.append(id, entries, { ...summary, owner: 'b' })).toBe(FIRST_EPOCH);
    expect(await store.journal.summary(id)).toMatchObject({ owner: 'a' });
  });

  verifies(
    'store/shared-claims',
    'is left alone while its owner has a lease, and taken over when it ends',
    async () => {
      await using store = await openFreshPostgres();
      await store.owners.enter(node('a'), LEASE_MS);
      await store.owners.enter(node('b'), LEASE_MS);
      const sample = await created(store, 'a');
      expect(await store.journal.claim?.(sample.id, 'b')).toBeUndefined();
      expect(await store.journal.claim?.(sample.id, 'a')).toEqual({ epoch: 2 });
      await endLease(store, 'a');
      expect(await store.owners.find('a')).toMatchObject({ ...node('a'), expiresInMs: expect.any(Number) });
      expect((await store.owners.find('a'))?.expiresInMs).toBeLessThanOrEqual(0);
      expect(await store.owners.renew(node('a'), LEASE_MS)).toBe(false);
      expect(await store.owners.enter(node('a'), LEASE_MS)).toBe(false);
      expect(await store.journal.claim?.(sample.id, 'a')).toBeUndefined();
      expect(await store.journal.claim?.(sample.id, 'b')).toEqual({ epoch: 3 });
      const late = sample.say(printed('late'));
      await expect(store.journal.append(...late, { epoch: 2 })).rejects.toThrow(JournalConflictError);
    },
  );

  verifies('store/shared-claims', 'of an owner that nobody knows is free; so is one that was released', async () => {
    await using store = await openFreshPostgres();
    await store.owners.enter(node('b'), LEASE_MS);
    const sample = await created(store, 'gone');
    expect(await store.journal.claim?.(sample.id, 'never-entered')).toBeUndefined();
    expect(await store.journal.claim?.(sample.id, 'b')).toEqual({ epoch: 2 });
    await store.journal.release(sample.id, 'b');
    await store.owners.enter(node('c'), LEASE_MS);
    expect(await store.journal.claim?.(sample.id, 'c')).toEqual({ epoch: 4 });
  });

  verifies('store/shared-claims', 'is claimed by one of many nodes at once', async () => {
    await using store = await openFreshPostgres();
    const names = Array.from({ length: 8 }, (_, index) => `node-${index}`);
    await Promise.all(names.map((name) => store.owners.enter(node(name), LEASE_MS)));
    const samples = await Promise.all(Array.from({ length: 5 }, () => created(store)));
    for (const { id } of samples) {
      const claims = await Promise.all(names.map((name) => store.journal.claim?.(id, name)));
      expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
    }
  });

  verifies(['store/shared-claims', 'store/shared-versions'], 'of a newer format is not claimed', async () => {
    await using store = await openFreshPostgres();
    await store.owners.enter(node('a'), LEASE_MS);
    const sample = await created(store);
    await runSql(`UPDATE ${store.schema}.executions SET format = 99`);
    expect(await store.journal.claim?.(sample.id, 'a')).toBeUndefined();
  });
});
