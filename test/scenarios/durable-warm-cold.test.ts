import { createMemoryStore, type ExecutionResult, type OpenOptions } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { type JobShed, openJobShed } from '../support/durable/jobs.ts';
import { verifies } from '../support/verifies.ts';

const PROGRAMS = {
  'a race against time that a person loses': `
    const late = sleep(20).then(() => 'late');
    const first = await Promise.race([tools.jobs.write({ n: 1 }).then(() => 'written'), late]);
    const second = await Promise.race([tools.jobs.write({ n: 2 }), tools.jobs.read({ n: 3 })]);
    return [first, second, await tools.jobs.write({ n: 4 })];`,
  'a timer that was cleared': `
    const timer = setTimeout(() => console.log('never'), 10);
    clearTimeout(timer);
    await sleep(15);
    return await tools.jobs.write({ n: 1 });`,
  'what it printed before and after': `
    console.log('before', Math.random() >= 0); emit({ at: 'before' });
    await tools.jobs.write({ n: 1 });
    console.log('after'); emit({ at: 'after' });
    return await tools.jobs.write({ n: 2 });`,
  'a question it cannot ask': `
    const errors = [];
    for (const request of [{ type: 'riddle' }, {}, { message: 1 }])
      try { await elicit(request); } catch (error) { errors.push(error.code); }
    return [errors, await tools.jobs.write({ n: 1 })];`,
  'calls it does not wait for': `
    tools.jobs.write({ n: 1 }).then(() => console.log('too late to be heard'));
    tools.jobs.write({ n: 2 }).then(() => console.log('nor this'));
    setTimeout(() => console.log('nor this'), 60_000);
    await tools.jobs.read({ n: 3 });
    return 'over';`,
  'a handler that asks': `return [await tools.jobs.ask({ n: 1 }), await tools.jobs.askTwice({ n: 2 })];`,
  'calls that fail and are refused': `
    const errors = [];
    for (const call of [() => tools.jobs.nothing(), () => tools.jobs.read({ n: 'one' }), () => tools.jobs.write({ n: 1 })])
      try { await call(); } catch (error) { errors.push(error.code); }
    return [errors, await tools.jobs.write({ n: 2 })];`,
} as const;

const WAYS: Readonly<Record<string, Partial<OpenOptions>>> = {
  'hibernated soon': { hibernateAfterMs: 30 },
  'too many in memory': { maxWarm: 0 },
};

/** Slowly enough for timers of the programs to come first, and for hibernation. */
async function answerEach(first: ExecutionResult, next: () => JobShed): Promise<ExecutionResult> {
  let result = first;
  while (result.status === 'paused') {
    await new Promise((resolve) => setTimeout(resolve, 60));
    const data = result.paused.type === 'text' ? 'ada' : undefined;
    result = await next().shed.resume(result.paused.elicitationId, { approved: true, data });
  }
  return result;
}

const comparable = (result: ExecutionResult, done: readonly string[]) => {
  const { executionId: _, sandbox: __, ...rest } = result;
  // A timer beside a question fires when its execution is next in memory, so the order may differ where they race.
  return { ...rest, done: done.toSorted() };
};

describe('a program resumed in memory', () => {
  verifies.each('replay/warm-cold', Object.entries(PROGRAMS))('agrees with one replayed on %s', async (_, program) => {
    await using warm = await openJobShed();
    const expected = comparable(await answerEach(await warm.shed.execute(program), () => warm), warm.jobs.done);
    expect(expected.status).toBe('completed');
    for (const options of Object.values(WAYS)) {
      await using cold = await openJobShed(options);
      const ended = await answerEach(await cold.shed.execute(program), () => cold);
      expect(comparable(ended, cold.jobs.done)).toEqual(expected);
    }
    const store = createMemoryStore();
    await using first = await openJobShed({ store });
    await using second = await openJobShed({ store });
    let turn = 0;
    const ended = await answerEach(await first.shed.execute(program), () => (turn++ % 2 === 0 ? second : first));
    expect(comparable(ended, [...first.jobs.done, ...second.jobs.done])).toEqual(expected);
  });
});
