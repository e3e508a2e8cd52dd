// An edit of the file by hand is found, whichever line, column or row it touches.

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { JournalEntry } from '@toolshed/kernel';
import { newElicitationId } from '@toolshed/kernel/runtime';
import { openSqliteStore } from '@toolshed/runtime';
import { sha256 } from '@toolshed/runtime/internal/digest';
import { firstChecksum, writeEntries } from '@toolshed/runtime/internal/stores/entry-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newStoreFolder } from '../support/open-stores.ts';
import { asEarlierVersion, rechained } from '../support/rechained-audit.ts';
import {
  approved,
  askedCall,
  completed,
  grantedCall,
  printed,
  ranCall,
  sampleExecution,
} from '../support/sample-execution.ts';
import { sampleGrant } from '../support/sample-grant.ts';
import { verifies } from '../support/verifies.ts';

const LINES = 20;
/** Of what the sample's call sent, and its line in the log names. */
const SENT = sha256('{"to":"ada@x.org"}');
const COLUMNS = 'n at what execution session seq call path who channel detail digest previous hash'.split(' ');
const INTEGERS = new Set(['n', 'at', 'seq', 'call']);
const numbers = Array.from({ length: LINES }, (_, index) => index + 1);

const folder = newStoreFolder();
const [sample, other, old] = [sampleExecution({ agent: 'triage' }), sampleExecution(), sampleExecution({ at: 10 })];
let copies = 0;

beforeAll(async () => {
  await using store = openSqliteStore({ file: folder.file });
  const elicitation = newElicitationId(0);
  const grant = sampleGrant({ usesLeft: 5 });
  await store.journal.create(...old.start(completed));
  await store.journal.create(...sample.start(printed('hi'), ...askedCall(1, elicitation)));
  await store.grants.add(grant);
  await store.journal.create(...sampleExecution().start(grantedCall(grant.id), ...ranCall(), completed));
  await store.journal.create(...other.start(...askedCall(1), printed('waiting')));
  await store.journal.append(...sample.say(approved(elicitation), ...ranCall(), completed));
  await store.journal.prune(100, 10);
});

afterAll(() => folder[Symbol.dispose]());

async function verdictAfter(...tampering: readonly string[]) {
  copies += 1;
  const file = join(folder.path, `copy-${copies}.db`);
  copyFileSync(folder.file, file);
  {
    using database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    for (const sql of tampering) expect(database.prepare(sql).run().changes, sql).toBeGreaterThan(0);
  }
  await using store = openSqliteStore({ file });
  return await store.audit.verify();
}

describe('an audit log nobody touched', () => {
  verifies('durable/audit', 'is found to be intact', async () => {
    expect(await verdictAfter()).toMatchObject({ kind: 'intact', lines: LINES });
  });

  verifies('durable/audit', 'is intact as well where an earlier version wrote its lines', async () => {
    expect(await verdictAfter(...asEarlierVersion(folder.file))).toMatchObject({ kind: 'intact' });
    const other = rechained(folder.file, (fact) =>
      fact.session === undefined ? fact : { ...fact, session: 'another' },
    );
    expect(await verdictAfter(...other)).toMatchObject({ kind: 'broken' });
  });
});

describe('an edited audit log', () => {
  it.each(COLUMNS)('is found broken whichever line had its "%s" edited', async (column) => {
    for (const n of numbers) {
      const edited = INTEGERS.has(column) ? `coalesce(${column}, 0) + 1000` : `coalesce(${column}, '') || 'x'`;
      const verdict = await verdictAfter(`UPDATE audit SET ${column} = ${edited} WHERE n = ${n}`);
      expect(verdict, `line ${n}`).toMatchObject({ kind: 'broken', at: n });
    }
  });

  it('is found broken whichever line was removed', async () => {
    for (const n of numbers) {
      expect(await verdictAfter(`DELETE FROM audit WHERE n = ${n}`)).toMatchObject({ kind: 'broken', at: n });
    }
  });

  it('is found broken when the last lines were removed, also if the numbering was mended', async () => {
    expect(await verdictAfter(`DELETE FROM audit WHERE n > ${LINES - 3}`)).toMatchObject({ kind: 'broken' });
    expect(await verdictAfter('DELETE FROM audit')).toMatchObject({ kind: 'broken', at: 1 });
    const closingUp = await verdictAfter('DELETE FROM audit WHERE n = 3', 'UPDATE audit SET n = n - 1 WHERE n > 3');
    expect(closingUp).toMatchObject({ kind: 'broken', at: 3 });
  });

  it('is found broken when two lines were swapped', async () => {
    for (const n of numbers.slice(1)) {
      const swap = [`SET n = -1 WHERE n = ${n}`, `SET n = ${n} WHERE n = ${n - 1}`, `SET n = ${n - 1} WHERE n = -1`];
      const verdict = await verdictAfter(...swap.map((change) => `UPDATE audit ${change}`));
      expect(verdict).toMatchObject({ kind: 'broken', at: n - 1 });
    }
  });

  it('is found broken when its head was edited', async () => {
    expect(await verdictAfter('UPDATE audit_head SET lines = lines + 1')).toMatchObject({ kind: 'broken' });
    expect(await verdictAfter(`UPDATE audit_head SET hash = 'x'`)).toMatchObject({ kind: 'broken' });
  });
});

