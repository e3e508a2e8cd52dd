// Statements that try to change what they may only read, to reach another file, or never to end.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { sqlPlugin } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { callTool, failureOf, previewTool } from './call-tool.js';
import { openTemporaryFolder } from './temporary-folder.js';

async function openTrap(timeoutMs = 10_000) {
  const folder = await openTemporaryFolder();
  const file = folder.at('trap.db');
  using db = new DatabaseSync(file);
  db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3)');
  using other = new DatabaseSync(folder.at('other.db'));
  other.exec("CREATE TABLE secrets (s); INSERT INTO secrets VALUES ('hidden')");
  const sql = sqlPlugin({ file, timeoutMs });
  return {
    ...folder,
    file,
    sql,
    query: (text: string) => callTool(sql, 'sql.query', { sql: text }),
    execute: (text: string) => callTool(sql, 'sql.execute', { sql: text }),
    preview: (text: string) => previewTool(sql, 'sql.execute', { sql: text }),
  };
}

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';

describe('sql.query changes nothing', () => {
  it.each([
    ['DELETE FROM t', 'sql/refused'],
    ['WITH x AS (SELECT 1) DELETE FROM t', 'sql/refused'],
    ['INSERT INTO t VALUES (4) RETURNING a', 'sql/refused'],
    ['CREATE TABLE u (a)', 'sql/refused'],
    ['CREATE TEMP TABLE u (a)', 'sql/refused'],
    ['PRAGMA user_version = 7', 'sql/refused'],
    ['PRAGMA query_only = OFF', 'sql/refused'],
    ['PRAGMA journal_mode = WAL', 'sql/refused'],
    ['PRAGMA writable_schema = 1', 'sql/refused'],
    ['VACUUM', 'sql/refused'],
    ['BEGIN', 'sql/refused'],
    ['SELECT 1; DELETE FROM t', 'sql/one-statement'],
    ['SELECT 1 /* a */ ; -- b\n DELETE FROM t', 'sql/one-statement'],
    ['SELECT 1;\0DELETE FROM t', 'sql/one-statement'],
  ])('the statement %j changes nothing', async (statement, code) => {
    await using trap = await openTrap();
    const before = await readFile(trap.file);
    expect(await failureOf(trap.query(statement))).toMatchObject({ code });
    expect((await readFile(trap.file)).equals(before)).toBe(true);
  });

  it('a comment or a semicolon after the statement is accepted', async () => {
    await using trap = await openTrap();
    expect(await trap.query('SELECT 1 AS x; -- the end\n /* really */ ;')).toMatchObject({ rows: [{ x: 1 }] });
  });
});

describe('sql reaches no other file and no other setting', () => {
  it.each([
    (path: string) => `ATTACH '${path}' AS x`,
    () => 'DETACH main',
    () => "SELECT load_extension('evil')",
    () => 'PRAGMA database_list',
    () => 'SELECT file FROM pragma_database_list',
    () => "PRAGMA temp_store_directory = '/tmp'",
    () => 'COMMIT',
    () => 'ROLLBACK',
    () => 'SAVEPOINT s',
  ])('statement %# reaches no other file and no other setting', async (statementFor) => {
    await using trap = await openTrap();
    const other = trap.at('other.db');
    for (const run of [trap.query, trap.execute, trap.preview]) {
      const { code, message } = await failureOf(run(statementFor(other)));
      expect(code).toBe('sql/refused');
      expect(message).not.toContain(trap.path);
    }
  });

  it('does not let a database copy itself to another file', async () => {
    await using trap = await openTrap();
    const copy = trap.at('copy.db');
    expect(await failureOf(trap.query(`VACUUM INTO '${copy}'`))).toMatchObject({ code: 'sql/refused' });
    for (const run of [trap.execute, trap.preview]) {
      expect(await failureOf(run(`VACUUM INTO '${copy}'`))).toMatchObject({ code: 'sql/failed' });
    }
    expect(existsSync(copy)).toBe(false);
  });

  it('nothing of one call is kept for the next', async () => {
    await using trap = await openTrap();
    const spy = 'CREATE TEMP TRIGGER spy AFTER DELETE ON main.t BEGIN INSERT INTO t VALUES (99); END';
    expect(await failureOf(trap.execute(spy))).toMatchObject({ code: 'sql/refused' });
    await trap.execute('DELETE FROM t');
    expect(await trap.query('SELECT count(*) AS n FROM t')).toMatchObject({ rows: [{ n: 0 }] });
  });
});

