// Handlers that wait for a person while their execution is to leave memory.

import { createMemoryStore } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { type BankHandler, createGate, openBank, PAY } from '../support/durable/bank.ts';
import { leftBehind } from '../support/durable/revive.ts';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';

const WAYS = [
  ['its time in memory is up', { hibernateAfterMs: 10 }],
  ['too many are in memory', { maxWarm: 0 }],
] as const;

const question = (message: string) => ({ type: 'text', message }) as const;
const kindsOf = (entries: readonly { readonly kind: string }[]) => entries.map(({ kind }) => kind);
const yes = { approved: true, data: 'ada' } as const;

describe.each(WAYS)('a handler that waits for a person when %s', (_, options) => {
  verifies.each<readonly [string, BankHandler]>('handler/held', [
    ['only waits', async (context, act) => act(String((await context.elicit(question('Which account?'))).data))],
    [
      'has a timeout that acts beside it',
      async (context, act) => {
        const late = new Promise((resolve) => setTimeout(resolve, 40)).then(() => act('ada'));
        await Promise.race([context.elicit(question('Which account?')), late]);
      },
    ],
  ])('a handler that waits and %s stays in memory, and acts once', async (_what, handler) => {
    let runs = 0;
    const counted: BankHandler = (context, act) => {
      runs++;
      return handler(context, act);
    };
    await using bank = await openBank(counted, {}, options);
    const { executionId, paused } = expectStatus(await bank.shed.execute(PAY), 'paused');
    await new Promise((resolve) => setTimeout(resolve, 80));
    await bank.shed.resume(paused.elicitationId, yes).catch((error) => error.code);
    await expect.poll(async () => (await bank.shed.get(executionId)).status).toBe('completed');
    expect([runs, bank.done]).toEqual([1, ['ada']]);
  });

  verifies.each<readonly [string, boolean, BankHandler]>('handler/held', [
    [
      'its second question',
      false,
      async (context, act) => {
        await context.elicit(question('Which account?'));
        act('reserved');
        const { data } = await context.elicit(question('Sure?'));
        act('charged');
        return data;
      },
    ],
    [
      'a question midway',
      true,
      async (context, act) => {
        act('reserved');
        const { data } = await context.elicit(question('Sure?'));
        act('charged');
        return data;
      },
    ],
  ])('a handler that waits for %s stays in memory and is not in doubt', async (_what, asksMidway, handler) => {
    await using bank = await openBank(handler, { asksMidway }, options);
    let result = expectStatus(await bank.shed.execute(PAY), 'paused');
    if (!asksMidway) result = expectStatus(await bank.shed.resume(result.executionId, yes), 'paused');
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(result.paused.message).toBe('Sure?');
    expect((await bank.shed.list())[0]?.owner).toBeDefined();
    const ended = await bank.shed.resume(result.paused.elicitationId, yes);
    expect(ended).toMatchObject({ status: 'completed', value: 'ada' });
    expect(bank.done).toEqual(['reserved', 'charged']);
  });
});

