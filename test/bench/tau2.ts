// The gold calls of a benchmark of customer service, as programs whose writes stop at a gate: whether a task ends in the
// same state however it is interrupted. The data is not ours to pass on: give the folder of your own checkout of
// sierra-research/tau2-bench, as --tau2=… or in TAU2_BENCH. --killed=… is how many tasks of each domain are killed for
// real; default: 10. Without a checkout it runs the samples that the tests have.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AIRLINE_TASKS, SAMPLE_AIRLINE } from '../support/customer-service/airline/sample-airline.ts';
import { DOMAINS, type DomainName, type Setting } from '../support/customer-service/domains.ts';
import {
  type Ended,
  endPaused,
  endReopened,
  endStraight,
  endWithoutToolshed,
  GoldTask,
} from '../support/customer-service/gold-task.ts';
import { endKilled } from '../support/customer-service/killed-task.ts';
import { SAMPLE_SHOP, SHOP_TASKS } from '../support/customer-service/retail/sample-shop.ts';

interface Tasks {
  readonly setting: Setting;
  readonly tasks: readonly GoldTask[];
}

type End = (task: GoldTask, setting: Setting) => Promise<Ended>;

const KILLED = 10;

export async function tau2(): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const tasks of await tasksToRun()) rows.push(...(await rowsOf(tasks)));
  return [
    '| tasks | how | number | stops at a gate | ended in the gold state with the same results |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ];
}

async function rowsOf({ setting, tasks }: Tasks): Promise<readonly string[]> {
  const gold = new Map<string, string>();
  for (const task of tasks) gold.set(task.id, await endWithoutToolshed(task, setting));
  const straight = new Map<string, Ended>();
  const row = async (how: string, end: End, some: readonly GoldTask[]): Promise<string> => {
    let [same, stops] = [0, 0];
    for (const task of some) {
      const ended = await end(task, setting);
      if (!straight.has(task.id)) straight.set(task.id, ended);
      const isSame = ended.state === gold.get(task.id) && ended.results === straight.get(task.id)?.results;
      if (isSame) same += 1;
      else console.error(`${setting.domain} ${task.id} ended elsewhere: ${how}`);
      stops += ended.stops;
    }
    return `| ${setting.domain} | ${how} | ${some.length} | ${stops} | ${same} |`;
  };
  const killed = evenly(tasks, Number(optionOf('killed') ?? KILLED));
  return [
    await row('straight, nothing asks', endStraight, tasks),
    await row('paused at every gate and resumed', endPaused, tasks),
    await row('host closed at every gate, reopened from SQLite', endReopened, tasks),
    await row('process killed at every gate (`kill -9`)', endKilled, killed),
  ];
}

const SAMPLES: Readonly<Record<DomainName, Tasks>> = {
  retail: { setting: { domain: 'retail', data: SAMPLE_SHOP }, tasks: SHOP_TASKS },
  airline: { setting: { domain: 'airline', data: SAMPLE_AIRLINE }, tasks: AIRLINE_TASKS },
};

async function tasksToRun(): Promise<readonly Tasks[]> {
  const checkout = optionOf('tau2') ?? process.env['TAU2_BENCH'];
  if (checkout === undefined) return DOMAINS.map((domain) => SAMPLES[domain]);
  return Promise.all(
    DOMAINS.map(async (domain) => {
      const read = async (file: string): Promise<unknown> =>
        JSON.parse(await readFile(join(checkout, 'data', 'tau2', 'domains', domain, file), 'utf8'));
      return {
        setting: { domain, data: await read('db.json') },
        tasks: z.array(GoldTask).parse(await read('tasks.json')),
      };
    }),
  );
}

const optionOf = (name: string): string | undefined =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);

/** So many of them, spread over all. */
const evenly = <T>(all: readonly T[], count: number): readonly T[] => {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, index) => index % step === 0).slice(0, count);
};
