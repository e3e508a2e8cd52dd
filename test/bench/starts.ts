import { benchShed, complete } from './bench-shed.ts';
import { inProcesses, medianOf, middle, PROCESSES, shareOfRun, type Timings } from './in-processes.ts';
import { type Comparison, compare, ms } from './measure.ts';
import { runOnce } from './run-peer.ts';

const CALLS = 100;
/** A host that has been at it for a while. What a new one takes is reported beside it. */
const WARM_UP = 250;

type Program = 'trivial' | 'calls';

/** Starting a program, and calling tools from it, at each isolation level; store in memory. */
export async function starts(): Promise<readonly string[]> {
  const processes = inProcesses<Program>('starts');
  const trivial = processes.map((one) => one.trivial.counted);
  const calls = processes.map((one) => one.calls.counted);
  const young = processes.map((one) => one.calls.young);
  return [
    `| median of ${PROCESSES} processes, and their range | run 2.1.5 | process + OS sandbox | process | thread |`,
    '| --- | --- | --- | --- | --- |',
    row('trivial program, warm', trivial),
    row(`${CALLS} calls one after another`, calls),
    row(`${CALLS} calls, in the first rounds of the process`, young),
    '',
    '| what an isolation level adds | to a trivial program | to a call |',
    '| --- | --- | --- |',
    added('a process of its own, over the thread', 'bare', 'thread', trivial, calls),
    added('the OS sandbox around it', 'confined', 'bare', trivial, calls),
  ];
}

export async function compareStarts(): Promise<Readonly<Record<Program, Comparison>>> {
  await using confined = await benchShed();
  await using bare = await benchShed({ sandbox: { os: 'off' } });
  await using thread = await benchShed({ isolation: 'thread', trusted: true });
  const hundred = (call: string): string =>
    `let sum = 0; for (let n = 0; n < ${CALLS}; n++) sum += (await ${call}({ n })).n; return sum;`;
  const candidates = (program: (call: string) => string) => ({
    run: () => runOnce(program('tools.read')),
    confined: () => complete(confined.shed, program('tools.bench.read')),
    bare: () => complete(bare.shed, program('tools.bench.read')),
    thread: () => complete(thread.shed, program('tools.bench.read')),
  });
  const calls = await compare(100, candidates(hundred), { warmUp: WARM_UP });
  const trivial = await compare(
    100,
    candidates(() => 'return 1'),
    { warmUp: WARM_UP },
  );
  return { trivial, calls };
}

function row(name: string, processes: readonly Timings[]): string {
  const run = ms(middle(processes.map((timings) => medianOf(timings, 'run'))));
  const shares = ['confined', 'bare', 'thread'].map((key) => shareOfRun(processes, key));
  return `| ${name} | ${run} | ${shares.join(' | ')} |`;
}

function added(
  name: string,
  outer: string,
  inner: string,
  trivial: readonly Timings[],
  calls: readonly Timings[],
): string {
  const added = (processes: readonly Timings[]): number =>
    middle(processes.map((timings) => medianOf(timings, outer) - medianOf(timings, inner)));
  return `| ${name} | ${ms(added(trivial))} | ${((added(calls) * 1000) / CALLS).toFixed(0)} µs |`;
}
