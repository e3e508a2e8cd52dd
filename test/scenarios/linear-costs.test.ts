// What a call, a question, an answer or a timer costs does not depend on how many there are. Compared within one run
// and by processor time, so that a busy machine does not matter: at a square, four times as many would cost four times as
// much for each. Both numbers take long enough to be measured: a few milliseconds of work are mostly chance.

import { defineTool, elicitUrl } from '@toolshed/kernel';
import { newElicitationId } from '@toolshed/kernel/runtime';
import { type ExecutionResult, openSqliteStore, openToolshed, type Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { askedCall, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';

const FEW = 250;
const SOME = 1_000;
const MANY = 4_000;

const input = z.object({ n: z.int() });
const tools = [
  defineTool({ path: 'cost.read', description: 'read', input, destructive: false, handler: (_, { n }) => n }),
  defineTool({ path: 'cost.write', description: 'write', input, destructive: true, handler: (_, { n }) => n }),
];
const limits = { calls: 10_000, callsInFlight: 10_000, elicitations: 10_000, cpuMs: 60_000, wallMs: 60_000 };
const quotas = { openQuestions: 10_000, openQuestionsPerAgent: 10_000 };
const open = (): Promise<Toolshed> => openToolshed({ tools, store: 'memory', limits, quotas });

const allOf = (count: number, call: string): string =>
  `return (await Promise.all(Array.from({ length: ${count} }, (_, n) => ${call}))).length`;

/** Processor time of this process for each of `count`, in microseconds. */
async function costOfEach(count: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** The least of a few: what else the process does at a time only adds to it. */
async function leastCost(times: number, measure: () => Promise<number>): Promise<number> {
  const costs: number[] = [];
  for (let time = 0; time < times; time++) costs.push(await measure());
  return Math.min(...costs);
}

describe('the cost of one among many', () => {
  verifies.each('execution/linear', [
    ['calls issued together', 'tools.cost.read({ n })'],
    ['timers set together', 'sleep(n % 20)'],
  ])('is no more than among few, for %s', async (_, call) => {
    await using shed = await open();
    const run = (count: number) =>
      costOfEach(count, async () =>
        expect(expectStatus(await shed.execute(allOf(count, call)), 'completed').value).toBe(count),
      );
    await run(SOME);
    const some = await leastCost(3, () => run(SOME));
    expect(await leastCost(2, () => run(MANY))).toBeLessThan(some * 2);
  });

  verifies('execution/linear', 'is no more than among few, for questions asked and answered together', async () => {
    await using shed = await open();
    const run = async (count: number): Promise<{ readonly asked: number; readonly answered: number }> => {
      const results: ExecutionResult[] = [];
      const asked = await costOfEach(count, async () =>
        results.push(await shed.execute(allOf(count, 'tools.cost.write({ n })'))),
      );
      const [paused] = results;
      if (paused === undefined) throw new TypeError('a result was expected');
      const { executionId, pending } = expectStatus(paused, 'paused');
      expect(pending).toHaveLength(count);
      const answered = await costOfEach(count, async () =>
        expectStatus(await shed.resume(executionId, { approved: true, all: true }), 'completed'),
      );
      return { asked, answered };
    };
    await run(SOME);
    const some = [await run(SOME), await run(SOME), await run(SOME)];
    const many = [await run(MANY), await run(MANY)];
    for (const part of ['asked', 'answered'] as const) {
      const least = (rounds: typeof some): number => Math.min(...rounds.map((round) => round[part]));
      expect(least(many), part).toBeLessThan(least(some) * 2);
    }
  });

  verifies('execution/linear', 'is no more than among few, for questions answered one after the other', async () => {
    await using shed = await open();
    const run = async (count: number): Promise<number> => {
      const paused = expectStatus(await shed.execute(allOf(count, 'tools.cost.write({ n })')), 'paused');
      const some = paused.pending.slice(0, FEW);
      const cost = await costOfEach(some.length, async () => {
        for (const { elicitationId } of some) await shed.resume(elicitationId, true);
      });
      await shed.cancel(paused.executionId);
      return cost;
    };
    await run(FEW + 1);
    const few = await leastCost(2, () => run(FEW + 1));
    expect(await run(MANY)).toBeLessThan(few * 3);
  });
});

describe('the cost of one beside others that do not concern it', () => {
  verifies(
    'execution/linear',
    'is no more beside 3,000 grants than beside 100, for a call that a grant allows',
    async () => {
      using folder = newStoreFolder();
      await using shed = await openToolshed({ tools, store: { sqlite: folder.file }, limits, quotas });
      await shed.grants.add({ pattern: 'cost.write', scope: { session: 'default' } });
      const addUpTo = async (from: number, to: number): Promise<void> => {
        const sessions = Array.from({ length: to - from }, (_, n) => `s${from + n}`);
        await Promise.all(sessions.map((session) => shed.grants.add({ pattern: 'cost.write', scope: { session } })));
      };
      const run = () =>
        costOfEach(FEW, async () =>
          expectStatus(await shed.execute(allOf(FEW, 'tools.cost.write({ n })')), 'completed'),
        );
      await addUpTo(0, 100);
      await run();
      const few = await leastCost(4, run);
      await addUpTo(100, 3_000);
      await run();
      expect(await leastCost(4, run)).toBeLessThan(few * 3);
    },
  );

  verifies(
    'execution/linear',
    'is no more beside 2,500 open questions than beside 100, for a page that is done',
    async () => {
      using folder = newStoreFolder();
      const visit = defineTool({
        path: 'cost.visit',
        description: 'visit',
        input: z.object({}),
        destructive: false,
        async handler(context) {
          const elicitationId = context.flowId();
          return (await context.elicit(elicitUrl({ message: 'Go', url: 'https://x.example/', elicitationId }))).action;
        },
      });
      const store = { sqlite: folder.file };
      await using shed = await openToolshed({ tools: [...tools, visit], store, limits, quotas });
      const FLOWS = 10;
      const run = async (): Promise<number> => {
        const flows: string[] = [];
        for (let n = 0; n < FLOWS; n++) {
          const { paused } = expectStatus(await shed.execute('return await tools.cost.visit({})'), 'paused');
          if (paused.request.type === 'url') flows.push(paused.request.flow ?? '');
          await shed.resume(paused.elicitationId, true);
        }
        return await costOfEach(FLOWS, async () => {
          for (const flow of flows) expectStatus(await shed.completeElicitation(flow), 'completed');
        });
      };
      const ask = async (count: number) =>
        expectStatus(await shed.execute(allOf(count, 'tools.cost.write({ n })'), { session: 'others' }), 'paused');
      await ask(100);
      await run();
      const few = await leastCost(3, run);
      await ask(2_400);
      await run();
      expect(await leastCost(3, run)).toBeLessThan(few * 3);
    },
  );

  verifies(
    'execution/linear',
    'is no more than among few, for a page of a list in SQLite and the count beside it',
    async () => {
      using folder = newStoreFolder();
      await using store = openSqliteStore({ file: folder.file });
      const fill = (count: number) =>
        Promise.all(
          Array.from({ length: count }, () =>
            store.journal.create(...sampleExecution().start(...askedCall(1, newElicitationId(0)))),
          ),
        );
      await using shed = await openToolshed({ tools, store, wakes: false, prepares: false });
      const run = (list: () => Promise<unknown>) =>
        leastCost(6, () =>
          costOfEach(10, async () => {
            for (let time = 0; time < 10; time++) await list();
          }),
        );
      const lists = [() => shed.pending(), () => shed.list(), () => shed.audit.list(), () => shed.audit.read(10, 50)];
      await fill(FEW);
      const few: number[] = [];
      for (const list of lists) few.push(await run(list));
      await fill(MANY - FEW);
      for (const [index, list] of lists.entries()) expect(await run(list)).toBeLessThan((few[index] ?? 0) * 3);
      expect(await shed.pending()).toMatchObject({ total: MANY });
    },
  );
});
