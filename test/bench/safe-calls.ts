import type { OpenOptions } from '@toolshed/runtime';
import { startPostgres } from '../support/postgres.ts';
import { benchFolder, benchShed, complete } from './bench-shed.ts';
import { compare } from './measure.ts';

const CALLS = 100;
const ROUNDS = 40;
const PROGRAM = `for (let n = 0; n < ${CALLS}; n++) await tools.bench.read({ n }); return 1;`;

/** What the disk costs a program that makes one safe call after another: with each store, at two isolation levels. */
export async function safeCalls(): Promise<readonly string[]> {
  await using server = await startPostgres({ fsync: true });
  return [
    `| ${CALLS} safe calls one after another, µs a call, and over memory | memory | SQLite | SQLite, every call | PostgreSQL |`,
    '| --- | --- | --- | --- | --- |',
    await row('thread', { isolation: 'thread', trusted: true }, server.url),
    await row('process', {}, server.url),
  ];
}

async function row(name: string, wall: Partial<OpenOptions>, postgres: string): Promise<string> {
  using held = benchFolder();
  using written = benchFolder();
  await using memory = await benchShed(wall);
  await using sqlite = await benchShed({ ...wall, store: { sqlite: held.file } });
  await using every = await benchShed({ ...wall, store: { sqlite: written.file }, durability: 'every-call' });
  await using shared = await benchShed({ ...wall, store: { postgres, schema: `bench_${name}` } });
  const { counted } = await compare(ROUNDS, {
    memory: () => complete(memory.shed, PROGRAM),
    sqlite: () => complete(sqlite.shed, PROGRAM),
    every: () => complete(every.shed, PROGRAM),
    shared: () => complete(shared.shed, PROGRAM),
  });
  const of = (key: string): number => ((counted[key]?.median ?? Number.NaN) * 1_000) / CALLS;
  const cells = ['sqlite', 'every', 'shared'].map(
    (key) => `${of(key).toFixed(0)} (${(of(key) / of('memory')).toFixed(2)}×)`,
  );
  return `| ${name} | ${of('memory').toFixed(0)} | ${cells.join(' | ')} |`;
}
