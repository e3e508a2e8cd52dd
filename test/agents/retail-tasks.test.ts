// Tasks of customer service, as a benchmark has them. `npm run bench tau2 -- --tau2=…` runs those of tau2-bench.

import { describe, expect } from 'vitest';
import { endPaused, endReopened, endStraight, endWithoutToolshed } from '../support/retail/gold-task.ts';
import { endKilled } from '../support/retail/killed-task.ts';
import { SAMPLE_SHOP, SAMPLE_TASKS } from '../support/retail/sample-shop.ts';
import { verifies } from '../support/verifies.ts';

const WRITES = [0, 1, 3, 3, 3];

describe('a task of a shop', () => {
  verifies.each(
    ['crash/tasks'],
    SAMPLE_TASKS.map((task, index) => [task.id, index] as const),
  )('ends in the same state however it is interrupted: %s', async (_id, index) => {
    const task = SAMPLE_TASKS[index];
    if (task === undefined) throw new Error('there is no such task');
    const gold = await endWithoutToolshed(task, SAMPLE_SHOP);
    const straight = await endStraight(task, SAMPLE_SHOP);
    expect(straight.state).toBe(gold);
    expect(await endPaused(task, SAMPLE_SHOP)).toEqual({ ...straight, stops: WRITES[index] });
    expect(await endReopened(task, SAMPLE_SHOP)).toEqual({ ...straight, stops: WRITES[index] });
  });

  // Four processes, one after the other.
  verifies('crash/tasks', 'ends in the same state although its process is killed at every gate', async () => {
    const task = SAMPLE_TASKS[4];
    if (task === undefined) throw new Error('there is no such task');
    const straight = await endStraight(task, SAMPLE_SHOP);
    expect(await endKilled(task, SAMPLE_SHOP)).toEqual({ ...straight, stops: 3 });
  });
});
