import { crc32 } from 'node:zlib';
import { runSql } from './fresh-postgres.ts';

/** Newer than any version of this code reads. */
const FORMAT = 1_000;

/** Appends an entry of a kind that this version does not know, as a newer node would write it. */
export async function appendFromTheFuture(schema: string, id: string): Promise<void> {
  const [end] = await runSql(`SELECT checksum, next_seq FROM ${schema}.executions WHERE id = '${id}'`);
  const seq = Number(end?.['next_seq']);
  const body = JSON.stringify({ kind: 'teleported', seq, at: 1_000 });
  const checksum = crc32(body, Number(end?.['checksum']));
  await runSql(`
    INSERT INTO ${schema}.journal (execution, seq, position, epoch, mark, checksum, body)
    SELECT '${id}', ${seq}, (pg_current_xact_id()::text::bigint << 10) + base, 1, gen_random_uuid(), ${checksum}, '${body}'
    FROM ${schema}.meta;
    UPDATE ${schema}.executions SET next_seq = ${seq + 1}, length = ${seq + 1}, checksum = ${checksum}, format = ${FORMAT}
    WHERE id = '${id}'`);
}
