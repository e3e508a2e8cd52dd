// The gold calls of a benchmark of customer service, as programs whose writes stop at a gate: whether a task ends in the
// same state however it is interrupted. The data is not ours to pass on: give the folder of your own checkout of
// sierra-research/tau2-bench, as --tau2=… or in TAU2_BENCH. --killed=… is how many tasks are killed for real; default: 10.
// Without a checkout it runs the sample that the tests have.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type Ended,
  endPaused,
  endReopened,
  endStraight,
  endWithoutToolshed,
  GoldTask,
} from '../support/retail/gold-task.ts';
import { endKilled } from '../support/retail/killed-task.ts';
import { SAMPLE_SHOP, SAMPLE_TASKS } from '../support/retail/sample-shop.ts';
import { ShopData } from '../support/retail/shop-data.ts';

interface Tasks {
  readonly name: string;
  readonly shop: ShopData;
  readonly tasks: readonly GoldTask[];
}

type End = (task: GoldTask, shop: ShopData) => Promise<Ended>;

const KILLED = 10;

export async function tau2(): Promise<readonly string[]> {
  const { name, shop, tasks } = await tasksToRun();
  const gold = new Map<string, string>();
  for (const task of tasks) gold.set(task.id, await endWithoutToolshed(task, shop));
  const straight = new Map<string, Ended>();
  const row = async (how: string, end: End, some: readonly GoldTask[]): Promise<string> => {
    let [same, stops] = [0, 0];
    for (const task of some) {
      const ended = await end(task, shop);
      if (!straight.has(task.id)) straight.set(task.id, ended);
      const isSame = ended.state === gold.get(task.id) && ended.results === straight.get(task.id)?.results;
      if (isSame) same += 1;
      else console.error(`${task.id} ended elsewhere: ${how}`);
      stops += ended.stops;
    }
    return `| ${name} | ${how} | ${some.length} | ${stops} | ${same} |`;
  };
  const killed = evenly(tasks, Number(optionOf('killed') ?? KILLED));
  return [
    '| tasks | how | number | stops at a gate | ended in the gold state with the same results |',
    '| --- | --- | --- | --- | --- |',
    await row('straight, nothing asks', endStraight, tasks),
    await row('paused at every gate and resumed', endPaused, tasks),
    await row('host closed at every gate, reopened from SQLite', endReopened, tasks),
    await row('process killed at every gate (`kill -9`)', endKilled, killed),
  ];
}

async function tasksToRun(): Promise<Tasks> {
  const checkout = optionOf('tau2') ?? process.env['TAU2_BENCH'];
  if (checkout === undefined) return { name: 'own sample', shop: SAMPLE_SHOP, tasks: SAMPLE_TASKS };
  const folder = join(checkout, 'data', 'tau2', 'domains', 'retail');
  const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(join(folder, file), 'utf8'));
  return {
    name: 'tau2-bench retail',
    shop: ShopData.parse(await read('db.json')),
    tasks: z.array(GoldTask).parse(await read('tasks.json')),
  };
}

const optionOf = (name: string): string | undefined =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);

/** So many of them, spread over all. */
const evenly = <T>(all: readonly T[], count: number): readonly T[] => {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, index) => index % step === 0).slice(0, count);
};
