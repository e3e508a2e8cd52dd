import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Preview } from '@toolshed/kernel';
import { SqlOptions, sqlPlugin } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { callTool, failureOf, messageOf, previewTool } from './call-tool.js';
import { openTemporaryFolder } from './temporary-folder.js';
import { verifies } from '../support/verifies.ts';

async function openPeople(options: Partial<SqlOptions> = {}) {
  const folder = await openTemporaryFolder();
  const file = folder.at('people.db');
  using db = new DatabaseSync(file);
  db.exec(`
    CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, photo BLOB);
    CREATE TABLE pets (owner REFERENCES people(id) ON DELETE CASCADE, name);
    INSERT INTO people VALUES (1, 'Ada', x'00ff'), (2, 'Bob', NULL);
    INSERT INTO pets VALUES (1, 'Cat'), (1, 'Dog');
    CREATE VIEW names AS SELECT name FROM people;
  `);
  const sql = sqlPlugin({ file, ...options });
  return {
    ...folder,
    file,
    sql,
    query: (text: string, params?: unknown) => callTool(sql, 'sql.query', { sql: text, ...(params ? { params } : {}) }),
    execute: (text: string, params?: unknown) =>
      callTool(sql, 'sql.execute', { sql: text, ...(params ? { params } : {}) }),
    preview: (text: string, params?: unknown) =>
      previewTool(sql, 'sql.execute', { sql: text, ...(params ? { params } : {}) }),
  };
}

describe('sql.query', () => {
  verifies('tools/sql', 'returns rows as objects, with their columns in order', async () => {
    await using people = await openPeople();
    expect(await people.query('SELECT id, name, photo FROM people ORDER BY id')).toEqual({
      columns: ['id', 'name', 'photo'],
      rows: [
        { id: 1, name: 'Ada', photo: { base64: 'AP8=' } },
        { id: 2, name: 'Bob', photo: null },
      ],
      truncated: false,
    });
  });

  verifies('tools/sql', 'takes values by order or by name', async () => {
    await using people = await openPeople();
    expect(await people.query('SELECT name FROM people WHERE id = ?', [2])).toMatchObject({ rows: [{ name: 'Bob' }] });
    expect(await people.query('SELECT name FROM people WHERE photo = :p', { p: { base64: 'AP8=' } })).toMatchObject({
      rows: [{ name: 'Ada' }],
    });
  });

  verifies('tools/sql', 'loses neither large integers nor columns of the same name', async () => {
    await using people = await openPeople();
    expect(await people.query('SELECT 9007199254740993 AS n, 1 AS n')).toMatchObject({
      rows: [{ n: '9007199254740993', n_2: 1 }],
    });
  });

  verifies('tools/sql', 'stops at the limit of rows and of bytes, and says so', async () => {
    await using people = await openPeople({ maxRows: 2 });
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';
    expect(await people.query(`${numbers} SELECT i FROM n`)).toMatchObject({
      rows: [{ i: 1 }, { i: 2 }],
      truncated: true,
    });
    const large = await people.query(
      "SELECT printf('%.*c', 900000, 'x') AS a UNION ALL SELECT printf('%.*c', 900000, 'y')",
    );
    expect(large).toMatchObject({ truncated: true });
  });

  verifies('tools/sql', 'answers many calls at once and one after the other', async () => {
    await using people = await openPeople();
    for (let round = 0; round < 15; round++) await people.query('SELECT 1');
    const counts = await Promise.all(Array.from({ length: 20 }, (_, n) => people.query('SELECT ? AS n', [n])));
    expect(counts.map((count) => JSON.stringify(count))).toEqual(
      counts.map((_, n) => JSON.stringify({ columns: ['n'], rows: [{ n }], truncated: false })),
    );
  });

  verifies('tools/sql', 'says what is wrong with a statement, in words of the database', async () => {
    await using people = await openPeople();
    expect(await failureOf(people.query('SELECT * FROM nowhere'))).toEqual({
      code: 'sql/failed',
      message: 'Cannot run the statement: no such table: nowhere',
    });
  });

  verifies('tools/sql', 'reads a database whose writers use a write-ahead log', async () => {
    await using people = await openPeople();
    using writer = new DatabaseSync(people.file);
    writer.exec("PRAGMA journal_mode = WAL; INSERT INTO people VALUES (3, 'Eve', NULL)");
    expect(await people.query('SELECT count(*) AS n FROM people')).toMatchObject({ rows: [{ n: 3 }] });
  });

  verifies('tools/sql', 'refuses a database that does not exist, without creating it', async () => {
    await using folder = await openTemporaryFolder();
    const sql = sqlPlugin({ file: folder.at('none.db') });
    const { code, message } = await failureOf(callTool(sql, 'sql.query', { sql: 'SELECT 1' }));
    expect(code).toBe('sql/no-database');
    expect(message).not.toContain(folder.path);
    expect(existsSync(folder.at('none.db'))).toBe(false);
  });
});

