// npm run bench many-paused [-- --rows=1000000]: lists over a PostgreSQL store with very many paused executions. The rows
// are made by the server, of one that was really paused.

import { openPostgresStore, type PostgresStore } from '@toolshed/runtime';
import { Client } from 'pg';
import { startPostgres } from '../../support/postgres.ts';
import { askedCall, sampleExecution } from '../../support/sample-execution.ts';
import { benchShed, pauseAndComplete } from '../bench-shed.ts';
import { ms, time } from '../measure.ts';

const ROWS = Number(/--rows=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 1_000_000);
const SCHEMA = 'toolshed';
/** Beyond every place that the server itself gave. */
const FIRST = 2 ** 40;

/** Ids are as long as real ones, and begin with a time as they do. Running checksums are those of everything before, the id first. */
const COPIES = `
  CREATE TEMP TABLE copied AS SELECT i, 'exec_' || lpad(i::text, 9, '0') || substr(md5(i::text), 1, 18) AS id,
    'elic_' || lpad(i::text, 9, '0') || substr(md5('q' || i), 1, 24) AS question FROM generate_series(1, ${ROWS}) AS i;
  INSERT INTO ${SCHEMA}.journal (execution, seq, position, epoch, mark, checksum, body)
    SELECT id, seq, ${FIRST} + i * 8 + seq, 1, gen_random_uuid(),
      crc32(convert_to(id || string_agg(body, '') OVER (PARTITION BY id ORDER BY seq), 'UTF8')), body
    FROM (SELECT c.i, c.id, j.seq, replace(j.body, $1, c.question) AS body FROM copied AS c, ${SCHEMA}.journal AS j
      WHERE j.execution = $2) AS made;
  INSERT INTO ${SCHEMA}.elicitations (id, execution, seq, position, session, is_open)
    SELECT question, id, 2, ${FIRST} + i * 8, 's' || i % 1000, true FROM copied;
  INSERT INTO ${SCHEMA}.executions (id, position, session, labels, status, created_at, updated_at, calls, open_questions,
      length, epoch, format, next_seq, checksum, audit_lines, audit_hash, mark)
    SELECT c.id, ${FIRST} + c.i * 8, 's' || c.i % 1000, '{}', 'paused', c.i, c.i, 1, 1, 3, 1, 1, 3, j.checksum, 0, repeat('0', 64),
      gen_random_uuid()
    FROM copied AS c JOIN ${SCHEMA}.journal AS j ON j.execution = c.id AND j.seq = 2;
  UPDATE ${SCHEMA}.meta SET base = base + ${FIRST} + ${ROWS} * 8 + 8`;

export async function manyPaused(): Promise<readonly string[]> {
  await using server = await startPostgres({ settings: { shared_buffers: '1GB', max_wal_size: '8GB' } });
  await using store = await openPostgresStore({ url: server.url });
  const sample = sampleExecution();
  const started = sample.start(...askedCall());
  const [, entries] = started;
  await store.journal.create(...started);
  const asked = entries.find(({ kind }) => kind === 'asked');
  const question = asked?.kind === 'asked' ? asked.elicitation : '';
  const before = performance.now();
  const bytes = await makeCopies(server.url, question, sample.id);
  const made = performance.now() - before;
  return [
    '| | p50 | p95 |',
    '| --- | --- | --- |',
    ...(await lists(store)),
    '',
    `${ROWS} paused executions, ${(bytes / ROWS / 1_000).toFixed(2)} KB each with indexes, made in ${ms(made)}.`,
    await logOfPauses(server.url),
  ];
}

const PAUSES = 1_000;
const AT_ONCE = 10;

/** What executions that pause and are answered add to the log, beside all of those, right after a checkpoint. */
async function logOfPauses(url: string): Promise<string> {
  await using bench = await benchShed({ store: { postgres: url } });
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CHECKPOINT');
    const { rows: before } = await client.query('SELECT pg_current_wal_insert_lsn()::text AS lsn');
    for (let done = 0; done < PAUSES; done += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, () => pauseAndComplete(bench.shed, PROGRAM)));
    const written = 'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn) AS bytes';
    const { rows } = await client.query(written, [before[0].lsn]);
    return `Log (WAL) of ${PAUSES} that pause and are answered, after a checkpoint: ${(Number(rows[0].bytes) / PAUSES / 1_000).toFixed(1)} KB each.`;
  } finally {
    await client.end();
  }
}

const PROGRAM = 'return await tools.bench.write({ n: 1 })';

/** Returns how large the database is then. */
async function makeCopies(url: string, question: string, execution: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const part of COPIES.split(';')) await client.query(part, part.includes('$2') ? [question, execution] : []);
    await client.query('VACUUM ANALYZE');
    const { rows } = await client.query('SELECT pg_database_size(current_database()) AS bytes');
    return Number(rows[0].bytes);
  } finally {
    await client.end();
  }
}

async function lists({ journal }: PostgresStore): Promise<readonly string[]> {
  const row = async (name: string, look: () => Promise<readonly unknown[]>): Promise<string> => {
    if ((await look()).length === 0) throw new Error(`${name} found nothing`);
    const { median, p95 } = await time(200, look);
    return `| ${name} | ${ms(median)} | ${ms(p95)} |`;
  };
  return [
    await row('newest 50 open questions', () => journal.questions({ limit: 50 })),
    await row('newest 50 open questions of a session', () => journal.questions({ session: 's7', limit: 50 })),
    await row('newest 50 paused executions', () => journal.list({ status: ['paused'], limit: 50 })),
    await row(
      '100 events from the middle',
      async () => (await journal.entriesAfter(FIRST + ROWS * 4, { limit: 100 })).entries,
    ),
  ];
}
