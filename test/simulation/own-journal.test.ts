// A run and the replay of its own journal are one history, also where safe calls run ahead of the disk, groups go on
// before their branches are done, the store is slow, and answers are journaled by another host meanwhile.

import { createMemoryStore, type ExecutionResult, openToolshed, type Toolshed } from '@toolshed/runtime';
import type { ExecutionId, JournalEntry } from '@toolshed/kernel';
import { fold, summarize } from '@toolshed/kernel/runtime';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { createRandom, type Random } from '../support/chaos/random.ts';
import { deep } from '../support/depth.ts';
import { observe } from '../support/replay/observed.ts';
import { type GeneratedRun, generatedRun } from '../support/replay/program-arbitrary.ts';
import { sourceOf } from '../support/replay/program-steps.ts';
import { type Acts, replayTools } from '../support/replay/replay-tools.ts';
import { createSharedMemoryStore } from '../support/shared-memory-store.ts';
import { createFaultyLink } from '../support/simulation/faulty-link.ts';
import { VirtualTime } from '../support/simulation/virtual-time.ts';
import { verifies } from '../support/verifies.ts';

const PROGRAMS = deep(1_000, 120);
const HOSTS = ['first', 'second'];
const KEY = 'the only one';
/** Nothing takes longer. */
const LONG_MS = 60_000;

interface Ran {
  readonly result: ExecutionResult;
  readonly journal: readonly JournalEntry[];
}

/** Hosts over a slow store; handlers take as long as chance says. */
class SlowBench {
  readonly acts: Acts = new Map();
  readonly #time: VirtualTime;
  readonly #random: Random;

  constructor(time: VirtualTime, random: Random) {
    this.#time = time;
    this.#random = random;
  }

  get #tools() {
    const mine = (): Promise<void> => this.#time.pause(this.#random.between(0, 25));
    return replayTools(this.acts, { mine, journaled: () => undefined });
  }

  async #open(host: string, store: Parameters<typeof createFaultyLink>[0]['store'], wakes: boolean): Promise<Toolshed> {
    const opening = this.#time.as(host, () =>
      openToolshed({
        tools: this.#tools,
        store,
        clock: { now: () => Date.now() },
        isolation: 'thread',
        trusted: true,
        capacity: { spareWorker: false },
        maxWarm: this.#random.pick([0, 64]),
        wakes,
      }),
    );
    return this.#time.standStill(opening);
  }

  async #finish<T>(host: string, work: () => Promise<T>): Promise<T> {
    let isDone = false;
    const done = this.#time.as(host, work).finally(() => {
      isDone = true;
    });
    if (!(await this.#time.passUntil(() => isDone, LONG_MS))) throw new Error('it did not finish');
    return done;
  }

  async run(source: string, approves: GeneratedRun['approves']): Promise<Ran> {
    const random = this.#random;
    const store = createSharedMemoryStore({ now: () => Math.floor(this.#time.timeOfDay) });
    const sheds = new Map<string, Toolshed>();
    for (const host of HOSTS) {
      const link = createFaultyLink({ host, time: this.#time, random, store });
      link.weather = { fails: 0, losesReplies: 0, delays: random.pick([0.3, 0.9]), delayMs: random.pick([1, 8, 40]) };
      sheds.set(host, await this.#open(host, link.store, true));
    }
    const ended: { result?: ExecutionResult } = {};
    const at = <T>(host: string, work: (shed: Toolshed) => Promise<T>): Promise<T> | undefined => {
      const shed = sheds.get(host);
      return shed && this.#time.as(host, () => work(shed));
    };
    // The other host may run it to its end, so that this call still waits for the result when its host closes.
    at('first', (shed) => shed.execute(source, { idempotencyKey: KEY }))?.catch(() => undefined);
    while (ended.result === undefined) {
      await this.#time.passUntil(() => false, random.between(1, 40));
      for (const { elicitationId, type } of await store.journal.questions({ limit: 100 })) {
        if (!random.chance(0.5)) continue;
        const approved = approves === 'all' || random.chance(0.6);
        const data = type === 'text' ? 'red' : type === 'choice' ? 'left' : undefined;
        const answer = { approved, ...(approved && data !== undefined ? { data } : {}) };
        at(random.pick(HOSTS), (shed) => shed.resume(elicitationId, answer))?.catch(() => undefined);
      }
      const [one] = await store.journal.list({ status: ['completed', 'failed'] });
      const result = one && at('first', (shed) => shed.get(one.id));
      if (one && result) ended.result = await this.#finish('first', () => result);
      if (this.#time.now > LONG_MS) throw new Error('it did not end');
    }
    const { result } = ended;
    const journal = await store.journal.read(result.executionId);
    for (const [host, shed] of sheds) await this.#finish(host, async () => shed[Symbol.asyncDispose]());
    return { result, journal };
  }

  /** What becomes of it where nothing but its last word is missing. */
  async end(id: ExecutionId, known: readonly JournalEntry[], source: string): Promise<Ran> {
    const store = createMemoryStore();
    await store.journal.create(id, known, summarize(id, fold(known), known.at(-1)?.at ?? 0));
    const shed = await this.#open('judge', store, false);
    const result = await this.#finish('judge', () => shed.execute(source, { idempotencyKey: KEY }));
    const journal = await store.journal.read(id);
    await this.#finish('judge', async () => shed[Symbol.asyncDispose]());
    return { result, journal };
  }
}

const withoutTime = ({ at: _, ...entry }: JournalEntry): unknown => entry;

async function endsAsItDid(generated: GeneratedRun): Promise<void> {
  const time = new VirtualTime();
  const random = createRandom(generated.seed);
  using _ = time.install(random.next);
  const bench = new SlowBench(time, random);
  const source = sourceOf(generated.steps);
  const { result, journal } = await bench.run(source, generated.approves);
  bench.acts.clear();
  const again = await bench.end(result.executionId, journal.slice(0, -1), source);
  expect(again.journal.map(withoutTime)).toEqual(journal.map(withoutTime));
  expect(observe(again.result, [])).toEqual(observe(result, []));
  expect(bench.acts.get(result.executionId), 'nothing ran again').toBeUndefined();
}

describe('a generated program over a slow store', () => {
  verifies(
    ['replay/exact', 'cluster/simulated'],
    'ends by the replay of its own journal as it ended by itself',
    () => fc.assert(fc.asyncProperty(generatedRun, endsAsItDid), { numRuns: PROGRAMS, endOnFailure: true }),
    { timeout: 600_000 },
  );
});