describe('sql.tables', () => {
  it('lists tables with their columns, and views', async () => {
    await using people = await openPeople();
    expect(await callTool(people.sql, 'sql.tables', {})).toMatchObject({
      tables: [
        { name: 'names', kind: 'view', sql: 'CREATE VIEW names AS SELECT name FROM people' },
        {
          name: 'people',
          kind: 'table',
          columns: [
            { name: 'id', type: 'INTEGER', notNull: false, primaryKey: true },
            { name: 'name', type: 'TEXT', notNull: true, primaryKey: false },
            { name: 'photo', type: 'BLOB' },
          ],
        },
        { name: 'pets', kind: 'table' },
      ],
      truncated: false,
    });
  });
});

describe('sql.execute', () => {
  it('runs one statement and tells what changed', async () => {
    await using people = await openPeople();
    expect(await people.execute("INSERT INTO people (name) VALUES ('Eve') RETURNING id, name")).toEqual({
      changes: 1,
      lastInsertRowid: 3,
      columns: ['id', 'name'],
      rows: [{ id: 3, name: 'Eve' }],
      truncated: false,
    });
    expect(await people.execute('UPDATE people SET name = upper(name)')).toMatchObject({ changes: 3, rows: [] });
  });

  it('makes the database with its first table', async () => {
    await using folder = await openTemporaryFolder();
    const sql = sqlPlugin({ file: folder.at('new.db') });
    expect(await previewTool(sql, 'sql.execute', { sql: 'CREATE TABLE t (a)' })).toMatchObject({ kind: 'text' });
    expect(existsSync(folder.at('new.db'))).toBe(false);
    await callTool(sql, 'sql.execute', { sql: 'CREATE TABLE t (a)' });
    expect(await callTool(sql, 'sql.tables', {})).toMatchObject({ tables: [{ name: 't' }] });
  });

  it('shows the statement and its values', async () => {
    await using people = await openPeople();
    const args = { sql: 'DELETE FROM people WHERE id = ?', params: [1] };
    expect(messageOf(people.sql, 'sql.execute', args)).toBe(
      'Run this statement on the database?\nDELETE FROM people WHERE id = ?\nwith [1]',
    );
  });

  it('is read from a config file by key', () => {
    expect(SqlOptions.safeParse({ file: 'a.db', maxRows: 5 }).success).toBe(true);
    expect(SqlOptions.safeParse({ file: 'a.db', rows: 5 }).success).toBe(false);
  });
});

describe('the preview of sql.execute', () => {
  it('shows the rows before and after, and counts what follows from them', async () => {
    await using people = await openPeople();
    expect(await people.preview("UPDATE people SET name = 'X' WHERE id = :id", { id: 1 })).toEqual({
      kind: 'table',
      columns: ['change', 'id', 'name', 'photo'],
      rows: expect.arrayContaining([
        ['update: before', '1', "'Ada'", "X'00FF'"],
        ['update: after', '1', "'X'", "X'00FF'"],
      ]),
      note: '1 row would change',
    });
    expect(await people.preview('DELETE FROM people WHERE id = 1')).toMatchObject({
      rows: [['delete', '1', "'Ada'", "X'00FF'"]],
      note: '1 row would change; rows of "people": 1 deleted; rows of "pets": 2 deleted',
    });
  });

  it('shows at most twenty rows and still counts all', async () => {
    await using people = await openPeople();
    await people.execute(`INSERT INTO people (name)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT 'p' || i FROM n`);
    const preview = await people.preview('DELETE FROM people');
    expect(preview).toMatchObject({ kind: 'table', note: expect.stringContaining('502 rows would change') });
    expect(preview.kind === 'table' && preview.rows).toHaveLength(20);
  });

  it('says how many rows go with a table', async () => {
    await using people = await openPeople();
    expect(await people.preview('DROP TABLE pets')).toEqual({
      kind: 'text',
      text: '0 rows would change; the table "pets" would be dropped with 2 rows',
    });
  });

  it.each([
    'DELETE FROM people',
    'DROP TABLE pets',
    'CREATE TABLE t (a)',
    'CREATE INDEX i ON people (name)',
    'ALTER TABLE people ADD COLUMN age',
    "INSERT INTO people VALUES (1, 'twice', NULL)",
    "INSERT OR ROLLBACK INTO people VALUES (1, 'twice', NULL)",
    "REPLACE INTO people VALUES (1, 'other', NULL)",
    'UPDATE people SET name = NULL',
    'CREATE VIRTUAL TABLE f USING fts5(x)',
    'INSERT INTO nowhere VALUES (1)',
  ])('leaves no trace of %s', async (statement) => {
    await using people = await openPeople();
    const before = await readFile(people.file);
    await people.preview(statement).catch(() => undefined);
    expect((await readFile(people.file)).equals(before)).toBe(true);
    expect(existsSync(`${people.file}-journal`)).toBe(false);
    expect(await people.query('SELECT count(*) AS n FROM people')).toMatchObject({ rows: [{ n: 2 }] });
  });
});

