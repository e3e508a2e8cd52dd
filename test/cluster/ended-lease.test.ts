// A host whose lease has ended in the store before it noticed: it goes on as another owner at once, and asks no more
// often than it must.

import { defineTool } from '@toolshed/kernel';
import { openToolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { createSharedMemoryStore } from '../support/shared-memory-store.ts';
import { verifies } from '../support/verifies.ts';

const remove = defineTool({
  path: 'box.remove',
  description: 'remove',
  input: z.object({}),
  destructive: true,
  handler: () => 'removed',
});

/** A minute: nothing is renewed while the test runs. */
const LEASE_MS = 60_000;

describe('a host that was stopped for longer than its lease', () => {
  verifies('cluster/one-driver', 'a host stopped past its lease takes an answer as a new owner', async () => {
    let now = Date.now();
    const store = createSharedMemoryStore({ now: () => now });
    let claims = 0;
    const { claim = expect.unreachable } = store.journal;
    const counted: typeof claim = (...args) => {
      claims += 1;
      return claim(...args);
    };
    await using shed = await openToolshed({
      tools: [remove],
      store: { ...store, journal: { ...store.journal, claim: counted } },
      clock: { now: () => now },
      isolation: 'thread',
      trusted: true,
      maxWarm: 0,
      ownerLeaseMs: LEASE_MS,
    });
    const paused = expectStatus(await shed.execute('return await tools.box.remove({})'), 'paused');
    const before = await store.owners.list();
    const { now: timeOfDay } = Date;
    try {
      now += 2 * LEASE_MS;
      Date.now = () => now;
      const done = await shed.resume(paused.paused.elicitationId, true);
      expect(done).toMatchObject({ status: 'completed', value: 'removed' });
    } finally {
      Date.now = timeOfDay;
    }
    expect(claims).toBeLessThanOrEqual(2);
    expect(await store.owners.list()).toHaveLength(before.length + 1);
  });
});
