import { defineTool, type EntryKind, type JournalEntry, type Tool } from '@toolshed/kernel';
import { createMemoryStore, createMemoryVault, type OpenOptions, type Store } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { createGate, openBank, PAY } from '../support/durable/bank.ts';
import { untilEntry } from '../support/durable/until.ts';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const CAUGHT = 'try { return await tools.bank.pay({}) } catch (error) { return error.code }';

const ALLOWED: OpenOptions['policy'] = [{ pattern: 'bank.pay', verdict: 'allow' }];

describe('a handler that takes longer than its time', () => {
  verifies.each('handler/timeout', [
    ['is safe, by its own limit', { destructive: false, timeoutMs: 20 }, {}],
    ['is safe, by the limit of the host', { destructive: false }, { toolTimeoutMs: 20 }],
    ['is safe, though a rule allows it', { destructive: false, timeoutMs: 20 }, { policy: ALLOWED }],
    ['is idempotent', { idempotent: true, timeoutMs: 20 }, { toolTimeoutMs: 60_000 }],
  ] as const)('fails with tool/timeout and is aborted if its call %s', async (_, facts, options) => {
    const gate = createGate();
    const reasons: unknown[] = [];
    await using bank = await openBank(
      async ({ signal }) => {
        signal.addEventListener('abort', () => reasons.push(signal.reason.code));
        await gate.pass();
        return 'late';
      },
      facts,
      options,
    );
    const done = expectStatus(await bank.shed.execute(CAUGHT), 'completed');
    expect(done.value).toBe('tool/timeout');
    expect(reasons).toEqual(['tool/timeout']);
    const told = untilEntry(bank.shed, 'late-outcome');
    gate.open();
    await told;
    const { calls } = await bank.shed.get(done.executionId);
    expect(calls).toMatchObject([{ outcome: 'threw', lateOutcome: { outcome: 'returned', value: 'late' } }]);
  });

  verifies('handler/timeout', 'is in doubt if it may have acted, until its outcome comes', async () => {
    const gate = createGate();
    await using bank = await openBank(
      async (_context, act) => {
        await gate.pass();
        act('charged');
        return 'receipt';
      },
      { timeoutMs: 20 },
    );
    const { shed } = bank;
    const paused = expectStatus(await shed.execute(CAUGHT), 'paused');
    expect(paused.paused).toMatchObject({ type: 'in-doubt', message: expect.stringContaining('time limit') });
    const completed = untilEntry(shed, 'completed');
    gate.open();
    await completed;
    expect(await shed.get(paused.executionId)).toMatchObject({ status: 'completed', value: 'receipt' });
    expect(await shed.pending()).toEqual([]);
    expect(bank.done).toEqual(['charged']);
  });

  verifies('handler/timeout', 'one not called in its time is never called, and nothing is in doubt', async () => {
    const done: string[] = [];
    const vault = createMemoryVault();
    const unblocked = Promise.withResolvers<void>();
    let isInvoking = false;
    await using shed = await openInThread({
      tools: [payTool(done)],
      store: storeThatTells('invoking', () => {
        isInvoking = true;
      }),
      policy: ALLOWED,
      vault: {
        ...vault,
        async list() {
          if (isInvoking) await unblocked.promise;
          return vault.list();
        },
      },
    });
    const completed = expectStatus(await shed.execute(CAUGHT), 'completed');
    expect(completed.value).toBe('tool/timeout');
    unblocked.resolve();
    expectStatus(await shed.execute('return await tools.bank.pay({})'), 'completed');
    expect(done).toEqual(['paid']);
  });

  verifies('handler/timeout', 'is in doubt if a rule allowed what its tool does not call safe', async () => {
    const gate = createGate();
    await using bank = await openBank(gate.pass, { timeoutMs: 20 }, { policy: ALLOWED });
    const paused = expectStatus(await bank.shed.execute(CAUGHT), 'paused');
    expect(paused.paused.type).toBe('in-doubt');
    gate.open();
  });

  verifies('handler/timeout', 'one that fails after its time stays in doubt, with its failure', async () => {
    const gate = createGate();
    await using bank = await openBank(
      async () => {
        await gate.pass();
        throw new Error('the line went dead');
      },
      { timeoutMs: 20 },
    );
    const { shed } = bank;
    const { executionId: id } = expectStatus(await shed.execute(CAUGHT), 'paused');
    const told = untilEntry(shed, 'late-outcome');
    gate.open();
    await told;
    const paused = expectStatus(await shed.get(id), 'paused');
    expect(paused.paused).toMatchObject({ type: 'in-doubt', call: 1 });
    expect(paused.calls).toMatchObject([{ lateOutcome: { outcome: 'threw', attempt: 1 } }]);
    expect(await shed.resume(id, false)).toMatchObject({ status: 'completed', value: 'tool/in-doubt' });
  });

  verifies(
    'handler/timeout',
    'the outcome of a handler that finishes after a retry is shown beside the retry',
    async () => {
      const gate = createGate();
      let starts = 0;
      await using bank = await openBank(
        async () => {
          starts++;
          if (starts > 1) return 'second';
          await gate.pass();
          return 'first';
        },
        { timeoutMs: 20 },
      );
      const { shed } = bank;
      const { executionId: id } = expectStatus(await shed.execute(CAUGHT), 'paused');
      const done = await shed.resume(id, { approved: true, data: { do: 'retry' } });
      expect(done).toMatchObject({ status: 'completed', value: 'second' });
      const told = untilEntry(shed, 'late-outcome');
      gate.open();
      await told;
      expect((await shed.get(id)).calls).toMatchObject([
        { outcome: 'returned', lateOutcome: { attempt: 1, value: 'first' } },
      ]);
    },
  );

  verifies('handler/timeout', 'does not count the time a person takes', async () => {
    await using bank = await openBank(
      async (context) => (await context.elicit({ type: 'text', message: 'Which account?' })).data,
      { timeoutMs: 60 },
    );
    const { executionId: id } = expectStatus(await bank.shed.execute(PAY), 'paused');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await bank.shed.resume(id, { approved: true, data: 'ada' })).toMatchObject({ value: 'ada' });
  });

  verifies.each('handler/timeout', [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    'cannot have a limit of %s',
    async (timeoutMs) => {
      const facts = { path: 'bank.pay', description: 'Pay', input: z.object({}), handler: () => 1 };
      expect(() => defineTool({ ...facts, timeoutMs })).toThrow('timeoutMs');
      await expect(openInThread({ tools: [], store: 'memory', toolTimeoutMs: timeoutMs })).rejects.toThrow();
    },
  );
});

const payTool = (done: string[]): Tool =>
  defineTool({
    path: 'bank.pay',
    description: 'pay',
    input: z.object({}),
    destructive: true,
    timeoutMs: 100,
    handler: async () => void done.push('paid'),
  });

/** Calls `onWritten` when an entry of this kind is on disk, before the writer learns of it. */
function storeThatTells(kind: EntryKind, onWritten: () => void): Store {
  const store = createMemoryStore();
  const { journal } = store;
  const tell = (entries: readonly JournalEntry[]): void => {
    if (entries.some((entry) => entry.kind === kind)) onWritten();
  };
  return {
    ...store,
    journal: {
      ...journal,
      async create(...args) {
        const id = await journal.create(...args);
        tell(args[1]);
        return id;
      },
      async append(...args) {
        const epoch = await journal.append(...args);
        tell(args[1]);
        return epoch;
      },
    },
  };
}
