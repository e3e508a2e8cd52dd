import { benchFolder, benchShed } from './bench-shed.ts';
import { ms, time } from './measure.ts';

/** Resuming by replay, by the number of recorded calls. */
export async function coldResume(): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const calls of [250, 500, 1_000, 2_000]) {
    using folder = benchFolder();
    await using bench = await benchShed({ store: { sqlite: folder.file }, maxWarm: 0 });
    const program = `let sum = 0; for (let n = 0; n < ${calls}; n++) sum += (await tools.bench.read({ n })).n; await tools.bench.write({ n: 0 }); return sum;`;
    const paused: string[] = [];
    for (let index = 0; index < 12; index++) paused.push((await bench.shed.execute(program)).executionId);
    const timing = await time(10, async (index) => bench.shed.resume(paused[index] ?? '', true), 2);
    rows.push(`| ${calls} | ${ms(timing.median)} | ${ms(timing.p95)} |`);
  }
  return ['| recorded calls | cold resume, median | p95 |', '| --- | --- | --- |', ...rows];
}
