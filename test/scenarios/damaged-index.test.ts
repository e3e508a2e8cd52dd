// Damage to what SQLite finds rows by, and a table that is gone.

import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect } from 'vitest';
import { mailTools } from '../support/mail-shed.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

const SEND = 'return await tools.mail.send({ to: "ada@x.org" })';

/** Everything in the one file, with an execution in it. Gives the page that the index of executions begins at. */
async function prepare(file: string): Promise<number> {
  const shed = await openInThread({ tools: mailTools([]), store: { sqlite: file } });
  await shed.execute(SEND);
  await shed[Symbol.asyncDispose]();
  using database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const index = database
    .prepare("SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'executions' AND sql IS NULL")
    .get();
  return Number(index?.['rootpage']);
}

describe('a store', () => {
  verifies('store/damage-isolated', 'a store whose index of execution ids is damaged does not verify', async () => {
    using folder = newStoreFolder();
    const page = await prepare(folder.file);
    const bytes = readFileSync(folder.file);
    const size = bytes.readUInt16BE(16);
    bytes.fill(0, (page - 1) * size, page * size);
    writeFileSync(folder.file, bytes);
    await using shed = await openInThread({ tools: mailTools([]), store: { sqlite: folder.file }, wakes: false });
    expect(await shed.audit.verify()).toMatchObject({
      kind: 'broken',
      problem: expect.stringContaining('cannot be found by its id; restore a backup'),
    });
  });

  verifies('store/damage-isolated', 'a store without one of its tables is refused by name', async () => {
    using folder = newStoreFolder();
    await prepare(folder.file);
    {
      using database = new DatabaseSync(folder.file);
      database.exec('DROP TABLE journal');
    }
    await expect(openInThread({ tools: mailTools([]), store: { sqlite: folder.file } })).rejects.toMatchObject({
      code: 'store/unavailable',
      message: expect.stringContaining('it has no table "journal" any more; restore a backup'),
    });
  });
});
