// What sessions cost each other: many polite ones, and a polite one beside a hostile one.

import { setTimeout } from 'node:timers/promises';
import { type BenchShed, benchShed, complete } from './bench-shed.ts';
import { atShare, ms } from './measure.ts';

const SESSIONS = 100;
const SECONDS = 15;
const HOSTILE = 500;
const PROGRAM = 'return 1';

const HOSTILE_PROGRAMS = {
  'compute without end': 'for (;;);',
  'call tools without end': 'for (;;) await tools.bench.read({ n: 1 });',
  'wait for a slow tool': 'await tools.bench.slow({ n: 1 }); return 1;',
  'pause for a person': 'await tools.bench.write({ n: 1 }); return 1;',
} as const;

export async function fairness(): Promise<readonly string[]> {
  return [
    '| | p50 | p99 |',
    '| --- | --- | --- |',
    ...(await manySessions()),
    '',
    `| a trivial program beside ${HOSTILE} executions of another session that | quiet | beside them | times |`,
    '| --- | --- | --- | --- |',
    ...(await inTurn(Object.entries(HOSTILE_PROGRAMS), ([name, program]) => beside(name, program))),
  ];
}

async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<string>): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const item of items) lines.push(await work(item));
  return lines;
}

/** Each session starts a program a second, whether its last one is done or not; first all of them at once. */
async function manySessions(): Promise<readonly string[]> {
  await using bench = await benchShed();
  const sessions = Array.from({ length: SESSIONS }, (_, index) => ({ name: `session ${index}`, at: index / SESSIONS }));
  const first = await Promise.all(sessions.map(({ name }) => timed(bench, name)));
  const samples: number[] = [];
  const began = performance.now();
  const everySecond = async ({ name, at }: (typeof sessions)[number]): Promise<void> => {
    const open: Promise<unknown>[] = [];
    for (let second = 0; second < SECONDS; second++) {
      await setTimeout(Math.max(0, began + (second + at) * 1_000 - performance.now()));
      open.push(timed(bench, name).then((took) => samples.push(took)));
    }
    await Promise.all(open);
  };
  await Promise.all(sessions.map(everySecond));
  return [
    row(`${SESSIONS} new sessions at once, one small program each`, first),
    row(`then one small program a second each, for ${SECONDS} s`, samples),
  ];
}

const row = (name: string, samples: readonly number[]): string =>
  `| ${name} | ${ms(atShare(samples, 0.5))} | ${ms(atShare(samples, 0.99))} |`;

async function beside(name: string, program: string): Promise<string> {
  await using bench = await benchShed({ limits: { calls: 1_000_000, cpuMs: 5_000 } });
  const polite = async (): Promise<number> => {
    const samples: number[] = [];
    for (let count = 0; count < 30; count++) {
      await setTimeout(20);
      samples.push(await timed(bench, 'polite'));
    }
    return atShare(samples, 0.5);
  };
  await polite();
  const quiet = await polite();
  for (let count = 0; count < HOSTILE; count++)
    void bench.shed.execute(program, { session: 'hostile' }).catch(() => undefined);
  await setTimeout(2_000);
  const crowded = await polite();
  const live = await bench.shed.list({ session: 'hostile', status: ['running'], limit: HOSTILE });
  await Promise.all(live.map(({ id }) => bench.shed.cancel(id).catch(() => undefined)));
  return `| ${name} | ${ms(quiet)} | ${ms(crowded)} | ${(crowded / quiet).toFixed(1)} |`;
}

async function timed({ shed }: BenchShed, session: string): Promise<number> {
  const before = performance.now();
  await complete(shed, PROGRAM, session);
  return performance.now() - before;
}
