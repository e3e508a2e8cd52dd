import { benchShed, complete } from './bench-shed.ts';
import { compare, ms, type Timing } from './measure.ts';
import { runOnce } from './run-peer.ts';

const CALLS = 100;

/** Starting a program, and calling tools from it, behind each wall; store in memory. */
export async function starts(): Promise<readonly string[]> {
  await using walled = await benchShed();
  await using bare = await benchShed({ sandbox: { os: 'off' } });
  await using thread = await benchShed({ isolation: 'thread' });
  const hundred = (call: string): string =>
    `let sum = 0; for (let n = 0; n < ${CALLS}; n++) sum += (await ${call}({ n })).n; return sum;`;
  const trivial = await compare(100, {
    run: () => runOnce('return 1'),
    walled: () => complete(walled.shed, 'return 1'),
    bare: () => complete(bare.shed, 'return 1'),
    thread: () => complete(thread.shed, 'return 1'),
  });
  const calls = await compare(30, {
    run: () => runOnce(hundred('tools.read')),
    walled: () => complete(walled.shed, hundred('tools.bench.read')),
    bare: () => complete(bare.shed, hundred('tools.bench.read')),
    thread: () => complete(thread.shed, hundred('tools.bench.read')),
  });
  return [
    '| | run 2.1.5 | process + OS wall | process | thread |',
    '| --- | --- | --- | --- | --- |',
    row('trivial program, warm', trivial),
    row(`${CALLS} calls one after another`, calls),
    '',
    '| what a wall adds | to a trivial program | to a call |',
    '| --- | --- | --- |',
    wall('a process of its own, over the thread', 'bare', 'thread', trivial, calls),
    wall('the wall of the operating system around it', 'walled', 'bare', trivial, calls),
  ];
}

type Timings = Readonly<Record<string, Timing>>;

const medianOf = (timings: Timings, key: string): number => timings[key]?.median ?? 0;

function row(name: string, timings: Timings): string {
  const base = medianOf(timings, 'run');
  const cell = (key: string): string =>
    `${ms(medianOf(timings, key))} (${(medianOf(timings, key) / base).toFixed(2)}×)`;
  return `| ${name} | ${ms(base)} | ${cell('walled')} | ${cell('bare')} | ${cell('thread')} |`;
}

function wall(name: string, outer: string, inner: string, trivial: Timings, calls: Timings): string {
  const added = (timings: Timings): number => medianOf(timings, outer) - medianOf(timings, inner);
  return `| ${name} | ${ms(added(trivial))} | ${((added(calls) * 1000) / CALLS).toFixed(0)} µs |`;
}
