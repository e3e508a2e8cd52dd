// What lies on disk for a large value that an execution reads again and again, and what is read once somebody changed it.

import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { defineTool, JournalCorruptError } from '@toolshed/kernel';
import { copyStore, openPostgresStore, openSqliteStore } from '@toolshed/runtime';
import { firstChecksum, writeEntries } from '@toolshed/runtime/internal/stores/entry-text';
import { afterAll, describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { newSchema, postgresOfFile, runSql, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { completedWith, large, readings } from '../support/repeated-values.ts';
import { sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const value = large('a');
const HOLDER = 3;
const REFERENCE = 6;

/** Two readings of the value, and its end. */
async function newFile() {
  const folder = newStoreFolder();
  const sample = sampleExecution();
  {
    await using store = openSqliteStore({ file: folder.file });
    await store.journal.create(...sample.start(...readings([value], 1)));
    await store.journal.append(...sample.say(...readings([value], 2)));
  }
  return { ...folder, sample };
}

const bodiesIn = (file: string): readonly string[] => {
  using database = new DatabaseSync(file);
  return database
    .prepare('SELECT body FROM journal ORDER BY execution, seq')
    .all()
    .map(({ body }) => String(body));
};

describe('a large value that is read again', () => {
  verifies('store/repeated-values', 'a large value is on disk once, also when another process returns it', async () => {
    using made = await newFile();
    {
      await using store = openSqliteStore({ file: made.file });
      await store.journal.read(made.sample.id);
      await store.journal.append(...made.sample.say(...readings([value], 3), completedWith(value)));
      expect(await store.journal.read(made.sample.id)).toEqual(made.sample.entries);
    }
    expect(bodiesIn(made.file).filter((body) => body.length > 1_000)).toHaveLength(1);
    expect(statSync(made.file).size).toBeLessThan(3 * value.length);
  });

  verifies('store/repeated-values', 'is found in a file of an older version, which has it several times', async () => {
    using folder = newStoreFolder();
    const sample = sampleExecution();
    {
      await using store = openSqliteStore({ file: folder.file });
      await store.journal.create(...sample.start());
      await store.journal.append(...sample.say(...readings([value, value], 1)));
    }
    let checksum = firstChecksum(sample.id);
    using database = new DatabaseSync(folder.file);
    for (const text of writeEntries(sample.entries, checksum)) {
      ({ checksum } = text);
      const update = 'UPDATE journal SET body = ?, checksum = ? WHERE execution = ? AND seq = ?';
      const { seq } = JSON.parse(text.body);
      database.prepare(update).run(text.body, checksum, sample.id, seq);
    }
    database.prepare('UPDATE executions SET checksum = ?').run(checksum);
    database.close();
    await using store = openSqliteStore({ file: folder.file });
    expect(await store.journal.read(sample.id)).toEqual(sample.entries);
    await store.journal.append(...sample.say(...readings([value], 3)));
    expect(await store.journal.read(sample.id)).toEqual(sample.entries);
    expect(bodiesIn(folder.file).filter((body) => body.length > 1_000)).toHaveLength(2);
    expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
  });

  verifies(
    'store/repeated-values',
    'is never other data once the file was edited, with every checksum mended',
    async () => {
      using made = await newFile();
      const edits: Readonly<Record<string, readonly [seq: number, (body: string) => string]>> = {
        'the value itself': [HOLDER, (body) => body.replace('aaa', 'bbb')],
        'an entry that has no value any more': [
          HOLDER,
          () => JSON.stringify({ kind: 'returned', seq: HOLDER, at: 1_000, call: 1 }),
        ],
        'another digest': [REFERENCE, (body) => body.replace(/"digest":"./, '"digest":"x')],
        'another entry': [REFERENCE, (body) => body.replace('"from":3', '"from":2')],
        itself: [REFERENCE, (body) => body.replace('"from":3', '"from":6')],
        'an entry that does not exist': [REFERENCE, (body) => body.replace('"from":3', '"from":99')],
        'something that is not a reference': [REFERENCE, (body) => body.replace('"from":3', '"from":"3"')],
      };
      for (const [what, [seq, edit]] of Object.entries(edits)) {
        const file = join(made.path, `${what}.db`);
        copyFileSync(made.file, file);
        editEntry(file, made.sample.id, seq, edit);
        await using store = openSqliteStore({ file });
        await expect(store.journal.read(made.sample.id), what).rejects.toThrow(JournalCorruptError);
        await expect(store.journal.read(made.sample.id, REFERENCE), what).rejects.toThrow(JournalCorruptError);
        const { entries } = await store.journal.entriesAfter(0);
        expect(
          entries.map(({ entry }) => entry.seq),
          what,
        ).not.toContain(REFERENCE);
        expect(await store.audit.verify(), what).toMatchObject({ kind: 'broken' });
      }
    },
  );

  verifies(
    'store/repeated-values',
    'takes no more room when a program polls, and is read again by its replay',
    async () => {
      using folder = newStoreFolder();
      const answer = 'x'.repeat(1_000_000);
      const tool = { description: 'x', input: { type: 'object' }, handler: () => answer } as const;
      const tools = [
        defineTool({ ...tool, path: 'feed.read', destructive: false }),
        defineTool({ ...tool, path: 'feed.send', destructive: true }),
      ];
      const open = () => openInThread({ tools, store: { sqlite: folder.file }, wakes: false });
      const program = `
      let sum = 0;
      for (let i = 0; i < 12; i++) sum += (await tools.feed.read({})).length;
      await tools.feed.send({});
      return sum`;
      let id = '';
      {
        await using shed = await open();
        id = expectStatus(await shed.execute(program), 'paused').executionId;
      }
      expect(statSync(folder.file).size).toBeLessThan(2 * answer.length);
      await using shed = await open();
      expect(await shed.resume(id, true)).toMatchObject({ status: 'completed', value: 12 * answer.length });
      expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
    },
  );

  verifies('store/copy', 'is copied to PostgreSQL as it lies, and read there with each entry', async () => {
    using made = await newFile();
    const to = { url: (await postgresOfFile()).url, schema: newSchema() };
    await copyStore({ from: made.file, to });
    await using store = await openPostgresStore(to);
    expect(await store.journal.read(made.sample.id)).toEqual(made.sample.entries);
    await store.journal.append(...made.sample.say(...readings([value], 3)));
    const rows = await runSql(`SELECT length(body) AS length FROM ${to.schema}.journal WHERE length(body) > 1000`);
    expect(rows).toHaveLength(1);
    const [row] = await runSql(`SELECT format FROM ${to.schema}.executions`);
    expect(row).toEqual({ format: 5 });
    expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
  });
});

/** As somebody would who can write to the file, and knows how it is made. */
function editEntry(file: string, execution: string, seq: number, edit: (body: string) => string): void {
  using database = new DatabaseSync(file);
  const rows = database.prepare('SELECT seq, body FROM journal WHERE execution = ? ORDER BY seq').all(execution);
  let checksum = firstChecksum(execution);
  for (const row of rows) {
    const body = row['seq'] === seq ? edit(String(row['body'])) : String(row['body']);
    if (row['seq'] === seq) expect(body).not.toBe(row['body']);
    checksum = crc32(body, checksum);
    database
      .prepare('UPDATE journal SET body = ?, checksum = ? WHERE execution = ? AND seq = ?')
      .run(body, checksum, execution, Number(row['seq']));
  }
  database.prepare('UPDATE executions SET checksum = ? WHERE id = ?').run(checksum, execution);
}
