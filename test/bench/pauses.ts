import { benchFolder, benchShed, pauseAndComplete } from './bench-shed.ts';
import { compare, ms, type Timing } from './measure.ts';
import { runPaused } from './run-peer.ts';

/** A host that has been at it for a while. What a young one takes is told beside it. */
const WARM_UP = 250;

/** Pause, answer, completion: SQLite with full sync against a peer that stores nothing. */
export async function pauses(): Promise<readonly string[]> {
  using warmFolder = benchFolder();
  using coldFolder = benchFolder();
  await using warm = await benchShed({ store: { sqlite: warmFolder.file } });
  await using cold = await benchShed({ store: { sqlite: coldFolder.file }, maxWarm: 0 });
  await using memory = await benchShed();
  const program = 'return (await tools.bench.write({ n: 1 })).n';
  const { counted, young } = await compare(
    100,
    {
      run: () => runPaused('return (await tools.write({ n: 1 })).n'),
      warm: () => pauseAndComplete(warm.shed, program),
      cold: () => pauseAndComplete(cold.shed, program),
      memory: () => pauseAndComplete(memory.shed, program),
    },
    { warmUp: WARM_UP },
  );
  const share = (timings: Readonly<Record<string, Timing>>, key: string): string =>
    `${((timings[key]?.median ?? 0) / (timings['run']?.median ?? 0)).toFixed(3)}×`;
  const row = (name: string, key: string): string =>
    `| ${name} | ${ms(counted[key]?.median ?? 0)} | ${ms(counted[key]?.p95 ?? 0)} | ${share(counted, key)} | ${share(young, key)} |`;
  return [
    '| pause + answer + completion | median | p95 | of run | of run, in the first rounds of the process |',
    '| --- | --- | --- | --- | --- |',
    row('run 2.1.5, nothing stored', 'run'),
    row('Toolshed warm, SQLite full sync', 'warm'),
    row('Toolshed cold (replayed), SQLite full sync', 'cold'),
    row('Toolshed warm, in memory', 'memory'),
  ];
}
