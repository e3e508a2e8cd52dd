import { benchShed, complete } from './bench-shed.ts';
import { compare, ms, type Timing } from './measure.ts';
import { runOnce } from './run-peer.ts';

const CALLS = 100;
/** A host that has been at it for a while. What a young one takes is told beside it. */
const WARM_UP = 250;

/** Starting a program, and calling tools from it, behind each wall; store in memory. */
export async function starts(): Promise<readonly string[]> {
  await using walled = await benchShed();
  await using bare = await benchShed({ sandbox: { os: 'off' } });
  await using thread = await benchShed({ isolation: 'thread' });
  const hundred = (call: string): string =>
    `let sum = 0; for (let n = 0; n < ${CALLS}; n++) sum += (await ${call}({ n })).n; return sum;`;
  const candidates = (program: (call: string) => string) => ({
    run: () => runOnce(program('tools.read')),
    walled: () => complete(walled.shed, program('tools.bench.read')),
    bare: () => complete(bare.shed, program('tools.bench.read')),
    thread: () => complete(thread.shed, program('tools.bench.read')),
  });
  const calls = await compare(100, candidates(hundred), { warmUp: WARM_UP });
  const trivial = await compare(
    100,
    candidates(() => 'return 1'),
    { warmUp: WARM_UP },
  );
  return [
    '| | run 2.1.5 | process + OS wall | process | thread |',
    '| --- | --- | --- | --- | --- |',
    row('trivial program, warm', trivial.counted),
    row(`${CALLS} calls one after another`, calls.counted),
    row(`${CALLS} calls, in the first rounds of the process`, calls.young),
    '',
    '| what a wall adds | to a trivial program | to a call |',
    '| --- | --- | --- |',
    wall('a process of its own, over the thread', 'bare', 'thread', trivial.counted, calls.counted),
    wall('the wall of the operating system around it', 'walled', 'bare', trivial.counted, calls.counted),
  ];
}

type Timings = Readonly<Record<string, Timing>>;

const medianOf = (timings: Timings, key: string): number => timings[key]?.median ?? 0;

function row(name: string, timings: Timings): string {
  const base = medianOf(timings, 'run');
  const cell = (key: string): string =>
    `${ms(medianOf(timings, key))} (${(medianOf(timings, key) / base).toFixed(3)}×)`;
  return `| ${name} | ${ms(base)} | ${cell('walled')} | ${cell('bare')} | ${cell('thread')} |`;
}

function wall(name: string, outer: string, inner: string, trivial: Timings, calls: Timings): string {
  const added = (timings: Timings): number => medianOf(timings, outer) - medianOf(timings, inner);
  return `| ${name} | ${ms(added(trivial))} | ${((added(calls) * 1000) / CALLS).toFixed(0)} µs |`;
}
