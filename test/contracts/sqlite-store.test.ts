import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { JournalCorruptError, StoreUnavailableError } from '@toolshed/kernel';
import { newElicitationId, type NewEntry } from '@toolshed/kernel/runtime';
import { openSqliteStore } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { newStoreFolder } from '../support/open-stores.ts';
import { asEarlierVersion } from '../support/rechained-audit.ts';
import { askedCall, completed, printed, sampleExecution } from '../support/sample-execution.ts';
import { readWal } from '../support/wal-file.ts';
import { verifies } from '../support/verifies.ts';
import { sampleGrant } from '../support/sample-grant.ts';

/** Takes a file back to before grants were kept in memory and flows had an index: the last three steps. */
const WITHOUT_KEPT_GRANTS = `
  ALTER TABLE audit DROP COLUMN session; DROP TABLE records; DROP INDEX executions_running; ALTER TABLE executions DROP COLUMN placement;
  DROP TABLE grants_state; DROP INDEX grants_by_change; DROP INDEX grants_by_expiry; DROP INDEX grants_used_up;
  DROP INDEX grants_by_execution; DROP INDEX elicitations_by_flow;
  ALTER TABLE grants DROP COLUMN expires_at; ALTER TABLE grants DROP COLUMN execution;
  ALTER TABLE grants DROP COLUMN changed; ALTER TABLE elicitations DROP COLUMN flow;`;

/** A program that asks to open a page with a flow behind it. */
const askedPage = (flow: string): readonly NewEntry[] => [
  { kind: 'elicit-called', call: 1, digest: 'digest' },
  {
    kind: 'asked',
    call: 1,
    elicitation: newElicitationId(0),
    asker: 'program',
    digest: 'digest',
    request: { type: 'url', message: 'Sign in', url: 'https://example.org', flow },
  },
];

