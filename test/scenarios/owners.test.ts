// Executions whose owner died, was stopped, or is on a machine nobody knows: taken over without trust in host names or
// clocks, and never waited for without end.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ExecutionId, JournalEntry } from '@toolshed/kernel';
import type { OwnerFacts } from '@toolshed/kernel/runtime';
import { createMemoryStore, openSqliteStore, type Store } from '@toolshed/runtime';
import { describe, expect, onTestFinished } from 'vitest';
import { createManualClock, DAY_MS } from '../support/durable/manual-clock.ts';
import { openJobShed } from '../support/durable/jobs.ts';
import { expectStatus } from '../support/expect-status.ts';
import { THREAD_HOST } from '../support/open-in-thread.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

const LEASE_MS = 400;
const AWAY: OwnerFacts = { id: 'own_away', pid: 1, startedAt: '1', machine: 'another boot', host: 'away' };

/** An execution as its owner leaves it: approved, and its handler about to start. */
async function ownedBy(store: Store, owner: string): Promise<ExecutionId> {
  const id = await (async () => {
    await using host = await openJobShed({ store, wakes: false });
    return expectStatus(await host.shed.execute('return await tools.jobs.write({ n: 1 })'), 'paused').executionId;
  })();
  const summary = await store.journal.summary(id);
  const [asked] = await store.journal.questions({ executionId: id });
  if (!summary || !asked) throw new Error('nothing was asked');
  const entry: JournalEntry = {
    kind: 'answered',
    elicitation: asked.elicitationId,
    call: 1,
    answer: { action: 'accept', by: { principal: 'ada', kind: 'person', channel: 'test' } },
    seq: summary.length,
    at: summary.updatedAt,
  };
  const length = summary.length + 1;
  await store.journal.append(id, [entry], { ...summary, status: 'running', openQuestions: 0, length, owner });
  return id;
}

describe('an owner', () => {
  verifies('owners/lease', 'an owner of an unknown machine gets a lease, and is then taken over', async () => {
    const store = createMemoryStore();
    await store.owners.enter(AWAY, LEASE_MS);
    const id = await ownedBy(store, AWAY.id);
    await using host = await openJobShed({ store, ownerLeaseMs: LEASE_MS, wakes: false });
    const before = performance.now();
    expectStatus(await host.shed.wake(id), 'completed');
    expect(performance.now() - before).toBeGreaterThanOrEqual(LEASE_MS);
    expect(host.jobs.done).toEqual(['write 1']);
  });

  verifies.each('owners/lease', [
    ['back', -365 * DAY_MS],
    ['forward', 365 * DAY_MS],
  ])('is not taken over while it renews, nor kept for ever, whichever way a clock is set: %s', async (_, ms) => {
    const clock = createManualClock();
    const store = createMemoryStore({ clock });
    await store.owners.enter(AWAY, LEASE_MS);
    const id = await ownedBy(store, AWAY.id);
    await using host = await openJobShed({ store, clock, ownerLeaseMs: LEASE_MS, wakes: false });
    clock.pass(ms);
    let beats = 0;
    const heart = setInterval(() => {
      beats++;
      void store.owners.enter(AWAY, LEASE_MS);
    }, LEASE_MS / 10);
    const woken = host.shed.wake(id);
    await expect.poll(() => beats).toBeGreaterThan(20);
    expect(host.jobs.done).toEqual([]);
    clearInterval(heart);
    expectStatus(await woken, 'completed');
  });

  verifies(
    'owners/lease',
    'is taken over by a host that wakes what is left, though its lease is shorter than others wait',
    async () => {
      const store = createMemoryStore();
      await store.owners.enter(AWAY, LEASE_MS);
      const id = await ownedBy(store, AWAY.id);
      await using host = await openJobShed({ store, ownerLeaseMs: LEASE_MS });
      await expect.poll(async () => (await host.shed.get(id)).status).toBe('completed');
      expect(host.jobs.done).toEqual(['write 1']);
    },
  );

  verifies.each('owners/lease', [0, 10, 1.5, Number.NaN, 2 ** 31])(
    'is given no lease of %s ms: nobody could keep it',
    async (ownerLeaseMs) => {
      await expect(openJobShed({ ownerLeaseMs })).rejects.toThrow('ownerLeaseMs');
    },
  );

  verifies('owners/lease', 'an owner that was never entered does not count', async () => {
    const store = createMemoryStore();
    const id = await ownedBy(store, 'host-of-an-older-version/17/0/1');
    await using host = await openJobShed({ store, wakes: false });
    expectStatus(await host.shed.wake(id), 'completed');
  });

  verifies(
    'owners/lease',
    'an owner that died on this machine is taken over at once, even if the machine was renamed',
    async () => {
      using folder = newStoreFolder();
      await using first = await openJobShed({ store: { sqlite: folder.file }, wakes: false });
      const program = 'return await tools.jobs.holdWrite({ n: 1 })';
      const { executionId } = expectStatus(await first.shed.execute(program), 'paused');
      const child = await holdingProcess(folder.file, executionId);
      {
        await using store = openSqliteStore({ file: folder.file });
        const { owner = '' } = (await store.journal.summary(executionId)) ?? {};
        const facts = await store.owners.find(owner);
        expect(facts).toMatchObject({ pid: child.pid });
        if (!facts) throw new Error('it has no owner');
        await store.owners.remove(owner);
        await store.owners.enter({ ...facts, host: 'as-it-was-called-before' }, LEASE_MS);
      }
      child.kill('SIGKILL');
      await once(child, 'exit');
      await using second = await openJobShed({ store: { sqlite: folder.file }, wakes: false });
      const before = performance.now();
      expect(expectStatus(await second.shed.wake(executionId), 'paused').paused.type).toBe('in-doubt');
      expect(performance.now() - before).toBeLessThan(10_000);
    },
  );
});

