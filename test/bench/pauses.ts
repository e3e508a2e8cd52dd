import { benchFolder, benchShed, pauseAndComplete } from './bench-shed.ts';
import { inProcesses, medianOf, middle, PROCESSES, shareOfRun } from './in-processes.ts';
import { type Comparison, compare, ms } from './measure.ts';
import { runPaused } from './run-peer.ts';

/** A host that has been at it for a while. What a new one takes is reported beside it. */
const WARM_UP = 250;

/** Pause, answer, completion: SQLite with full sync against a peer that stores nothing. */
export async function pauses(): Promise<readonly string[]> {
  const processes = inProcesses<'pauses'>('pauses');
  const counted = processes.map((one) => one.pauses.counted);
  const young = processes.map((one) => one.pauses.young);
  const row = (name: string, key: string): string => {
    const median = ms(middle(counted.map((timings) => medianOf(timings, key))));
    return `| ${name} | ${median} | ${shareOfRun(counted, key)} | ${shareOfRun(young, key)} |`;
  };
  return [
    `| median of ${PROCESSES} processes, and their range | | of run | of run, in the first rounds of the process |`,
    '| --- | --- | --- | --- |',
    row('run 2.1.5, nothing stored', 'run'),
    row('Toolshed warm, SQLite full sync', 'warm'),
    row('Toolshed cold (replayed), SQLite full sync', 'cold'),
    row('Toolshed warm, in memory', 'memory'),
  ];
}

export async function comparePauses(): Promise<Readonly<Record<'pauses', Comparison>>> {
  using warmFolder = benchFolder();
  using coldFolder = benchFolder();
  await using warm = await benchShed({ store: { sqlite: warmFolder.file } });
  await using cold = await benchShed({ store: { sqlite: coldFolder.file }, maxWarm: 0 });
  await using memory = await benchShed();
  const program = 'return (await tools.bench.write({ n: 1 })).n';
  const candidates = {
    run: () => runPaused('return (await tools.write({ n: 1 })).n'),
    warm: () => pauseAndComplete(warm.shed, program),
    cold: () => pauseAndComplete(cold.shed, program),
    memory: () => pauseAndComplete(memory.shed, program),
  };
  return { pauses: await compare(100, candidates, { warmUp: WARM_UP }) };
}
