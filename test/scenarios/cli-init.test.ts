// `toolshed init`: what it writes works, what is there stays, and only a person at a terminal trusts.

import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { asks, BIN, KEY, openWorkbench, type Workbench } from './cli-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** As after `npm i toolshed zod`. */
async function install(bench: Workbench, manifest: object = { type: 'module' }): Promise<void> {
  await bench.write('package.json', JSON.stringify(manifest));
  await symlink(join(ROOT, 'node_modules'), join(bench.folder, 'node_modules'));
}

const listed = async (bench: Workbench): Promise<readonly unknown[]> =>
  JSON.parse((await bench.toolshed(['trust', '--list', '--json'])).stdout);

const readIn = (bench: Workbench, name: string): Promise<string> => readFile(join(bench.folder, name), 'utf8');

const unwrapped = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('toolshed init', () => {
  verifies('init/files', 'writes a config, a tool and its test, and what it writes works', async () => {
    await using bench = await openWorkbench();
    await install(bench);
    const { exitCode, stdout } = await bench.toolshed(['init', '--yes']);
    expect(exitCode).toBe(0);
    for (const name of ['toolshed.config.ts', 'tools/notes.ts', 'tools/notes.test.ts'])
      expect(stdout).toContain(`wrote ${name}`);
    expect(stdout).toMatch(/npx toolshed trust/);
    const tested = await promisify(execFile)(process.execPath, ['--test', 'tools/notes.test.ts'], {
      cwd: bench.folder,
      // One of vitest's own would be a child of it.
      env: { PATH: process.env['PATH'] },
    });
    expect(tested.stdout).toMatch(/pass 3\b/);
    await bench.toolshed(['trust', '--yes-as-person']);
    const tools = await bench.toolshed(['tools']);
    expect(tools.stdout).toMatch(/^ +notes\.add +asks/m);
    expect(tools.stdout).toContain('fs.read');
  });

  verifies('init/files', 'writes what a strict compiler has nothing against', async () => {
    await using bench = await openWorkbench();
    await install(bench);
    await bench.toolshed(['init', '--yes']);
    const options = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions', '--types', 'node'];
    const target = ['--target', 'es2024', '--lib', 'es2024,esnext', '--module', 'nodenext'];
    const files = ['toolshed.config.ts', 'tools/notes.test.ts'];
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    const checked = promisify(execFile)(tsc, [...options, ...target, ...files], { cwd: bench.folder });
    expect(await checked.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' });
  });

  verifies('init/files', 'writes ES modules and tests of the runner that the folder has', async () => {
    await using bench = await openWorkbench();
    await install(bench, { type: 'commonjs', devDependencies: { vitest: '*' } });
    const { stdout } = await bench.toolshed(['init', '--yes', '--json']);
    expect(JSON.parse(stdout).written).toEqual(['toolshed.config.mts', 'tools/notes.mts', 'tools/notes.test.mts']);
    expect(await readIn(bench, 'tools/notes.test.mts')).toContain(`import { test } from 'vitest'`);
    await bench.toolshed(['trust', '--yes-as-person']);
    expect((await bench.toolshed(['tools'])).stdout).toContain('notes.add');
  });

  verifies('init/files', 'writes a plain config where there are no packages', async () => {
    await using bench = await openWorkbench();
    const { stdout } = await bench.toolshed(['init', '--yes', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ written: ['toolshed.config.json'], trusted: false });
    await bench.toolshed(['trust', '--yes-as-person']);
    expect((await bench.toolshed(['tools'])).stdout).toContain('fs.read');
  });

  verifies('init/keeps', 'keeps every file that is there, and adds what is missing', async () => {
    await using bench = await openWorkbench();
    await install(bench);
    await bench.write('tools/notes.ts', '// mine\n');
    expect(JSON.parse((await bench.toolshed(['init', '--yes', '--json'])).stdout)).toMatchObject({
      written: ['toolshed.config.ts', 'tools/notes.test.ts'],
      kept: ['tools/notes.ts'],
    });
    expect(await readIn(bench, 'tools/notes.ts')).toBe('// mine\n');
    const again = await bench.toolshed(['init', '--yes']);
    expect(again.stdout).toContain('kept toolshed.config.ts, as it was');
    expect(again.stdout).not.toContain('wrote');
  });

  verifies(
    'init/keeps',
    'puts no config of its own in the place of one above, and no tool beside a foreign one',
    async () => {
      await using bench = await openWorkbench();
      await install(bench);
      await bench.write('toolshed.config.json', '{ "policy": [{ "pattern": "**", "verdict": "deny" }] }');
      await mkdir(join(bench.folder, 'below'));
      for (const cwd of ['.', 'below']) {
        const { stdout } = await bench.toolshed(['init', '--yes', '--json'], { cwd });
        expect(JSON.parse(stdout)).toMatchObject({ written: [] });
      }
      expect(await readdir(join(bench.folder, 'below'))).toEqual([]);
    },
  );

  verifies('init/trust', 'writes nothing where nobody can be asked, and trusts nothing with --yes', async () => {
    await using bench = await openWorkbench();
    const refused = await bench.toolshed(['init', '--client', 'claude-code']);
    expect(refused.exitCode).toBe(2);
    expect(await readdir(bench.folder)).toEqual([]);
    const screen = bench.terminal(['init', '--yes']);
    await screen.until('npx toolshed trust');
    expect(await screen.exit()).toBe(0);
    expect(await listed(bench)).toEqual([]);
  });

  verifies(
    'init/trust',
    'shows the config and its tool in a terminal, and trusts what the person agrees to',
    async () => {
      await using bench = await openWorkbench();
      await install(bench);
      const screen = bench.terminal(['init']);
      await screen.until('defineConfig');
      await screen.until(asks('It decides'));
      screen.press(KEY.down + KEY.enter);
      await screen.until('Add a line to the notes');
      await screen.until(asks('It decides'));
      screen.press(KEY.down + KEY.enter);
      await screen.until('Next:');
      expect(await screen.exit()).toBe(0);
      expect(screen.shown.slice(screen.shown.indexOf('Next:'))).not.toContain('toolshed trust');
      expect(await listed(bench)).toMatchObject([{ channel: 'terminal' }, { channel: 'terminal' }]);
      expect((await bench.toolshed(['tools'])).stdout).toContain('notes.add');
    },
  );

  verifies('init/trust', 'says how to trust later to a person who says no', async () => {
    await using bench = await openWorkbench();
    const screen = bench.terminal(['init']);
    await screen.until(asks('It decides'));
    screen.press(KEY.enter);
    await screen.until('npx toolshed trust');
    expect(await screen.exit()).toBe(0);
    expect(await listed(bench)).toEqual([]);
  });
});

describe('the entry for a client', () => {
  verifies('init/client', 'is shown, and written when the person agrees', async () => {
    await using bench = await openWorkbench();
    const decline = bench.terminal(['init', '--client', 'claude-code']);
    await decline.until('+     "toolshed": {');
    await decline.until(asks('This lets Claude Code'));
    decline.press(KEY.enter);
    await decline.until(asks('It decides'));
    decline.press(KEY.enter);
    expect(await decline.exit()).toBe(0);
    expect(await readdir(bench.folder)).toEqual(['toolshed.config.json']);
    const agree = bench.terminal(['init', '--client', 'claude-code']);
    await agree.until(asks('This lets Claude Code'));
    agree.press(KEY.down + KEY.enter);
    await agree.until(asks('It decides'));
    agree.press(KEY.enter);
    await agree.until('restart Claude Code');
    expect(await agree.exit()).toBe(0);
    expect(JSON.parse(await readIn(bench, '.mcp.json'))).toEqual({
      mcpServers: { toolshed: { command: 'npx', args: ['-y', 'toolshed', 'mcp', '--client', 'claude-code'] } },
    });
  });

  verifies('init/client', 'goes into the file of each client, beside what is there, with its comments', async () => {
    await using bench = await openWorkbench();
    const cursor = `{\n  // my servers\n  "mcpServers": {\n    "other": { "command": "x" }, // keep\n  },\n}\n`;
    await bench.write('.cursor/mcp.json', cursor);
    const env = { XDG_CONFIG_HOME: join(bench.home, '..', 'config') };
    const clients = ['claude-code', 'claude-desktop', 'cursor', 'vscode'];
    const { exitCode, stdout } = await bench.toolshed(['init', '--yes', '--json', '--client', ...clients], { env });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).clients).toEqual(
      clients.map((client) => expect.objectContaining({ client, state: 'added' })),
    );
    const merged = await readIn(bench, '.cursor/mcp.json');
    expect(merged).toContain('// my servers');
    expect(merged).toContain('"other": { "command": "x" }, // keep');
    expect(merged).toContain('"cursor"');
    expect(JSON.parse(await readIn(bench, '.vscode/mcp.json'))).toMatchObject({
      servers: { toolshed: { type: 'stdio', command: 'npx' } },
    });
    const desktop = await readFile(join(env.XDG_CONFIG_HOME, 'Claude', 'claude_desktop_config.json'), 'utf8');
    // It is started in no project, and with no search path to speak of.
    expect(JSON.parse(desktop).mcpServers.toolshed).toEqual({
      command: process.execPath,
      args: [BIN, '--folder', bench.folder, 'mcp', '--client', 'claude-desktop'],
    });
    const again = await bench.toolshed(['init', '--yes', '--json', '--client', ...clients], { env });
    expect(JSON.parse(again.stdout).clients).toEqual(
      clients.map((client) => expect.objectContaining({ client, state: 'there already' })),
    );
    expect(await readIn(bench, '.cursor/mcp.json')).toBe(merged);
  });

  verifies('init/client', 'names the command by its path where no package manager started it', async () => {
    await using bench = await openWorkbench();
    const env = { npm_config_user_agent: '', npm_command: '', PATH: '/usr/bin:/bin' };
    await bench.toolshed(['init', '--yes', '--client', 'claude-code'], { env });
    expect(JSON.parse(await readIn(bench, '.mcp.json')).mcpServers.toolshed).toEqual({
      command: process.execPath,
      args: [BIN, 'mcp', '--client', 'claude-code'],
    });
  });

  verifies('init/client', 'never replaces another entry without asking', async () => {
    await using bench = await openWorkbench();
    const mine = `{ "mcpServers": { "toolshed": { "command": "mine" } } }`;
    await bench.write('.mcp.json', mine);
    const { stdout } = await bench.toolshed(['init', '--yes', '--client', 'claude-code']);
    expect(stdout).toContain('another entry was kept');
    expect(await readIn(bench, '.mcp.json')).toBe(mine);
    const screen = bench.terminal(['init', '--client', 'claude-code']);
    await screen.until(asks('Claude Code has another entry'));
    screen.press(KEY.down + KEY.enter);
    await screen.until(asks('It decides'));
    screen.press(KEY.enter);
    expect(await screen.exit()).toBe(0);
    expect(JSON.parse(await readIn(bench, '.mcp.json')).mcpServers.toolshed.command).toBe('npx');
  });

  verifies(
    'init/client',
    'is not written through a link that leads out of the folder, nor into what is not JSON',
    async () => {
      await using bench = await openWorkbench();
      const outside = join(bench.home, '..', 'outside');
      await mkdir(outside);
      await writeFile(join(outside, 'mcp.json'), '{}');
      await symlink(outside, join(bench.folder, '.vscode'));
      await bench.write('.mcp.json', '{ "mcpServers": ');
      const linked = await bench.toolshed(['init', '--yes', '--client', 'vscode']);
      expect(linked).toMatchObject({ exitCode: 2 });
      expect(unwrapped(linked.stderr)).toContain('a link leads out of the folder');
      expect(await readFile(join(outside, 'mcp.json'), 'utf8')).toBe('{}');
      const broken = await bench.toolshed(['init', '--yes', '--client', 'claude-code']);
      expect(broken).toMatchObject({ exitCode: 2 });
      expect(unwrapped(broken.stderr)).toContain('it is not JSON at line 1');
      expect(await readIn(bench, '.mcp.json')).toBe('{ "mcpServers": ');
    },
  );
});