describe('an edited journal', () => {
  it('is found whichever row was removed', async () => {
    for (const { id, entries } of [sample, other]) {
      for (const { seq } of entries) {
        const verdict = await verdictAfter(`DELETE FROM journal WHERE execution = '${id}' AND seq = ${seq}`);
        expect(verdict, `entry ${seq}`).toMatchObject({ kind: 'broken' });
      }
    }
  });

  it.each(['body', 'checksum', 'seq'])('is found whichever row had its "%s" edited', async (column) => {
    for (const { id, entries } of [sample, other]) {
      for (const { seq } of entries) {
        const edited = column === 'body' ? `${column} || ' '` : `${column} + 1000`;
        const where = `execution = '${id}' AND seq = ${seq}`;
        const verdict = await verdictAfter(`UPDATE journal SET ${column} = ${edited} WHERE ${where}`);
        expect(verdict, `entry ${seq}`).toMatchObject({ kind: 'broken' });
      }
    }
  });

  it.each<[string, JournalEntry['kind'], object]>([
    ['the arguments of a call were edited', 'tool-called', { args: '{"to":"eve@x.org"}' }],
    [
      'arguments were edited that a call is said to have sent',
      'tool-called',
      { args: '{"to":"eve@x.org"}', digest: SENT },
    ],
    ['a call is said to have sent something else', 'tool-called', { digest: SENT }],
    ['the program was put in the place of another', 'started', { source: 'return await tools.files.wipe({})' }],
    ['the words of a question were edited', 'asked', { request: { type: 'approval', message: 'Do nothing?' } }],
    ['an answer was given other arguments', 'answered', { args: '{"to":"eve@x.org"}' }],
    ['a tool is said to have returned something else', 'returned', { value: '"harmless"' }],
    ['the result was edited', 'completed', { value: '"harmless"' }],
  ])('is found when %s and every checksum was mended', async (_, kind, edited) => {
    const entries = sample.entries.map((entry) => (entry.kind === kind ? { ...entry, ...edited } : entry));
    expect(entries).not.toEqual(sample.entries);
    const texts = writeEntries(entries, firstChecksum(sample.id));
    const verdict = await verdictAfter(
      ...texts.map(
        ({ body, checksum }, seq) =>
          `UPDATE journal SET body = '${body.replaceAll("'", "''")}', checksum = ${checksum}
           WHERE execution = '${sample.id}' AND seq = ${seq}`,
      ),
      `UPDATE executions SET checksum = ${texts.at(-1)?.checksum} WHERE id = '${sample.id}'`,
    );
    expect(verdict).toMatchObject({ kind: 'broken', problem: expect.stringContaining('is not what the line says') });
  });

  it('is found when a whole execution was removed', async () => {
    const everywhere = [
      `DELETE FROM journal WHERE execution = '${other.id}'`,
      `DELETE FROM executions WHERE id = '${other.id}'`,
    ];
    expect(await verdictAfter(...everywhere)).toMatchObject({ kind: 'broken' });
    expect(await verdictAfter(...everywhere.slice(1))).toMatchObject({ kind: 'broken' });
  });

  it('is found when a removed execution is passed off as pruned', async () => {
    const verdict = await verdictAfter(
      `DELETE FROM journal WHERE execution = '${other.id}'`,
      `DELETE FROM executions WHERE id = '${other.id}'`,
      `INSERT INTO pruned VALUES ('${other.id}', ${LINES})`,
    );
    expect(verdict).toMatchObject({ kind: 'broken', at: LINES });
  });

  it('is found when an entry was added', async () => {
    const added = `INSERT INTO journal (execution, seq, body, checksum) SELECT execution, seq + 1, body, checksum FROM journal
      WHERE execution = '${sample.id}' ORDER BY seq DESC LIMIT 1`;
    expect(await verdictAfter(added)).toMatchObject({ kind: 'broken' });
  });
});

