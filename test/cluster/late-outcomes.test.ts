// What becomes of a handler's run whose node lost its lease, or whose call went on without it: it is journaled, and it
// does not act on what came too late.

import { defineTool, type ExecutionId, type JournalEntry, type SecretVault } from '@toolshed/kernel';
import { createMemoryStore, openVault, type Store } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { type Bank, type BankHandler, createGate, openBank, PAY } from '../support/durable/bank.ts';
import { expectStatus } from '../support/expect-status.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { createSharedMemoryStore } from '../support/shared-memory-store.ts';
import { verifies } from '../support/verifies.ts';

const PATIENT = { timeout: 30_000, interval: 25 } as const;
/** A minute: nothing is renewed while the test runs. */
const LONG_LEASE_MS = 60_000;
const SHORT_LEASE_MS = 3_000;
const LIMIT_MS = 500;

const readAll = (store: Store, id: ExecutionId): Promise<readonly JournalEntry[]> => store.journal.read(id);

const lateOnes = (entries: readonly JournalEntry[]): readonly JournalEntry[] =>
  entries.filter(({ kind }) => kind === 'late-outcome');

/** What is due by then has happened. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** A handler that asked, and is run again with its answer by a host whose vault takes its time just then. */
class SlowVaultBench implements AsyncDisposable {
  now = Date.now();
  runs = 0;
  readonly gate = createGate();
  readonly store = createSharedMemoryStore({ now: () => this.now });
  readonly #inner = openVault('memory');
  readonly #stack = new AsyncDisposableStack();
  readonly #limitMs: number;
  #isSlow = false;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  async #open(): Promise<Bank> {
    const list: SecretVault['list'] = async () => {
      if (this.#isSlow) await this.gate.pass();
      return this.#inner.list();
    };
    const handler: BankHandler = async (context, act) => {
      this.runs += 1;
      this.#isSlow = this.runs === 2;
      await context.elicit({ type: 'text', message: 'Which account?' });
      act('paid');
      return 'paid';
    };
    const clock = { now: () => this.now };
    const vault = { ...this.#inner, list };
    return openBank(
      handler,
      { timeoutMs: this.#limitMs },
      { store: this.store, clock, vault, ownerLeaseMs: LONG_LEASE_MS },
    );
  }

  /** Resolves while the vault is waited for. */
  async runAgain() {
    {
      await using first = await this.#open();
      expectStatus(await first.shed.execute(PAY), 'paused');
    }
    const bank = this.#stack.use(await this.#open());
    const [{ elicitationId = '' } = {}] = await bank.shed.pending();
    const resumed = bank.shed.resume(elicitationId, { approved: true, data: 'mine' });
    await this.gate.reached;
    return { bank, resumed };
  }

  answer(): void {
    this.#isSlow = false;
    this.gate.open();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack[Symbol.asyncDispose]();
  }
}

describe('a handler that is given a recorded answer', () => {
  verifies('cluster/one-driver', 'a handler whose lease ended does not act on a recorded answer', async () => {
    await using bench = new SlowVaultBench(LONG_LEASE_MS);
    const { bank, resumed } = await bench.runAgain();
    const { now: timeOfDay } = Date;
    try {
      bench.now += 2 * LONG_LEASE_MS;
      Date.now = () => bench.now;
      bench.answer();
      expect(expectStatus(await resumed, 'paused').paused).toMatchObject({ asker: 'in-doubt' });
    } finally {
      Date.now = timeOfDay;
    }
    expect([bench.runs, bank.done]).toEqual([2, []]);
  });

  verifies('handler/timeout', 'a handler whose time is up does not act on a recorded answer', async () => {
    await using bench = new SlowVaultBench(LIMIT_MS);
    const { bank, resumed } = await bench.runAgain();
    expect(expectStatus(await resumed, 'paused').paused).toMatchObject({ asker: 'in-doubt' });
    bench.answer();
    await turns(20);
    expect([bench.runs, bank.done]).toEqual([2, []]);
  });
});

describe('a handler that outlived the lease of its node and then failed', () => {
  verifies('handler/late-outcome', 'a failure after the lease ended is journaled once, in doubt', async () => {
    const store = createSharedMemoryStore({ now: () => Date.now() });
    const gate = createGate();
    await using bank = await openBank(
      async (context) => {
        context.signal.throwIfAborted();
        await gate.pass();
        throw new Error('aborted');
      },
      {},
      { store, wakes: true, ownerLeaseMs: SHORT_LEASE_MS },
    );
    const id = await bank.shed.start(PAY);
    await gate.reached;
    const ownerOf = async (): Promise<string | undefined> => (await store.journal.summary(id))?.owner;
    const before = await ownerOf();
    store.endLease(before ?? '');
    // The same host goes on with it under its new lease, and has the run that it started before.
    await expect.poll(async () => [undefined, before].includes(await ownerOf()), PATIENT).toBe(false);
    await turns(20);
    gate.open();
    await expect.poll(async () => lateOnes(await readAll(store, id)).length, PATIENT).toBe(1);
    await expect.poll(async () => (await bank.shed.pending()).map(({ asker }) => asker), PATIENT).toEqual(['in-doubt']);
  });
});

describe('the outcome of a handler', () => {
  verifies('handler/late-outcome', 'a node that lost its lease and closes at once journals it', async () => {
    const shared = createSharedMemoryStore({ now: () => Date.now() });
    const gate = createGate();
    const append: Store['journal']['append'] = async (id, entries, ...rest) => {
      if (entries.some(({ kind }) => kind === 'returned')) await gate.pass();
      return shared.journal.append(id, entries, ...rest);
    };
    const store = { ...shared, journal: { ...shared.journal, append } };
    const bank = await openBank(() => 'receipt', {}, { store, ownerLeaseMs: SHORT_LEASE_MS });
    const id = await bank.shed.start(PAY);
    await gate.reached;
    const [before = expect.unreachable()] = await shared.owners.list();
    shared.endLease(before.id);
    const other = { ...before, id: 'other' };
    await shared.owners.enter(other, LONG_LEASE_MS);
    expect(await shared.journal.claim?.(id, other.id)).toBeDefined();
    // The host goes on as another owner, and has dropped what it drove.
    await expect.poll(async () => (await shared.owners.list()).length, PATIENT).toBe(3);
    const closed = bank[Symbol.asyncDispose]();
    await turns(20);
    gate.open();
    await closed;
    expect(lateOnes(await readAll(shared, id))).toMatchObject([{ call: 1, outcome: { kind: 'returned' } }]);
  });

  verifies('handler/late-outcome', 'an outcome that arrives together with its time limit is journaled', async () => {
    const memory = createMemoryStore();
    const [gate, ended] = [createGate(), createGate()];
    const append: Store['journal']['append'] = async (id, entries, ...rest) => {
      if (entries.some((entry) => entry.kind === 'returned' && entry.value === '"paid"')) await gate.pass();
      return memory.journal.append(id, entries, ...rest);
    };
    const store = { ...memory, journal: { ...memory.journal, append } };
    const tool = (path: string, timeoutMs: number, handler: (signal: AbortSignal) => Promise<string>) =>
      defineTool({
        path,
        description: path,
        input: z.object({}),
        destructive: true,
        idempotent: true,
        timeoutMs,
        handler: (context) => handler(context.signal),
      });
    const untilAborted = async (signal: AbortSignal): Promise<string> => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      void ended.pass();
      return 'sent';
    };
    await using shed = await openInThread({
      tools: [tool('mail.send', 200, untilAborted), tool('bank.pay', LONG_LEASE_MS, async () => 'paid')],
      policy: [{ pattern: '**', verdict: 'allow' }],
      store,
    });
    const running = shed.execute(`
      const sent = tools.mail.send({}).catch(({ code }) => code);
      await tools.bank.pay({});
      return await sent;
    `);
    await gate.reached;
    await ended.reached;
    await turns(20);
    gate.open();
    const { executionId, ...result } = expectStatus(await running, 'completed');
    expect(result.value).toBe('tool/timeout');
    await expect
      .poll(async () => lateOnes(await shed.journal(executionId)), PATIENT)
      .toMatchObject([{ call: 1, attempt: 1, outcome: { kind: 'returned', value: '"sent"' } }]);
  });
});
