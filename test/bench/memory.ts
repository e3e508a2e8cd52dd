import { readFileSync } from 'node:fs';
import { benchShed } from './bench-shed.ts';

const ISOLATES = 40;

/** What a worker process and a program that waits in it keep resident. */
export async function memory(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return ['Measured on Linux only.'];
  await using bench = await benchShed({ sandbox: { os: 'off' } });
  const pause = () => bench.shed.execute('return (await tools.bench.write({ n: 1 })).n');
  await pause();
  const before = workersMb();
  for (let index = 0; index < ISOLATES; index++) await pause();
  const after = workersMb();
  const growths = [...after].map(([pid, mb]) => mb - (before.get(pid) ?? mb));
  return [
    '| resident memory | |',
    '| --- | --- |',
    `| a worker process, with what it shares with others | ${Math.min(...before.values()).toFixed(1)} MB |`,
    `| each live isolate in it | ${(Math.max(...growths) / ISOLATES).toFixed(2)} MB |`,
  ];
}

function workersMb(): ReadonlyMap<string, number> {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return new Map(children.map((pid) => [pid, residentMbOf(pid)]));
}

const residentMbOf = (pid: string): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 2 ** 20;