describe('the SQLite store on disk', () => {
  verifies('store/disk-full', 'has everything again after it was closed and opened', async () => {
    using folder = newStoreFolder();
    const sample = sampleExecution();
    const start = sample.start(...askedCall());
    {
      await using store = openSqliteStore({ file: folder.file });
      await store.journal.create(...start);
    }
    await using store = openSqliteStore({ file: folder.file });
    expect(await store.journal.read(sample.id)).toEqual(sample.entries);
    expect(await store.journal.list({})).toEqual([start[2]]);
    expect(await store.journal.questions({})).toHaveLength(1);
    expect(await store.audit.verify()).toMatchObject({ kind: 'intact', lines: 3 });
  });

  verifies('store/disk-full', 'places the entries of an older file, and continues after them', async () => {
    using folder = newStoreFolder();
    const [first, second] = [sampleExecution(), sampleExecution()];
    {
      await using store = openSqliteStore({ file: folder.file });
      await store.journal.create(...first.start());
      await store.journal.create(...second.start());
      await store.journal.append(...first.say(completed));
    }
    edit(
      folder.file,
      `DROP TABLE owners; DROP TABLE journal_end; DROP INDEX journal_by_position; ALTER TABLE journal DROP COLUMN position;
       DROP INDEX executions_damaged; ALTER TABLE executions DROP COLUMN damage;
       ${WITHOUT_KEPT_GRANTS}
       DELETE FROM migrations WHERE version > 2`,
    );
    await using store = openSqliteStore({ file: folder.file });
    await store.journal.append(...second.say(completed));
    const { entries } = await store.journal.entriesAfter(0);
    expect(entries.map(({ position, executionId, entry }) => [position, executionId, entry.seq])).toEqual([
      [1, first.id, 0],
      [2, first.id, 1],
      [3, second.id, 0],
      [4, second.id, 1],
    ]);
  });

  verifies(
    'store/disk-full',
    'opens an older file with grants: an approval bound to no tool is not kept, open flows are found',
    async () => {
      using folder = newStoreFolder();
      const asking = sampleExecution();
      const [unbound, bound] = [sampleGrant({ tools: undefined }), sampleGrant({ usesLeft: 2 })];
      {
        await using store = openSqliteStore({ file: folder.file });
        await store.journal.create(...asking.start(...askedPage('flow_1')));
        await store.grants.add(bound);
        await store.grants.add(unbound);
      }
      const version = `(SELECT max(version) - 5 FROM migrations)`;
      const earlier = asEarlierVersion(folder.file).join(';');
      edit(folder.file, `${earlier}; ${WITHOUT_KEPT_GRANTS} DELETE FROM migrations WHERE version > ${version}`);
      await using store = openSqliteStore({ file: folder.file });
      expect((await store.grants.list()).map(({ id }) => id)).toEqual([unbound.id, bound.id]);
      expect(await store.grants.prune(10)).toBe(1);
      expect(await store.grants.list()).toEqual([bound]);
      expect(await store.journal.locateFlow('flow_1')).toMatchObject({ executionId: asking.id });
      expect(await store.journal.locateFlow('flow_2')).toBe(undefined);
      expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
    },
  );

  verifies('store/disk-full', 'creates its folder and files for their owner only', async () => {
    using folder = newStoreFolder();
    const inner = join(folder.path, 'data', 'toolshed');
    const file = join(inner, 'shed.db');
    await using store = openSqliteStore({ file });
    await store.journal.create(...sampleExecution().start());
    expect(statSync(inner).mode & 0o777).toBe(0o700);
    for (const path of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  verifies('store/disk-full', 'commits the writes of one turn together', async () => {
    using folder = newStoreFolder();
    await using store = openSqliteStore({ file: folder.file });
    const before = readWal(folder.file).commits.length;
    await Promise.all(Array.from({ length: 64 }, () => store.journal.create(...sampleExecution().start())));
    expect(readWal(folder.file).commits.length).toBe(before + 1);
  });

  verifies('store/disk-full', 'writes what is queued before it closes, and refuses what comes later', async () => {
    using folder = newStoreFolder();
    const [sample, late] = [sampleExecution(), sampleExecution()];
    const store = openSqliteStore({ file: folder.file });
    const queued = store.journal.create(...sample.start());
    await store[Symbol.asyncDispose]();
    await store.journal[Symbol.asyncDispose]();
    expect(await queued).toBe(sample.id);
    await expect(store.journal.create(...late.start())).rejects.toThrow('it was closed');
  });
});

describe('a SQLite store that cannot be opened', () => {
  const opening = (file: string) => () => openSqliteStore({ file });

  it('a SQLite file that a newer version wrote is refused', async () => {
    using folder = newStoreFolder();
    await openSqliteStore({ file: folder.file })[Symbol.asyncDispose]();
    edit(folder.file, 'INSERT INTO migrations VALUES (99, 0)');
    expect(opening(folder.file)).toThrow(StoreUnavailableError);
    expect(opening(folder.file)).toThrow(/it has version 99 and this Toolshed knows up to \d+; upgrade Toolshed/);
  });

  it('a SQLite file of another program is refused', () => {
    using folder = newStoreFolder();
    edit(folder.file, 'CREATE TABLE cookies (name TEXT)');
    expect(opening(folder.file)).toThrow(/another program's database/);
  });

  it('a file that is not a database is refused', () => {
    using folder = newStoreFolder();
    writeFileSync(folder.file, 'Dear diary, '.repeat(1_000));
    expect(opening(folder.file)).toThrow(StoreUnavailableError);
    expect(opening(folder.file)).toThrow(/not a SQLite database; name another file/);
    expect(readFileSync(folder.file, 'utf8')).toContain('Dear diary');
  });

  it('a store whose path is a folder is refused', () => {
    using folder = newStoreFolder();
    mkdirSync(folder.file);
    expect(opening(folder.file)).toThrow(/it is a folder; name a file/);
  });

  it('a store whose path lies below a file is refused', () => {
    using folder = newStoreFolder();
    writeFileSync(join(folder.path, 'note.txt'), '');
    expect(opening(join(folder.path, 'note.txt', 'shed.db'))).toThrow(/a part of its path is a file/);
    expect(opening(join(folder.path, 'note.txt', 'deeper', 'shed.db'))).toThrow(StoreUnavailableError);
  });
});

describe('a SQLite store that cannot write', () => {
  it('fails an append on a full disk, keeps nothing of it, and continues once there is room', async () => {
    using folder = newStoreFolder();
    await using store = openSqliteStore({ file: folder.file, maxBytes: 470_000 });
    const [sample, old] = [sampleExecution(), sampleExecution({ at: 10 })];
    await store.journal.create(...sample.start());
    await store.journal.create(...old.start(printed('x'.repeat(150_000)), completed));
    const before = await store.journal.read(sample.id);
    const small = sampleExecution();
    const large = sample.say(printed('y'.repeat(300_000)));
    const outcomes = await Promise.allSettled([store.journal.append(...large), store.journal.create(...small.start())]);
    expect(outcomes[0]).toMatchObject({ status: 'rejected', reason: { code: 'store/unavailable' } });
    expect(outcomes[1]).toEqual({ status: 'fulfilled', value: small.id });
    expect(outcomes[0]).toMatchObject({ reason: { message: expect.stringContaining('free some space') } });
    expect(await store.journal.read(sample.id)).toEqual(before);
    expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
    expect(await store.journal.prune(100, 10)).toBe(1);
    await store.journal.append(...large);
    expect(await store.journal.read(sample.id)).toEqual(sample.entries);
    expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
  });

  it('waits for another process to finish its own write', async () => {
    using folder = newStoreFolder();
    await using store = openSqliteStore({ file: folder.file });
    using other = new DatabaseSync(folder.file);
    other.exec('BEGIN IMMEDIATE');
    const [first, second] = [sampleExecution(), sampleExecution()];
    const writes = [store.journal.create(...first.start()), store.journal.create(...second.start())];
    setTimeout(() => other.exec('COMMIT'), 120);
    expect(await Promise.all(writes)).toEqual([first.id, second.id]);
  });

  it('gives up when another process keeps the lock, and works again when it releases it', async () => {
    using folder = newStoreFolder();
    await using store = openSqliteStore({ file: folder.file, lockWaitMs: 80 });
    using other = new DatabaseSync(folder.file);
    other.exec('BEGIN IMMEDIATE');
    const sample = sampleExecution();
    const start = sample.start();
    await expect(store.journal.create(...start)).rejects.toThrow(/another process kept it locked/);
    other.exec('ROLLBACK');
    expect(await store.journal.read(sample.id)).toEqual([]);
    await store.journal.create(...start);
    expect(await store.journal.read(sample.id)).toEqual(sample.entries);
  });
});

const COPY_ENTRY_1_OVER_2 = `
  UPDATE journal SET (body, checksum) =
    (SELECT body, checksum FROM journal AS other WHERE other.execution = journal.execution AND seq = 1)
  WHERE seq = 2`;

const MOVE_BORDER = `
  UPDATE journal SET body = substr(body, 1, length(body) - 1) WHERE seq = 1;
  UPDATE journal SET body = '}' || body WHERE seq = 2`;

describe('a journal row that is not what was written', () => {
  it.each([
    ['its text was edited', `UPDATE journal SET body = replace(body, 'two', 'TWO') WHERE seq = 2`],
    ['its text is cut off', 'UPDATE journal SET body = substr(body, 1, 20) WHERE seq = 2'],
    ['its checksum was edited', 'UPDATE journal SET checksum = 1 WHERE seq = 3'],
    ['a border between two was moved', MOVE_BORDER],
    ['it is gone', 'DELETE FROM journal WHERE seq = 2'],
    ['it was the last and is gone', 'DELETE FROM journal WHERE seq = 3'],
    ['it is another entry of the journal', COPY_ENTRY_1_OVER_2],
    ['all of them are gone', 'DELETE FROM journal'],
    [
      'one was added',
      `INSERT INTO journal (execution, seq, body, checksum) SELECT execution, 4, body, checksum FROM journal WHERE seq = 3`,
    ],
  ])('is never read: %s', async (_, tampering) => {
    using folder = newStoreFolder();
    await using store = openSqliteStore({ file: folder.file });
    const sample = sampleExecution();
    await store.journal.create(...sample.start(printed('one'), printed('two'), printed('three')));
    edit(folder.file, tampering);
    await expect(store.journal.read(sample.id)).rejects.toThrow(JournalCorruptError);
  });
});

function edit(file: string, sql: string): void {
  using database = new DatabaseSync(file);
  database.exec(sql);
}
