// Nodes in processes of their own over one PostgreSQL, whose server runs on the same machine, and over one SQLite file.

import { startPostgres } from '../../support/postgres.ts';
import { benchFolder, benchShed } from '../bench-shed.ts';
import { atShare, ms } from '../measure.ts';
import { startNodes } from './bench-nodes.ts';
import type { NodeStore, NodeWork } from './node-work.ts';

type CountedWork = Extract<NodeWork, { readonly count: number }>;

const AT_ONCE = 16;
const WARM_UP = 50;
const WORK: CountedWork = { kind: 'execute', count: 400, atOnce: AT_ONCE };
const PAUSES: CountedWork = { kind: 'pause-and-answer', count: 200, atOnce: AT_ONCE };
const ANSWERS = 100;

export async function cluster(): Promise<readonly string[]> {
  await using server = await startPostgres({ fsync: true, settings: { shared_buffers: '256MB' } });
  const rows: string[] = [];
  for (const count of [1, 2, 4]) {
    const postgres = { postgres: server.url, schema: `bench_${count}` };
    using folder = benchFolder();
    const [shared, file] = [await rates(count, postgres), await rates(count, { sqlite: folder.file })];
    rows.push(`| ${count} | ${shared.executions} | ${file.executions} | ${shared.pauses} | ${file.pauses} |`);
  }
  return [
    '| nodes | executions a second, PostgreSQL | SQLite | pause + answer a second, PostgreSQL | SQLite |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '| | |',
    '| --- | --- |',
    await everyCall(server.url),
    await answerElsewhere(server.url),
  ];
}

async function rates(count: number, store: NodeStore): Promise<{ executions: number; pauses: number }> {
  await using running = await startNodes(count, store);
  const rate = async (work: CountedWork): Promise<number> => {
    await running.all({ ...work, count: WARM_UP });
    return Math.round((count * work.count * 1_000) / (await running.all(work)));
  };
  return { executions: await rate(WORK), pauses: await rate(PAUSES) };
}

async function everyCall(url: string): Promise<string> {
  const store = { postgres: url, schema: 'bench_calls' };
  await using bench = await benchShed({ store, durability: 'every-call' });
  const [executions, calls] = [64, 100];
  const program = `for (let n = 0; n < ${calls}; n++) await tools.bench.read({ n }); return 1;`;
  const run = () => Promise.all(Array.from({ length: executions }, () => bench.shed.execute(program)));
  await run();
  const before = performance.now();
  const results = await run();
  if (!results.every(({ status }) => status === 'completed')) throw new Error('an execution failed');
  const rate = Math.round((executions * calls * 1_000) / (performance.now() - before));
  return `| calls a second that are each written before they run, one node, ${executions} executions | ${rate} |`;
}

/** From the answer, given at a node that never saw the execution, until it has completed there. */
async function answerElsewhere(url: string): Promise<string> {
  await using running = await startNodes(2, { postgres: url, schema: 'bench_answers' });
  const [asker, other] = running.nodes;
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + ANSWERS; round += 1) {
    const { execution = '' } = (await asker?.run({ kind: 'pause' })) ?? {};
    const answered = await other?.run({ kind: 'answer', execution });
    if (round >= WARM_UP && answered) times.push(answered.ms);
  }
  const [median, late] = [atShare(times, 0.5), atShare(times, 0.99)];
  return `| answer at another node until completed, p50 and p99 | ${ms(median)}, ${ms(late)} |`;
}