describe('an owner that was taken for dead', () => {
  verifies('owners/lease', 'keeps nothing in memory of an execution that only waited there', async () => {
    const store = createMemoryStore();
    await using first = await openJobShed({ store, wakes: false, hibernateAfterMs: 10, quotas: { liveExecutions: 1 } });
    const program = 'return await tools.jobs.askMidway({ n: 1 })';
    const { executionId } = expectStatus(await first.shed.execute(program), 'paused');
    await expect(first.shed.execute('return 1')).rejects.toThrow('Cannot start another execution');
    const { owner = '' } = (await store.journal.summary(executionId)) ?? {};
    await store.owners.remove(owner);
    await using second = await openJobShed({ store, wakes: false });
    const { pending } = expectStatus(await second.shed.wake(executionId), 'paused');
    expect(pending.map(({ type }) => type)).toEqual(['text', 'in-doubt']);
    const start = async () => (await first.shed.execute('return 1').catch(({ code }) => ({ status: code }))).status;
    await expect.poll(start).toBe('completed');
  });
});

describe('taking over by hand', () => {
  verifies(
    'owners/take-over',
    'takes an execution from a process that was stopped, which does nothing more about it',
    async () => {
      using folder = newStoreFolder();
      await using host = await openJobShed({ store: { sqlite: folder.file }, wakes: false });
      const program = 'return await tools.jobs.holdWrite({ n: 1 })';
      const { executionId } = expectStatus(await host.shed.execute(program), 'paused');
      const child = await holdingProcess(folder.file, executionId);
      child.kill('SIGSTOP');
      const taken = expectStatus(await host.shed.takeOver(executionId), 'paused');
      expect(taken.paused.type).toBe('in-doubt');
      const length = (await host.shed.journal(executionId)).length;
      const told = { approved: true, data: { do: 'result', value: 'by hand' } };
      expect(expectStatus(await host.shed.resume(taken.paused.elicitationId, told), 'completed').value).toBe('by hand');
      child.kill('SIGCONT');
      // It releases the execution, and ends with what became of the execution.
      const [code] = await once(child, 'exit');
      expect(code).toBe(0);
      const journal = await host.shed.journal(executionId);
      expect(journal.slice(length).map(({ kind }) => kind)).toEqual(['answered', 'returned', 'completed']);
      expect(journal.find(({ kind }) => kind === 'taken-over')).toMatchObject({ by: { channel: 'library' } });
      expect(await host.shed.audit.verify()).toMatchObject({ kind: 'intact' });
    },
  );

  verifies('owners/take-over', 'changes nothing about an execution that waits, or has ended', async () => {
    await using host = await openJobShed({ wakes: false });
    const { executionId } = expectStatus(await host.shed.execute('return await tools.jobs.write({ n: 1 })'), 'paused');
    const before = await host.shed.journal(executionId);
    expectStatus(await host.shed.takeOver(executionId), 'paused');
    expect(await host.shed.journal(executionId)).toEqual(before);
  });
});

const HOLD = fileURLToPath(new URL('../support/durable/hold-process.ts', import.meta.url));

/** A process that answers an execution, and is in the middle of its handler when this resolves. */
async function holdingProcess(file: string, id: string) {
  const child = spawn(process.execPath, [...THREAD_HOST, HOLD, file, id], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}
