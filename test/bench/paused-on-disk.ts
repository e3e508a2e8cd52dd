import { benchFolder, benchShed } from './bench-shed.ts';
import { ms, residentMb, time } from './measure.ts';

const COUNT = Number(process.env['TOOLSHED_BENCH_PAUSED'] ?? 100_000);
const AT_ONCE = 200;

/** Executions that wait cost disk only. */
export async function pausedOnDisk(): Promise<readonly string[]> {
  using folder = benchFolder();
  await using bench = await benchShed({ store: { sqlite: folder.file }, maxWarm: 0, hibernateAfterMs: 0 });
  const { shed } = bench;
  const program = 'return (await tools.bench.write({ n: 1 })).n';
  const pause = async (): Promise<string> => (await shed.execute(program)).executionId;
  for (let index = 0; index < 200; index++) await shed.resume(await pause(), true);
  const alone: string[] = [];
  for (let index = 0; index < 22; index++) alone.push(await pause());
  const resumeAlone = await time(20, async (index) => shed.resume(alone[index] ?? '', true), 2);
  const idle = settledMb();
  const ids: string[] = [];
  const before = performance.now();
  while (ids.length < COUNT) ids.push(...(await Promise.all(Array.from({ length: AT_ONCE }, pause))));
  const elapsed = performance.now() - before;
  const grown = settledMb() - idle;
  const list = await time(20, () => shed.pending({ limit: 50 }));
  const resume = await time(20, async (index) => shed.resume(ids[(index * 997) % ids.length] ?? '', true), 2);
  return [
    '| | |',
    '| --- | --- |',
    `| executions paused on disk | ${ids.length} in ${(elapsed / 1000).toFixed(1)} s |`,
    `| resident memory grew by | ${grown.toFixed(1)} MB |`,
    `| newest 50 open questions | ${ms(list.median)} |`,
    `| resuming one of them | ${ms(resume.median)} |`,
    `| resuming with none beside it | ${ms(resumeAlone.median)} |`,
  ];
}

function settledMb(): number {
  globalThis.gc?.();
  return residentMb();
}
