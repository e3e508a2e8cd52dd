import { benchShed, complete } from './bench-shed.ts';
import { compare, ms } from './measure.ts';
import { runOnce } from './run-peer.ts';

/** Starting a program, and calling tools from it; store in memory. */
export async function starts(): Promise<readonly string[]> {
  await using walled = await benchShed();
  await using bare = await benchShed({ sandbox: { os: 'off' } });
  const hundred = (call: string): string =>
    `let sum = 0; for (let n = 0; n < 100; n++) sum += (await ${call}({ n })).n; return sum;`;
  const trivial = await compare(100, {
    run: () => runOnce('return 1'),
    walled: () => complete(walled.shed, 'return 1'),
    bare: () => complete(bare.shed, 'return 1'),
  });
  const calls = await compare(30, {
    run: () => runOnce(hundred('tools.read')),
    walled: () => complete(walled.shed, hundred('tools.bench.read')),
    bare: () => complete(bare.shed, hundred('tools.bench.read')),
  });
  const row = (name: string, timings: Awaited<ReturnType<typeof compare>>): string => {
    const base = timings['run']?.median ?? 0;
    const cell = (key: string): string =>
      `${ms(timings[key]?.median ?? 0)} (${((timings[key]?.median ?? 0) / base).toFixed(2)}×)`;
    return `| ${name} | ${ms(base)} | ${cell('walled')} | ${cell('bare')} |`;
  };
  return [
    '| | run 2.1.5 | process + OS wall | process |',
    '| --- | --- | --- | --- |',
    row('trivial program, warm', trivial),
    row('100 calls one after another', calls),
  ];
}
