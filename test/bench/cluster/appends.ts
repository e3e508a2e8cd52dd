// One append after another to one execution, each waited for: what a program feels that does one thing at a time.

import { openPostgresStore, openSqliteStore, type Store } from '@toolshed/runtime';
import { startPostgres } from '../../support/postgres.ts';
import { printed, sampleExecution } from '../../support/sample-execution.ts';
import { benchFolder } from '../bench-shed.ts';
import { ms, time } from '../measure.ts';

const COUNT = 1_000;
const OTHERS = 20_000;

export async function appends(): Promise<readonly string[]> {
  await using server = await startPostgres({ fsync: true, settings: { shared_buffers: '256MB' } });
  using folder = benchFolder();
  await using postgres = await openPostgresStore({ url: server.url });
  await using sqlite = openSqliteStore({ file: folder.file });
  const lines = [await row('PostgreSQL, empty', postgres), await row('SQLite, empty', sqlite)];
  for (const store of [postgres, sqlite]) await fill(store);
  lines.push(
    await row(`PostgreSQL, beside ${OTHERS} executions that came since its statements were planned`, postgres),
    await row(`SQLite, beside ${OTHERS} executions`, sqlite),
  );
  return ['| | appends a second | p50 | p95 |', '| --- | --- | --- | --- |', ...lines];
}

async function row(name: string, { journal }: Store): Promise<string> {
  const sample = sampleExecution();
  await journal.create(...sample.start());
  const all = Array.from({ length: COUNT + COUNT / 10 }, (_, n) => sample.say(printed(`line ${n}`)));
  const before = performance.now();
  const { median, p95 } = await time(COUNT, async (index) => {
    const append = all[index];
    if (append) await journal.append(...append);
  });
  const rate = Math.round((all.length * 1_000) / (performance.now() - before));
  return `| ${name} | ${rate} | ${ms(median)} | ${ms(p95)} |`;
}

async function fill({ journal }: Store): Promise<void> {
  for (let made = 0; made < OTHERS; made += 500)
    await Promise.all(Array.from({ length: 500 }, () => journal.create(...sampleExecution().start())));
}
