import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { benchFolder, benchShed } from './bench-shed.ts';
import { compare, ms, residentMb, time } from './measure.ts';

const COUNT = Number(process.env['TOOLSHED_BENCH_PAUSED'] ?? 100_000);
/** As many as one worker process has places for. */
const AT_ONCE = 64;
const RESUMED = 40;
const REST_MS = 40;
const PROGRAM = 'return (await tools.bench.write({ n: 1 })).n';

/** Executions that wait cost disk only. */
export async function pausedOnDisk(): Promise<readonly string[]> {
  using folder = benchFolder();
  await using bench = await benchShed({
    store: { sqlite: folder.file },
    maxWarm: 0,
    hibernateAfterMs: 0,
    quotas: { openQuestions: COUNT + AT_ONCE },
  });
  const { shed } = bench;
  const pause = async (): Promise<string> => (await shed.execute(PROGRAM)).executionId;
  for (let index = 0; index < 200; index++) await shed.resume(await pause(), true);
  const baseline = await idleMb();
  // Only the ids that are resumed later: the rest is the disk's to remember.
  const some: string[] = [];
  const before = performance.now();
  for (let paused = 0; paused < COUNT; paused += AT_ONCE) {
    const [first = ''] = await Promise.all(Array.from({ length: AT_ONCE }, pause));
    some.push(first);
  }
  const elapsed = performance.now() - before;
  const grownAtOnce = collectedMb() - before;
  const grown = (await idleMb()) - baseline;
  const list = await time(20, () => shed.pending({ limit: 50 }));
  using emptyFolder = benchFolder();
  await using empty = await benchShed({ store: { sqlite: emptyFolder.file }, maxWarm: 0, hibernateAfterMs: 0 });
  const alone: string[] = [];
  for (let index = 0; index < 2 * RESUMED; index++) alone.push((await empty.shed.execute(PROGRAM)).executionId);
  // Without a rest, whichever of the two is slower gives the other time to make spare isolates, and stays slower.
  const { counted: resumed } = await compare(
    RESUMED,
    {
      crowded: (index) => shed.resume(some[(index * 17) % some.length] ?? '', true),
      alone: (index) => empty.shed.resume(alone[index] ?? '', true),
    },
    { restMs: REST_MS },
  );
  return [
    '| | |',
    '| --- | --- |',
    `| executions paused on disk | ${COUNT} in ${(elapsed / 1000).toFixed(1)} s |`,
    `| resident memory grew by, once the process is idle | ${grown.toFixed(1)} MB |`,
    `| resident memory grew by, straight after the last one | ${grownAtOnce.toFixed(1)} MB |`,
    `| newest 50 open questions | ${ms(list.median)} |`,
    `| resuming one of them, by replay | ${ms(resumed['crowded']?.median ?? 0)} |`,
    `| resuming one of an almost empty store, in turn with these | ${ms(resumed['alone']?.median ?? 0)} |`,
  ];
}

/** The engine keeps the pages of a load for some seconds, in case there is another. */
const PAGES_KEPT_MS = 10_000;

async function idleMb(): Promise<number> {
  collectedMb();
  await setTimeout(PAGES_KEPT_MS);
  return collectedMb();
}

/** The collector is asked for late: a process started with it has it in every isolate, and ours refuse it. */
function collectedMb(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return residentMb();
}
