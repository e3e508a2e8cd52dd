import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { backUpStore, restoreStore } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { openInThread } from '../support/open-in-thread.ts';
import { newCanary, tracesOf } from '../support/secret-shed.ts';
import { verifies } from '../support/verifies.ts';
import { openWorkbench, type Workbench } from './cli-process.ts';

const env = { TOOLSHED_VAULT_KEY: randomBytes(32).toString('base64') };
const PROGRAM = "await tools.fs.delete({ path: 'old.txt' }); return 'removed';";

/** Text without the line breaks of its layout. */
const saying = (text: string) => expect.stringMatching(new RegExp(text.replaceAll(' ', '\\s+')));

const elsewhere = (bench: Workbench): string => join(dirname(bench.home), 'restored');
const backupOf = (bench: Workbench): string => join(bench.folder, 'monday.toolshed-backup');

/** A folder with a program that waits, a token, a trusted config and a secret. */
async function withPausedProgram(bench: Workbench): Promise<string> {
  await bench.write('old.txt', 'old');
  const paused = await bench.toolshed(['run', await bench.write('remove.ts', PROGRAM)]);
  expect(paused).toMatchObject({ exitCode: 3, stderr: '' });
  return /exec_[\w-]+/.exec(paused.stdout)?.[0] ?? '';
}

const allFilesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('compiled'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();

describe('toolshed backup', () => {
  verifies(
    'operate/backup',
    'copies a folder that another process writes to, and what waits is answered in the restored one',
    async () => {
      await using bench = await openWorkbench();
      const id = await withPausedProgram(bench);
      const canary = newCanary();
      await bench.toolshed(['secrets', 'set', 'openai'], { env, input: canary });
      const { stdout } = await bench.toolshed(['token', 'create', '--kind', 'metrics', '--name', 'prom', '--json']);
      const token: { readonly id: string } = JSON.parse(stdout);

      await using writer = await openInThread({ tools: [], store: { sqlite: join(bench.home, 'shed.db') } });
      const backup = bench.toolshed(['backup', backupOf(bench), '--json'], { env });
      let isOver = false;
      void backup.finally(() => (isOver = true));
      let ran = 0;
      for (; !isOver; ran += 1) {
        await writer.execute('return 1');
        await wait(1);
      }
      const made = await backup;
      expect(made).toMatchObject({ exitCode: 0, stderr: '' });
      expect(ran).toBeGreaterThan(3);
      const document = JSON.parse(made.stdout);
      expect(document).toMatchObject({ audit: { kind: 'intact' }, secrets: 'given', left: [] });
      expect(document.files).toEqual(expect.arrayContaining(['vault.json', `tokens/${token.id}.json`]));
      expect((await stat(backupOf(bench))).mode & 0o777).toBe(0o600);
      expect(tracesOf(canary, await readFile(backupOf(bench), 'latin1'))).toEqual([]);
      expect((await readdir(bench.folder)).filter((name) => name.includes('.part'))).toEqual([]);

      const home = elsewhere(bench);
      const restored = await bench.toolshed(['--home', home, 'restore', backupOf(bench), '--json'], { env });
      expect(restored).toMatchObject({ exitCode: 0, stderr: '' });
      expect(JSON.parse(restored.stdout)).toMatchObject({ openQuestions: 1, audit: { head: document.audit.head } });
      const resumed = await bench.toolshed(['--home', home, 'resume', id, '--approve', '--yes-as-person'], { env });
      expect(resumed).toMatchObject({ exitCode: 0, stdout: saying('removed') });
      const kept = ['--home', home, 'audit', 'verify', '--kept', document.audit.head];
      expect(await bench.toolshed(kept)).toMatchObject({ exitCode: 0 });
      expect((await bench.toolshed(['--home', home, 'secrets'], { env })).stdout).toContain('secret:openai');
      expect((await bench.toolshed(['--home', home, 'token', 'list'])).stdout).toContain('prom');
      expect((await bench.toolshed(['pending'])).stdout).toContain(id);
    },
  );

  verifies('operate/backup', 'says what is in it and what is not, and replaces no file', async () => {
    await using bench = await openWorkbench();
    await withPausedProgram(bench);
    await writeFile(join(bench.home, 'notes.txt'), 'mine');
    const made = await bench.toolshed(['backup', 'b']);
    expect(made.stdout).toContain('Not in it: notes.txt');
    expect(made.stdout).toContain('No secrets');
    const before = await readFile(join(bench.folder, 'b'));
    const again = await bench.toolshed(['backup', 'b']);
    expect(again).toMatchObject({ exitCode: 1, stderr: saying('a file of that name exists') });
    expect(await readFile(join(bench.folder, 'b'))).toEqual(before);
    const nothing = await bench.toolshed(['--home', elsewhere(bench), 'backup', 'c']);
    expect(nothing).toMatchObject({ exitCode: 2, stderr: saying('there is no store') });
  });

  verifies(
    'operate/backup',
    'says of a damaged store that the backup is damaged as well, and restores none',
    async () => {
      await using bench = await openWorkbench();
      await withPausedProgram(bench);
      const store = new DatabaseSync(join(bench.home, 'shed.db'));
      store.exec("UPDATE audit SET detail = 'another' WHERE n = 1");
      store.close();
      const made = await bench.toolshed(['backup', backupOf(bench)]);
      expect(made).toMatchObject({ exitCode: 1, stdout: saying('The store is damaged') });
      const restored = await bench.toolshed(['--home', elsewhere(bench), 'restore', backupOf(bench)]);
      expect(restored).toMatchObject({ exitCode: 1, stderr: saying('audit log does not fit') });
      expect(await allFilesIn(elsewhere(bench))).toEqual([]);
    },
  );
});

describe('toolshed restore', () => {
  verifies('operate/restore', 'refuses what is no whole backup of its own, and leaves nothing behind', async () => {
    await using bench = await openWorkbench();
    await withPausedProgram(bench);
    await bench.toolshed(['backup', backupOf(bench)]);
    const sql = (text: string) => async (file: string) => {
      using database = new DatabaseSync(file);
      database.exec(text);
    };
    const file = (name: string, mode = 0o100600) =>
      sql(`INSERT INTO sqlar VALUES ('${name}', ${mode}, 0, 1, x'61');
        UPDATE backup_manifest SET files_digest = '${'0'.repeat(64)}'`);
    const cases: readonly (readonly [string, string, (file: string) => Promise<unknown>])[] = [
      ['cut off', 'damaged or cut off', async (name) => truncate(name, (await stat(name)).size - 4_096)],
      ['cut off in its header', 'damaged or cut off', (name) => truncate(name, 50)],
      ['empty', 'not a backup', (name) => truncate(name, 0)],
      ['a store', 'not a backup', sql('PRAGMA application_id = 0')],
      ['text', 'not a backup', (name) => writeFile(name, 'a text that is no database, and longer than a header')],
      ['of a newer format', 'format 2', sql('PRAGMA user_version = 2')],
      ['of a newer store', 'upgrade Toolshed', sql('INSERT INTO migrations VALUES (999, 0)')],
      ['with a trigger', 'has a trigger', sql('CREATE TRIGGER t AFTER DELETE ON owners BEGIN SELECT 1; END')],
      ['with a view', 'has a view', sql('CREATE VIEW v AS SELECT 1')],
      ['with a table', 'has a table extra', sql('CREATE TABLE extra (a)')],
      ['without an index', 'lacks the index', sql('DROP INDEX grants_by_change')],
      ['with a changed file', 'not those that were backed up', file('trusted.json')],
      ['with a link', 'plain files alone', file('trusted.json', 0o120777)],
      ['with another log', 'does not fit', sql("UPDATE audit SET who = 'mallory' WHERE n = 2")],
    ];
    for (const [title, problem, spoil] of cases) {
      const spoilt = join(bench.folder, 'spoilt');
      await copyFile(backupOf(bench), spoilt);
      await spoil(spoilt);
      const to = join(bench.folder, 'restored.db');
      await expect(restoreStore({ from: spoilt, to }), title).rejects.toThrow(problem);
      expect((await readdir(bench.folder)).filter((name) => name.startsWith('restored.db'))).toEqual([]);
    }
    const absent = await bench.toolshed(['--home', elsewhere(bench), 'restore', 'absent']);
    expect(absent).toMatchObject({ exitCode: 1, stderr: saying('there is no such file') });
  });

  verifies('operate/restore', 'writes no file whose name would leave the folder', async () => {
    await using bench = await openWorkbench();
    await withPausedProgram(bench);

    for (const name of ['../escaped', '/tmp/escaped', 'tokens/../../escaped', 'shed.db', 'tokens/x.json', '.profile']) {
      const hostile = join(bench.folder, `hostile-${randomBytes(4).toString('hex')}`);
      const files = async () => [{ name, bytes: Buffer.from('x') }];
      await backUpStore({ from: join(bench.home, 'shed.db'), to: hostile, files });
      const home = elsewhere(bench);
      const refused = await bench.toolshed(['--home', home, 'restore', hostile]);
      expect(refused, name).toMatchObject({ exitCode: 2, stderr: saying('which no data folder has') });
      expect(await allFilesIn(home)).toEqual([]);
    }
    expect(await readdir(dirname(bench.home))).not.toContain('escaped');
  });

  verifies(
    'operate/restore',
    'puts nothing into a folder that holds something, or that others can write to',
    async () => {
      await using bench = await openWorkbench();
      await withPausedProgram(bench);
      await bench.toolshed(['backup', backupOf(bench)]);
      const before = await allFilesIn(bench.home);
      const full = await bench.toolshed(['restore', backupOf(bench)]);
      expect(full).toMatchObject({ exitCode: 2, stderr: saying('new or empty') });
      expect(await allFilesIn(bench.home)).toEqual(before);
      await mkdir(elsewhere(bench));
      await chmod(elsewhere(bench), 0o777);
      const open = await bench.toolshed(['--home', elsewhere(bench), 'restore', backupOf(bench)]);
      expect(open).toMatchObject({ exitCode: 2, stderr: saying('others can write') });
    },
  );
});