describe('a handler that stops waiting for a person by itself', () => {
  verifies.each('handler/held', [
    ['its time in memory is up', { hibernateAfterMs: 10 }],
    ['another needs its place', { maxWarm: 1 }],
  ])('acts once, though %s and the person answers after all', async (_, options) => {
    const gate = createGate();
    await using bank = await openBank(
      async (context, act) => {
        const late = new Promise((resolve) => setTimeout(resolve, 5, 'late'));
        const first = await Promise.race([context.elicit(question('Which account?')), late]);
        await gate.pass();
        act(context.signal.aborted ? 'interrupted' : 'charged');
        return first;
      },
      {},
      options,
    );
    const { shed } = bank;
    const paused = expectStatus(await shed.execute(PAY), 'paused');
    await gate.reached;
    await shed.execute(`await elicit({ type: 'text', message: 'Who?' })`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const resumed = shed.resume(paused.paused.elicitationId, yes);
    await expect.poll(async () => kindsOf(await shed.journal(paused.executionId))).toContain('answered');
    gate.open();
    expect(await resumed).toMatchObject({ status: 'completed', value: 'late' });
    expect(bank.done).toEqual(['charged']);
    expect(kindsOf(await shed.journal(paused.executionId)).filter((kind) => kind === 'returned')).toHaveLength(1);
  });
});

describe('a handler that waits in one process', () => {
  const asksTwice: BankHandler = async (context, act) => {
    await context.elicit(question('Which account?'));
    act('reserved');
    await context.elicit(question('Sure?'));
    act('charged');
  };

  verifies('handler/held', 'continues there when it is answered through another', async () => {
    const store = createMemoryStore();
    await using holder = await openBank(asksTwice, {}, { store });
    await using other = await openBank(asksTwice, {}, { store, wakes: true });
    const first = expectStatus(await holder.shed.execute(PAY), 'paused');
    const second = expectStatus(await other.shed.resume(first.paused.elicitationId, yes), 'paused');
    expect(second.pending.map(({ type, message }) => [type, message])).toEqual([['text', 'Sure?']]);
    expectStatus(await other.shed.resume(second.paused.elicitationId, yes), 'completed');
    expect([holder.done, other.done]).toEqual([['reserved', 'charged'], []]);
  });

  verifies.each<readonly [string, (error: unknown) => unknown]>('handler/held', [
    ['lets that pass', (error) => error],
    ['wraps it', (error) => new Error('cannot pay', { cause: new Error('no account', { cause: error }) })],
  ])('is ended when its host closes, and answered in another: it %s', async (_how, wrap) => {
    const store = createMemoryStore();
    const ended: string[] = [];
    const asks: BankHandler = async (context, act) => {
      try {
        act(String((await context.elicit(question('Which account?'))).data));
      } catch (error) {
        ended.push(context.signal.aborted ? 'aborted' : 'told');
        await new Promise((resolve) => setImmediate(resolve));
        await expect(context.elicit(question('And now?'))).rejects.toBe(error);
        throw wrap(error);
      } finally {
        ended.push('cleaned up');
      }
    };
    const holder = await openBank(asks, {}, { store });
    const paused = expectStatus(await holder.shed.execute(PAY), 'paused');
    await holder[Symbol.asyncDispose]();
    expect(ended).toEqual(['told', 'cleaned up']);
    expect((await store.journal.summary(paused.executionId))?.owner).toBeUndefined();
    await using other = await openBank(asks, {}, { store });
    expectStatus(await other.shed.resume(paused.paused.elicitationId, yes), 'completed');
    expect([holder.done, other.done]).toEqual([[], ['ada']]);
  });

  verifies(
    'handler/held',
    'a handler that ignores its eviction keeps its outcome, and its question is closed',
    async () => {
      const store = createMemoryStore();
      const swallows: BankHandler = async (context, act) => {
        const answer = await context.elicit(question('Which account?')).catch((error) => error.code);
        act('charged');
        return answer;
      };
      const holder = await openBank(swallows, {}, { store });
      const { executionId } = expectStatus(await holder.shed.execute(PAY), 'paused');
      await holder[Symbol.asyncDispose]();
      await using other = await openBank(swallows, {}, { store });
      await other.shed.wake(executionId);
      expect(await other.shed.get(executionId)).toMatchObject({ status: 'completed', value: 'handler/evicted' });
      expect([holder.done, other.done]).toEqual([['charged'], []]);
      expect(await other.shed.pending()).toEqual([]);
    },
  );

  verifies('handler/held', 'one that waits in its second question is in doubt once its process is dead', async () => {
    await using holder = await openBank(asksTwice);
    const first = expectStatus(await holder.shed.execute(PAY), 'paused');
    const second = expectStatus(await holder.shed.resume(first.paused.elicitationId, yes), 'paused');
    await using other = await openBank(asksTwice, {}, { store: await leftBehind(holder.shed, first.executionId) });
    const doubt = expectStatus(await other.shed.resume(second.paused.elicitationId, yes), 'paused');
    expect(doubt.paused.type).toBe('in-doubt');
    expect(other.done).toEqual([]);
  });
});