describe('a statement that does not end is ended', () => {
  it('a statement without end is stopped while the host continues, and the next call works', async () => {
    await using trap = await openTrap(1_000);
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 20);
    expect(await failureOf(trap.query(ENDLESS))).toMatchObject({ code: 'sql/timeout' });
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(10);
    expect(await trap.query('SELECT count(*) AS n FROM t')).toMatchObject({ rows: [{ n: 3 }] });
  });

  it('a preview or a change without end is stopped, and nothing has changed', async () => {
    await using trap = await openTrap(1_000);
    const endless = `UPDATE t SET a = (${ENDLESS})`;
    expect(await failureOf(trap.preview(endless))).toMatchObject({ code: 'sql/timeout' });
    expect(await failureOf(trap.execute(endless))).toMatchObject({ code: 'sql/timeout' });
    expect(await trap.query('SELECT sum(a) AS n FROM t')).toMatchObject({ rows: [{ n: 6 }] });
  });

  it('a statement that writes without end is rolled back, and reading works at once', async () => {
    await using trap = await openTrap(1_500);
    const flood = `INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT printf('%.*c', 1000, 'x') FROM n`;
    expect(await failureOf(trap.execute(flood))).toMatchObject({ code: 'sql/timeout' });
    expect(await trap.query('SELECT count(*) AS n FROM t')).toMatchObject({ rows: [{ n: 3 }] });
  });

  it('a statement is stopped when the execution is cancelled', async () => {
    await using trap = await openTrap();
    const controller = new AbortController();
    const running = failureOf(callTool(trap.sql, 'sql.query', { sql: ENDLESS }, { signal: controller.signal }));
    setImmediate(() => controller.abort());
    expect(await running).toMatchObject({ code: 'sql/cancelled' });
  });

  it('a statement is stopped when it uses too much memory', async () => {
    await using trap = await openTrap();
    const hungry = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i, printf('%.*c', 100000, 'x') AS big FROM n ORDER BY big, i`;
    expect(await failureOf(trap.query(hungry))).toMatchObject({ code: 'sql/stopped' });
    expect(await failureOf(trap.query('SELECT hex(zeroblob(30000000))'))).toMatchObject({ code: 'sql/failed' });
  });

  it('a statement is stopped when its host dies', async () => {
    await using trap = await openTrap();
    const host = fork(new URL('./dying-sql-host.ts', import.meta.url), [trap.file, ENDLESS], { execArgv: [] });
    await once(host, 'message');
    await expect.poll(() => childrenOf(host.pid), { timeout: 5_000 }).toHaveLength(1);
    const [child] = await childrenOf(host.pid);
    await expect.poll(() => cpuTicksOf(child), { timeout: 10_000 }).toBeGreaterThan(80);
    host.kill('SIGKILL');
    await expect.poll(() => isRunning(child), { timeout: 5_000 }).toBe(false);
  });

  it('a statement without end does not keep other calls waiting', async () => {
    await using trap = await openTrap(4_000);
    const endless = failureOf(trap.query(ENDLESS));
    expect(await trap.query('SELECT 1 AS x')).toMatchObject({ rows: [{ x: 1 }] });
    expect(await endless).toMatchObject({ code: 'sql/timeout' });
  });
});

async function childrenOf(pid: number | undefined): Promise<readonly string[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter((child) => child !== '');
}

/** A zombie has ended; only its parent has not looked yet. */
async function isRunning(pid: string | undefined): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !/\) Z /.test(status);
}

/** Hundredths of a second; far more than a start takes means that the statement is being run. */
async function cpuTicksOf(pid: string | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[11]);
}
