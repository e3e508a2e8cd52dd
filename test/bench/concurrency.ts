import { benchFolder, benchShed } from './bench-shed.ts';
import { ms } from './measure.ts';

/** Many executions at once. */
export async function concurrency(): Promise<readonly string[]> {
  return ['| | |', '| --- | --- |', await journaledCalls(), await startedAtOnce()];
}

async function journaledCalls(): Promise<string> {
  using folder = benchFolder();
  await using bench = await benchShed({ store: { sqlite: folder.file } });
  const calls = 200;
  const program = `for (let n = 0; n < ${calls}; n++) await tools.bench.read({ n }); return 1;`;
  const before = performance.now();
  const results = await Promise.all(Array.from({ length: 64 }, () => bench.shed.execute(program)));
  const elapsed = performance.now() - before;
  if (!results.every(({ status }) => status === 'completed')) throw new Error('an execution failed');
  return `| journaled calls a second, 64 executions, SQLite full sync | ${Math.round((64 * calls * 1000) / elapsed)} |`;
}

async function startedAtOnce(): Promise<string> {
  await using bench = await benchShed();
  const before = performance.now();
  const results = await Promise.all(
    Array.from({ length: 1_000 }, (_, n) => bench.shed.execute(`return (await tools.bench.read({ n: ${n} })).n`)),
  );
  const elapsed = performance.now() - before;
  const completed = results.filter(({ status }) => status === 'completed').length;
  return `| 1,000 executions started at once: completed, time | ${completed}, ${ms(elapsed)} |`;
}
