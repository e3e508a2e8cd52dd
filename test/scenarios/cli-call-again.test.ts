import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { BIN, openWorkbench } from './cli-process.ts';

const run = promisify(execFile);

/** A folder in which the command is installed, and the shell of a person there. */
async function openShell(options: { readonly installs: boolean }) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolshed-shell-')));
  const bin = join(folder, 'node_modules', '.bin');
  await mkdir(join(folder, 'global'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "scripts": { "tokens": "toolshed token" } }');
  if (options.installs) {
    await mkdir(bin, { recursive: true });
    await symlink(BIN, join(bin, 'toolshed'));
  }
  const usual = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((one) => !one.endsWith(join('node_modules', '.bin')));
  const env = {
    PATH: [join(folder, 'global'), dirname(process.execPath), ...usual].join(delimiter),
    HOME: folder,
    TOOLSHED_HOME: join(folder, 'home'),
    npm_config_update_notifier: 'false',
    npm_config_offline: 'true',
  };
  return {
    folder,
    /** What a line prints as the way to call the command again. */
    async prefixOf(line: string, extra: Readonly<Record<string, string>> = {}): Promise<string | undefined> {
      const { stdout } = await run('sh', ['-c', line], { cwd: folder, env: { ...env, ...extra } });
      return /Make one with {2}(.*) token create/.exec(stdout)?.[1];
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

describe('the commands that are printed', () => {
  it.each([
    ['npx toolshed token', 'npx toolshed'],
    ['npm exec toolshed token', 'npx toolshed'],
    ['npm run tokens', 'npx toolshed'],
    ['./node_modules/.bin/toolshed token', 'npx toolshed'],
    ['PATH="$PWD/node_modules/.bin:$PATH" && toolshed token', 'toolshed'],
  ])('are called as this was, where it is installed in the folder: %s', async (line, prefix) => {
    await using shell = await openShell({ installs: true });
    expect(await shell.prefixOf(line)).toBe(prefix);
    // And what is printed works: the person's own path is only longer where they made it longer.
    const own = line.startsWith('PATH=') ? 'PATH="$PWD/node_modules/.bin:$PATH"; ' : '';
    expect(await shell.prefixOf(`${own}${prefix} token`)).toBe(prefix);
  });

  it('are called by name where a shell finds it, also below a package manager', async () => {
    await using shell = await openShell({ installs: true });
    await symlink(BIN, join(shell.folder, 'global', 'toolshed'));
    expect(await shell.prefixOf('toolshed token')).toBe('toolshed');
    expect(await shell.prefixOf('npm run tokens')).toBe('toolshed');
  });

  it('name the file where nothing else would work, and that works', async () => {
    await using shell = await openShell({ installs: false });
    const prefix = await shell.prefixOf(`node ${BIN} token`);
    expect(prefix).toBe(`node ${await realpath(BIN)}`);
    expect(await shell.prefixOf(`${prefix} token`)).toBe(prefix);
  });

  // These package managers are not here: what they are known to set stands for them.
  it.each([
    ['pnpm/11.0.0 npm/? node/v26.0.0', 'pnpm exec toolshed'],
    ['yarn/4.9.0 npm/? node/v26.0.0', 'yarn toolshed'],
    ['bun/1.3.0 npm/? node/v26.0.0', 'bunx toolshed'],
  ])('are those of the package manager that calls itself %s', async (npm_config_user_agent, prefix) => {
    await using shell = await openShell({ installs: true });
    expect(await shell.prefixOf('./node_modules/.bin/toolshed token', { npm_config_user_agent })).toBe(prefix);
  });
});

describe('a command in a message', () => {
  verifies.each('cli/own-commands', [
    [['show', 'exec_nowhere'], '"npx toolshed list"'],
    [['resume', 'elic_nowhere', '--deny'], '"npx toolshed pending"'],
    [['tools', 'describe', 'qqqq.zzzz'], 'npx toolshed tools'],
    [['--home', './data', 'show', 'exec_nowhere'], '"npx toolshed --home ./data list"'],
    [['mcp', '--help'], '"npx toolshed resume"'],
    [['serve', '--help'], '"npx toolshed token create"'],
    [['--help'], '$ npx toolshed demo'],
  ])('carries the words by which the command was started: %j', async (args, wanted) => {
    await using bench = await openWorkbench();
    const { stdout, stderr } = await bench.toolshed(args);
    const said = (stdout + stderr).replaceAll(/\s+/g, ' ');
    expect(said).toContain(wanted);
    // Nothing that a shell without the command would not find, and no file that a stranger does not have.
    expect(said).not.toMatch(/["`]toolshed [a-z]|\$ toolshed|tidy-notes/);
  });

  verifies(
    'cli/own-commands',
    'works in the folder that --folder names, and not in one that is not there',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('below/toolshed.config.json', '{ "tools": {} }');
      await bench.toolshed(['--folder', 'below', 'trust', '--yes-as-person']);
      expect((await bench.toolshed(['--folder', 'below', 'tools'])).stdout).toContain('No tools here.');
      expect((await bench.toolshed(['tools'])).stdout).toContain('fs.read');
      const nowhere = await bench.toolshed(['--folder', 'nowhere', 'tools']);
      expect(nowhere).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no such folder') });
    },
  );
});
