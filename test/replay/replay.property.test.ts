import { createMemoryStore, openSqliteStore, type Toolshed } from '@toolshed/runtime';
import type { JournalEntry } from '@toolshed/kernel';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { deep } from '../support/depth.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { type Observed, observe, unordered } from '../support/replay/observed.ts';
import { type GeneratedRun, generatedRun } from '../support/replay/program-arbitrary.ts';
import { orderOf } from '../support/replay/program-order.ts';
import { sourceOf } from '../support/replay/program-steps.ts';
import { answerAll, FREE_AGENT, openReplayBench, type ReplayBench } from '../support/replay/replay-bench.ts';
import { verifies } from '../support/verifies.ts';

/** Side by side, because programs mostly wait. */
const LANES = 8;
const PROGRAMS = deep(1_040, 64);
const ON_DISK = deep(40, 5);

/** Every pause is in the isolate that paused. */
let warm: ReplayBench;
/** No isolate survives a pause, and each answer is given through another host than the last. */
let cold: ReplayBench;
/** Where journals that end too early are continued. */
let cut: ReplayBench;
/** Where journals that lack nothing but their last word are continued. */
let end: ReplayBench;
let key = 0;

beforeAll(async () => {
  [warm, cold, cut, end] = await Promise.all([
    openReplayBench(createMemoryStore(), 1, { hibernateAfterMs: 60_000 }),
    openReplayBench(createMemoryStore(), 2, { maxWarm: 0 }),
    openReplayBench(createMemoryStore(), 1, { wakes: false }),
    openReplayBench(createMemoryStore(), 1, { wakes: false }),
  ]);
});
afterAll(async () => {
  for (const bench of [warm, cold, cut, end]) await bench[Symbol.asyncDispose]();
});

async function run(run: GeneratedRun, { sheds, actsOf }: ReplayBench, agent = 'asked') {
  const [shed] = sheds;
  if (shed === undefined) throw new Error('A bench has a host');
  const idempotencyKey = `run ${++key}`;
  const started = await shed.execute(sourceOf(run.steps), { agent, idempotencyKey });
  const result = await answerAll(started, sheds, run);
  return { result, idempotencyKey, observed: observe(result, actsOf(result.executionId)) };
}

/** What becomes of an execution whose process died when its journal had these entries. */
async function goOn(
  run: GeneratedRun,
  bench: ReplayBench,
  entries: readonly JournalEntry[],
  idempotencyKey: string,
  id: JournalOf,
) {
  await bench.restore(id, entries);
  const [shed] = bench.sheds;
  if (shed === undefined) throw new Error('A bench has a host');
  const woken = await shed.execute(sourceOf(run.steps), { agent: 'asked', idempotencyKey });
  const result = await answerAll(woken, [shed], run);
  expect(result.executionId).toBe(id);
  return { result, observed: observe(result, bench.actsOf(id)) };
}
type JournalOf = Awaited<ReturnType<Toolshed['execute']>>['executionId'];

const withoutTime = ({ at: _, seq, ...entry }: JournalEntry): unknown => ({ seq, ...entry });

/** Handlers that run side by side act in an order of their own; what the program is given of them has one. */
const inAnyOrder = (observed: Observed): Observed => ({ ...observed, acts: observed.acts.toSorted() });

async function replaysExactly(generated: GeneratedRun): Promise<void> {
  const order = orderOf(generated.steps, generated.approves);
  const paused = await run(generated, warm);
  const dropped = await run(generated, cold);
  if (!order.hasCoins && order.isExact)
    expect(inAnyOrder(dropped.observed), 'cold is warm').toEqual(inAnyOrder(paused.observed));
  if (!order.hasCoins && order.isFree) expect(unordered(dropped.observed)).toEqual(unordered(paused.observed));
  if (!order.hasCoins && order.isFree && generated.approves === 'all') {
    const straight = await run(generated, warm, FREE_AGENT);
    expect(unordered(straight.observed), 'straight through is approved').toEqual(unordered(paused.observed));
  }

  const id = paused.result.executionId;
  const journal = await warm.store.journal.read(id);
  const lengths = warm.store.lengthsOf(id).slice(0, -1);
  if (lengths.length === 0) return;
  const last = journal.length - 1;
  const ended = await goOn(generated, end, journal.slice(0, last), paused.idempotencyKey, id);
  expect(ended.observed, 'the end follows from the journal').toEqual({ ...paused.observed, acts: [] });
  expect((await end.store.journal.read(id)).map(withoutTime)).toEqual(journal.map(withoutTime));

  const length = lengths[Math.floor(generated.cut * (lengths.length - 1))] ?? last;
  const known = journal.slice(0, length);
  const revived = await goOn(generated, cut, known, paused.idempotencyKey, id);
  if (!order.isFree) return;
  const settled = known.filter(({ kind }) => kind === 'returned' || kind === 'threw');
  expect(unordered({ ...revived.observed, acts: [] })).toEqual(unordered({ ...paused.observed, acts: [] }));
  expect(revived.observed.acts.length, 'only what was not done before').toBeGreaterThanOrEqual(
    paused.observed.acts.length - settled.length,
  );
  for (const act of revived.observed.acts) expect(paused.observed.acts).toContain(act);
}

describe('a generated program', () => {
  verifies(
    ['replay/exact', 'replay/warm-cold'],
    'does and returns the same straight through, paused, hibernated at every pause, and cut off anywhere',
    async () => {
      let programs = 0;
      const property = fc.asyncProperty(generatedRun, async (generated) => {
        programs++;
        await replaysExactly(generated);
      });
      await Promise.all(Array.from({ length: LANES }, () => fc.assert(property, { numRuns: PROGRAMS / LANES })));
      expect(programs).toBeGreaterThanOrEqual(PROGRAMS);
    },
    { timeout: 600_000 },
  );

  verifies(
    ['replay/exact', 'replay/warm-cold'],
    'does so on disk as well',
    async () => {
      using folder = newStoreFolder();
      await using disk = await openReplayBench(openSqliteStore({ file: folder.file }), 2, { maxWarm: 0 });
      await fc.assert(
        fc.asyncProperty(generatedRun, async (generated) => {
          const order = orderOf(generated.steps, generated.approves);
          const onDisk = await run(generated, disk);
          const inMemory = await run(generated, warm);
          // Handlers that run side by side finish in their own order, and a disk changes which is first.
          if (!order.hasCoins && order.isFree) expect(unordered(onDisk.observed)).toEqual(unordered(inMemory.observed));
        }),
        { numRuns: ON_DISK },
      );
    },
    { timeout: 60_000 },
  );
});
