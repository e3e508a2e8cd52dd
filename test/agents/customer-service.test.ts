// Tasks of customer service, as a benchmark has them. `npm run bench tau2 -- --tau2=…` runs those of tau2-bench.

import { describe, expect } from 'vitest';
import { AIRLINE_TASKS, SAMPLE_AIRLINE } from '../support/customer-service/airline/sample-airline.ts';
import type { Setting } from '../support/customer-service/domains.ts';
import {
  endPaused,
  endReopened,
  endStraight,
  endWithoutToolshed,
  type GoldTask,
} from '../support/customer-service/gold-task.ts';
import { endKilled } from '../support/customer-service/killed-task.ts';
import { SAMPLE_SHOP, SHOP_TASKS } from '../support/customer-service/retail/sample-shop.ts';
import { verifies } from '../support/verifies.ts';

const SHOP: Setting = { domain: 'retail', data: SAMPLE_SHOP };
const AIRLINE: Setting = { domain: 'airline', data: SAMPLE_AIRLINE };

const casesOf = (setting: Setting, tasks: readonly GoldTask[], writes: readonly number[]) =>
  tasks.map((task, index) => [`${setting.domain}, ${task.id}`, { task, setting, writes: writes[index] ?? 0 }] as const);

const CASES = [...casesOf(SHOP, SHOP_TASKS, [0, 1, 3, 3, 3]), ...casesOf(AIRLINE, AIRLINE_TASKS, [0, 2, 4, 3])];

describe('a task of customer service', () => {
  verifies.each(['crash/tasks'], CASES)(
    'ends in the same state however it is interrupted: %s',
    async (_, { task, setting, writes }) => {
      const gold = await endWithoutToolshed(task, setting);
      const straight = await endStraight(task, setting);
      expect(straight.state).toBe(gold);
      expect(await endPaused(task, setting)).toEqual({ ...straight, stops: writes });
      expect(await endReopened(task, setting)).toEqual({ ...straight, stops: writes });
    },
  );

  // As many processes as it has gates, and one.
  verifies.each('crash/tasks', [
    ['retail, is refused, and goes on'],
    ['airline, books with all that is left, and is given more'],
  ])('ends in the same state although its process is killed at every gate: %s', async (name) => {
    const [, found] = CASES.find(([one]) => one === name) ?? [];
    if (found === undefined) throw new Error('there is no such task');
    const straight = await endStraight(found.task, found.setting);
    expect(await endKilled(found.task, found.setting)).toEqual({ ...straight, stops: found.writes });
  });
});
