import { benchFolder, benchShed, pauseAndComplete } from './bench-shed.ts';
import { compare, ms } from './measure.ts';
import { runPaused } from './run-peer.ts';

/** Pause, answer, completion: SQLite with full sync against a peer that stores nothing. */
export async function pauses(): Promise<readonly string[]> {
  using warmFolder = benchFolder();
  using coldFolder = benchFolder();
  await using warm = await benchShed({ store: { sqlite: warmFolder.file } });
  await using cold = await benchShed({ store: { sqlite: coldFolder.file }, maxWarm: 0 });
  await using memory = await benchShed();
  const program = 'return (await tools.bench.write({ n: 1 })).n';
  const timings = await compare(60, {
    run: () => runPaused('return (await tools.write({ n: 1 })).n'),
    warm: () => pauseAndComplete(warm.shed, program),
    cold: () => pauseAndComplete(cold.shed, program),
    memory: () => pauseAndComplete(memory.shed, program),
  });
  const base = timings['run']?.median ?? 0;
  const row = (name: string, key: string): string =>
    `| ${name} | ${ms(timings[key]?.median ?? 0)} | ${ms(timings[key]?.p95 ?? 0)} | ${((timings[key]?.median ?? 0) / base).toFixed(2)}× |`;
  return [
    '| pause + answer + completion | median | p95 | of run |',
    '| --- | --- | --- | --- |',
    row('run 2.1.5, nothing stored', 'run'),
    row('Toolshed warm, SQLite full sync', 'warm'),
    row('Toolshed cold (replayed), SQLite full sync', 'cold'),
    row('Toolshed warm, in memory', 'memory'),
  ];
}
