// Handlers whose execution no longer waits for them, and what they did all the same.

import { type JournalEntry, StoreUnavailableError } from '@toolshed/kernel';
import { createMemoryStore, type Store } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { type BankHandler, createGate, openBank, PAY } from '../support/durable/bank.ts';
import { untilEntry } from '../support/durable/until.ts';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';

/** A store that can be made to refuse writes, at once or after the first entry of a kind. */
function fillableStore(fullAfter?: JournalEntry['kind']): Store & { isFull: boolean } {
  const store = createMemoryStore();
  const filled = {
    ...store,
    isFull: false,
    journal: {
      ...store.journal,
      append: async (...args: Parameters<Store['journal']['append']>) => {
        if (filled.isFull) throw new StoreUnavailableError('Cannot write: the disk is full');
        const epoch = await store.journal.append(...args);
        filled.isFull = args[1].some(({ kind }) => kind === fullAfter);
        return epoch;
      },
    },
  };
  return filled;
}

describe('a handler that finishes after its execution', () => {
  verifies(
    'handler/late-outcome',
    'was cancelled has its outcome journaled, audited, sent as an event and shown',
    async () => {
      const gate = createGate();
      await using bank = await openBank(async (_context, act) => {
        await gate.pass();
        act('charged');
        return { receipt: 7 };
      });
      const { shed } = bank;
      const running = shed.execute(PAY);
      await gate.reached;
      const [{ id = '' } = {}] = await shed.list();
      expectStatus(await shed.cancel(id, 'enough'), 'cancelled');
      const told = untilEntry(shed, 'late-outcome');
      gate.open();
      expect((await told).entry).toMatchObject({ call: 1, attempt: 1, outcome: { kind: 'returned' } });
      await running;
      const cancelled = expectStatus(await shed.get(id), 'cancelled');
      expect(cancelled.calls).toMatchObject([
        { lateOutcome: { outcome: 'returned', attempt: 1, value: { receipt: 7 } } },
      ]);
      const facts = (await shed.audit.read(1, 100)).map(({ what, detail }) => [what, detail]);
      expect(facts.at(-1)).toEqual(['late-outcome', 'attempt 1 returned']);
      expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
      expect(await shed.cancel(id)).toMatchObject({ status: 'cancelled', reason: 'enough' });
    },
  );

  verifies('handler/late-outcome', 'failed has its failure journaled, without secrets', async () => {
    const gate = createGate();
    const handler: BankHandler = async (context) => {
      const value = await context.secrets.get('card');
      await gate.pass();
      throw new Error(`refused ${value}`);
    };
    await using bank = await openBank(handler, {}, { limits: { cpuMs: 50 } });
    const { shed } = bank;
    await shed.secrets.set('card', 'tiger-4242-tiger');
    const running = shed.execute(
      `tools.bank.pay({}).catch(() => 1); await elicit({ type: 'text', message: 'On?' }); for (;;);`,
    );
    await gate.reached;
    void shed.resume((await shed.pending())[0]?.elicitationId ?? '', { approved: true, data: 'yes' });
    const failed = expectStatus(await running, 'failed');
    const told = untilEntry(shed, 'late-outcome');
    gate.open();
    await told;
    const journal = JSON.stringify(await shed.journal(failed.executionId));
    expect(journal).toContain('late-outcome');
    expect(journal).not.toContain('tiger');
  });

  verifies(
    'handler/late-outcome',
    'could not be written has it journaled when it can be, and is not run again',
    async () => {
      const gate = createGate();
      const store = fillableStore();
      let starts = 0;
      await using bank = await openBank(
        async (context, act) => {
          starts++;
          await gate.pass();
          act(context.signal.aborted ? 'aborted' : 'charged');
          return 'receipt';
        },
        {},
        { store, wakes: true },
      );
      const { shed } = bank;
      const running = shed.execute(PAY);
      await gate.reached;
      store.isFull = true;
      gate.open();
      await expect(running).rejects.toMatchObject({ code: 'execution/result-unavailable' });
      const [{ id = '' } = {}] = await shed.list();
      await expect(shed.wake(id)).rejects.toMatchObject({ code: 'store/unavailable' });
      store.isFull = false;
      expect(await shed.wake(id)).toMatchObject({ status: 'completed', value: 'receipt' });
      expect([starts, bank.done]).toEqual([1, ['charged']]);
    },
  );

  verifies(
    'handler/late-outcome',
    'could not be written, while it still ran, is waited for by the next run of the execution',
    async () => {
      const gate = createGate();
      const store = fillableStore('answered');
      await using bank = await openBank(
        async (context, act) => {
          await gate.pass();
          act(context.signal.aborted ? 'aborted' : 'charged');
          return 'receipt';
        },
        {},
        { store },
      );
      const { shed } = bank;
      const running = shed.execute(
        `const paid = tools.bank.pay({}); await elicit({ type: 'text', message: 'On?' }); return await paid`,
      );
      await gate.reached;
      const resumed = shed.resume((await shed.pending())[0]?.elicitationId ?? '', { approved: true, data: 'yes' });
      expect(await resumed).toMatchObject({ status: 'running' });
      await expect(running).rejects.toMatchObject({ code: 'execution/result-unavailable' });
      store.isFull = false;
      const [{ id = '' } = {}] = await shed.list();
      const woken = shed.wake(id);
      await new Promise((resolve) => setTimeout(resolve, 20));
      gate.open();
      expect(await woken).toMatchObject({ status: 'completed', value: 'receipt' });
      expect(bank.done).toEqual(['charged']);
    },
  );
});