/** Each leaves the journals and the log as they were. */
const EDITED_ROWS: readonly (readonly [string, string])[] = [
  ['the status of an execution', `UPDATE executions SET status = 'completed' WHERE id = '${other.id}'`],
  ['its session', `UPDATE executions SET session = 'tuesday' WHERE id = '${other.id}'`],
  ['its agent', `UPDATE executions SET agent = 'boss' WHERE id = '${sample.id}'`],
  ['when it wakes', `UPDATE executions SET wake_at = 1 WHERE id = '${other.id}'`],
  ['its calls', `UPDATE executions SET calls = calls + 1 WHERE id = '${other.id}'`],
  ['its open questions', `UPDATE executions SET open_questions = 0 WHERE id = '${other.id}'`],
  ['its key', `UPDATE executions SET idempotency_key = 'k' WHERE id = '${other.id}'`],
  ['its parent', `UPDATE executions SET parent_execution = '${sample.id}' WHERE id = '${other.id}'`],
  ['where it may run', `UPDATE executions SET placement = '["gpu"]' WHERE id = '${other.id}'`],
  ['its last checksum', `UPDATE executions SET checksum = checksum + 1 WHERE id = '${other.id}'`],
  ['whether a question is open', `UPDATE elicitations SET is_open = 0 WHERE execution = '${other.id}'`],
  ['whether one is closed', `UPDATE elicitations SET is_open = 1 WHERE execution = '${sample.id}'`],
  ['the session of a question', `UPDATE elicitations SET session = 'tuesday' WHERE execution = '${other.id}'`],
  ['which entry asks it', `UPDATE elicitations SET seq = 0 WHERE execution = '${other.id}'`],
  ['its flow', `UPDATE elicitations SET flow = 'f' WHERE execution = '${other.id}'`],
  ['whose question it is', `UPDATE elicitations SET execution = '${sample.id}' WHERE execution = '${other.id}'`],
  ['its execution to one that is not there', `UPDATE elicitations SET execution = 'exec_x'`],
  ['that there is a question', `DELETE FROM elicitations WHERE execution = '${other.id}'`],
];

describe('what is kept beside a journal', () => {
  verifies.each('durable/rows-checked', EDITED_ROWS)('is found when it was edited: %s', async (_, tampering) => {
    expect(await verdictAfter(tampering)).toMatchObject({ kind: 'broken' });
  });

  verifies('durable/rows-checked', 'does not decide what pruning forgets: the journal does', async () => {
    const file = join(folder.path, 'pruned.db');
    copyFileSync(folder.file, file);
    {
      using database = new DatabaseSync(file);
      database.exec(`UPDATE executions SET status = 'completed', updated_at = 1`);
    }
    await using store = openSqliteStore({ file });
    expect(await store.journal.prune(500, 1)).toBe(0);
    // Two of the three have ended, and the open one is first in line.
    expect(await store.journal.prune(2_000, 10)).toBe(2);
    expect(await store.journal.read(other.id)).toEqual(other.entries);
    expect(await store.journal.read(sample.id)).toEqual([]);
  });
});

describe('edited grants', () => {
  it.each([
    ['made wider', `UPDATE grants SET body = replace(body, 'mail.*', '**')`],
    ['given more uses', 'UPDATE grants SET uses_left = 500'],
    ['made uncounted', 'UPDATE grants SET uses_left = NULL'],
    ['removed', 'DELETE FROM grants'],
    ['renamed', `UPDATE grants SET id = 'grant_other'`],
    ['slipped in', `INSERT INTO grants (id, body, uses_left) SELECT 'grant_x', body, uses_left FROM grants`],
  ])('are found: %s', async (_, tampering) => {
    expect(await verdictAfter(tampering)).toMatchObject({ kind: 'broken' });
  });
});