describe('the preview of sql.execute understates nothing', () => {
  const noteOf = (preview: Preview): string => {
    if (preview.kind === 'table') return preview.note ?? '';
    return preview.kind === 'text' ? preview.text : preview.kind;
  };

  async function openShop() {
    const people = await openPeople();
    using db = new DatabaseSync(people.file);
    db.exec(`
      CREATE TABLE users (id INTEGER PRIMARY KEY, mail TEXT UNIQUE, age);
      CREATE TABLE tags (name UNIQUE);
      CREATE TABLE log (what);
      CREATE TABLE notes (user REFERENCES users(id) ON DELETE CASCADE);
      CREATE TABLE shops (id INTEGER PRIMARY KEY);
      CREATE TABLE visits (shop REFERENCES shops(id) ON DELETE SET NULL);
      INSERT INTO shops VALUES (1);
      INSERT INTO visits VALUES (1), (1);
      CREATE TRIGGER spread AFTER UPDATE OF age ON users BEGIN
        INSERT INTO log VALUES ('aged'); DELETE FROM tags; END;
      CREATE VIEW mails AS SELECT mail FROM users;
      CREATE TRIGGER via_view INSTEAD OF INSERT ON mails BEGIN DELETE FROM log; INSERT INTO users (mail) VALUES (NEW.mail); END;
      INSERT INTO users VALUES (1, 'a', 30), (2, 'b', 40), (3, 'c', NULL);
      INSERT INTO tags VALUES ('x'), ('y');
      INSERT INTO log VALUES ('old');
      INSERT INTO notes VALUES (1), (1), (2);
      CREATE VIRTUAL TABLE boxes USING rtree(id, low, high);
      CREATE TABLE wide (${Array.from({ length: 24 }, (_, n) => `c${n}`).join(', ')});
    `);
    return { ...people, note: async (sql: string) => noteOf(await people.preview(sql)) };
  }

  verifies.each('tools/sql-honest', [
    [
      "INSERT OR REPLACE INTO users VALUES (9, 'b', 1)",
      ['rows of "users": 1 inserted, 1 deleted because', '"notes": 1 deleted'],
    ],
    ["REPLACE INTO users VALUES (1, 'b', 1)", ['1 inserted, 2 deleted because', 'rows of "notes": 3 deleted']],
    ["UPDATE OR REPLACE users SET mail = 'c' WHERE id = 1", ['1 updated, 1 deleted because']],
    ["INSERT OR REPLACE INTO tags VALUES ('x')", ['rows of "tags": 1 inserted, 1 deleted because']],
    [
      "INSERT INTO users VALUES (1, 'z', 9) ON CONFLICT (id) DO UPDATE SET age = 9",
      ['"users": 1 updated', '"log": 1 inserted', '"tags": 2 deleted'],
    ],
    [
      'UPDATE users SET age = 1 WHERE id = 1',
      ['1 row would change', 'rows of "log": 1 inserted', 'rows of "tags": 2 deleted'],
    ],
    ["INSERT INTO mails VALUES ('new')", ['rows of "log": 1 deleted', 'rows of "users": 1 inserted']],
    [
      'DROP TABLE users',
      [
        'the table "users" would be dropped with 3 rows',
        'rows of "notes": 3 deleted',
        'the trigger "spread" would be dropped',
      ],
    ],
    ['DROP TABLE shops', ['the table "shops" would be dropped with 1 row', 'rows of "visits": 2 updated']],
    ['ALTER TABLE people DROP COLUMN photo', ['the column "photo" of "people" would be dropped with 1 value']],
    ['ALTER TABLE PEOPLE DROP COLUMN photo', ['the column "photo" of "people" would be dropped with 1 value']],
    ['ALTER TABLE people RENAME TO persons', ['the table "people" would be renamed to "persons"']],
    ['ALTER TABLE people RENAME COLUMN photo TO face', ['the column "photo" of "people" would be renamed to "face"']],
    ['ALTER TABLE people ADD COLUMN age', ['the column "age" of "people" would be created']],
    ['CREATE TABLE copies AS SELECT * FROM people', ['the table "copies" would be created with 2 rows']],
    [
      'CREATE TRIGGER sly AFTER INSERT ON log BEGIN DELETE FROM people; END',
      ['the trigger "sly" would be created: it adds to what later changes of "log" do'],
    ],
    ['INSERT INTO boxes VALUES (1, 2, 3)', ['"boxes", part of a virtual table, cannot be shown']],
    ['INSERT INTO wide (c0) VALUES (1)', ['not shown: 4 more columns, "c20"']],
    ['DELETE FROM people WHERE random() > 0', ['it uses the time or random values (random)']],
    ["DELETE FROM people WHERE datetime('now') > '2030'", ['it uses the time or random values (datetime)']],
  ])('%s', async (statement, expected) => {
    await using shop = await openShop();
    const note = await shop.note(statement);
    for (const words of expected) expect(note).toContain(words);
  });

  verifies('tools/sql-honest', 'says how many lines it leaves out', async () => {
    await using shop = await openShop();
    await shop.execute(
      'INSERT INTO log WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30) SELECT i FROM n',
    );
    expect(await shop.note('DELETE FROM log')).toBe('31 rows would change; only the first 20 of 31 lines are shown');
  });

  verifies.each('tools/sql-honest', [
    'DELETE FROM people WHERE NOT EXISTS (SELECT 1 FROM sqlite_temp_schema)',
    'DELETE FROM people WHERE NOT EXISTS (SELECT 1 FROM temp.sqlite_master)',
    "DELETE FROM people WHERE NOT EXISTS (SELECT 1 FROM pragma_table_list WHERE schema = 'temp')",
    'DELETE FROM people WHERE NOT EXISTS (SELECT 1 FROM TEMP.sqlite_schema)',
    'DELETE FROM people WHERE NOT EXISTS (SELECT 1 FROM SQLITE_TEMP_MASTER)',
    'DELETE FROM people WHERE (SELECT count(*) FROM sqlite_temp_schema AS s) = 0',
    'DELETE FROM people WHERE total_changes() = 0',
    'DELETE FROM people WHERE changes() = 0',
    'DELETE FROM people WHERE last_insert_rowid() = 0',
    "DELETE FROM people WHERE (SELECT count(*) FROM dbstat('temp')) < 2",
    'CREATE TEMP TABLE people AS SELECT 1',
    'CREATE TEMP TRIGGER sly AFTER DELETE ON main.people BEGIN DELETE FROM pets; END',
    'CREATE TEMP VIEW people AS SELECT 1',
  ])('refuses, looked at and run, what could tell the one from the other: %s', async (statement) => {
    await using shop = await openShop();
    for (const run of [shop.preview, shop.execute])
      expect(await failureOf(run(statement))).toMatchObject({ code: 'sql/refused' });
    expect(await shop.query('SELECT count(*) AS n FROM people')).toMatchObject({ rows: [{ n: 2 }] });
  });

  verifies(
    'tools/sql-honest',
    'changes what a preview says of nothing that runs: the counts are those of the run',
    async () => {
      await using shop = await openShop();
      expect(await shop.note('UPDATE users SET age = age + 1')).toContain('rows of "log": 3 inserted');
      expect(await shop.execute('UPDATE users SET age = age + 1')).toMatchObject({ changes: 3 });
      expect(await shop.query('SELECT count(*) AS n FROM log')).toMatchObject({ rows: [{ n: 4 }] });
    },
  );

  verifies('tools/sql-honest', 'keeps the names of tables from passing for its words', async () => {
    await using shop = await openShop();
    await shop.execute('CREATE TABLE "x""; nothing would change" (a)');
    expect(await shop.note('DROP TABLE "x""; nothing would change"')).toContain(
      String.raw`the table "x\"; nothing would change"`,
    );
  });
});
