// Output for machines, for terminals that can hardly do anything, and for those who paste it.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { BIN, KEY, openWorkbench } from './cli-process.ts';

const WRITE = "return await tools.fs.write({ path: 'a.txt', content: 'x' })";
const PLAIN = { NO_COLOR: '1' };

describe('a command to paste', () => {
  verifies(
    'cli/paste',
    'is in one line in the narrowest terminal, after a pause, in errors and in advice',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('program.ts', WRITE);
      const run = bench.terminal(['run', 'program.ts'], { columns: 30, env: PLAIN });
      await run.until('Your decision');
      run.press(KEY.ctrlC);
      expect(await run.exit()).toBe(3);
      expect(run.shown).toMatch(/\n {2}npx toolshed resume elic_\w+\r\n {2}npx toolshed resume elic_\w+ --deny\r\n/);
      const { executionId } = JSON.parse((await bench.toolshed(['pending', '--json'])).stdout).items[0];
      const show = bench.terminal(['show', executionId], { columns: 30, env: PLAIN });
      await show.exit();
      expect(show.shown).toMatch(/\n {2}npx toolshed resume elic_\w+ --deny\r\n/);
      const unknown = bench.terminal(['show', 'exec_unknown'], { columns: 30, env: PLAIN });
      expect(await unknown.exit()).toBe(2);
      expect(unknown.shown).toContain('"npx toolshed list"');
      const verify = bench.terminal(['audit', 'verify'], { columns: 30, env: PLAIN });
      expect(await verify.exit()).toBe(0);
      expect(verify.shown).toMatch(/\n {2}npx toolshed audit verify --kept [0-9a-f]{64}\r\n/);
      await bench.write('toolshed.config.json', '{ "limits": { "calls": 7 } }');
      const untrusted = bench.terminal(['list', '--json'], { columns: 30, env: PLAIN });
      await untrusted.exit();
      expect(untrusted.shown).toContain(`npx toolshed trust ${join(bench.folder, 'toolshed.config.json')}`);
    },
  );
});

describe('a terminal that cannot move its cursor', () => {
  verifies('cli/dumb', 'is shown the pause and the commands, no prompt and no escape sequence', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', WRITE);
    const env = { TERM: 'dumb' };
    const run = bench.terminal(['run', 'program.ts'], { env });
    expect(await run.exit()).toBe(3);
    expect(run.shown).not.toContain('\u001b');
    const [, id] = /npx toolshed resume (elic_\w+)\r/.exec(run.shown) ?? [];
    const asking = bench.terminal(['resume', id ?? ''], { env });
    expect(await asking.exit()).toBe(2);
    expect(asking.shown).toContain('TERM=dumb');
    expect(await bench.terminal(['resume', id ?? '', '--approve'], { env }).exit()).toBe(0);
    const secret = bench.terminal(['secrets', 'set', 'key'], {
      env: { ...env, TOOLSHED_VAULT_PASSPHRASE: 'x'.repeat(20) },
    });
    expect(await secret.exit()).toBe(2);
    expect(secret.shown).toContain('would show what you type');
  });
});

describe('--json', () => {
  verifies('cli/json', 'is one document also for the version and for a group of commands without one', async () => {
    await using bench = await openWorkbench();
    const version = await bench.toolshed(['--version', '--json']);
    expect(JSON.parse(version.stdout)).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    for (const args of [
      ['run', '--help', '--json'],
      ['help', 'run', '--json'],
    ]) {
      const { exitCode, stdout } = await bench.toolshed(args);
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout)).toEqual({ help: expect.stringMatching(/^Usage: .+ run[\s\S]+Examples:/) });
    }
    for (const args of [['store', '--json'], ['--json']]) {
      const { exitCode, stdout } = await bench.toolshed(args);
      expect(exitCode).toBe(2);
      expect(JSON.parse(stdout)).toEqual({
        error: { code: 'usage/invalid', message: expect.stringContaining('--help') },
      });
    }
  });
});

describe('toolshed backup', () => {
  it('names the file that cannot be written, and not the store', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', 'return 1');
    await bench.toolshed(['run', 'program.ts']);
    const to = join(bench.folder, 'missing', 'monday.toolshed-backup');
    const { exitCode, stdout } = await bench.toolshed(['backup', to, '--json']);
    expect(exitCode).not.toBe(0);
    expect(JSON.parse(stdout).error.message).toBe(
      `Cannot back up to ${to}: there is no such folder; make it, or name another file`,
    );
  });
});

describe('a decision in a narrow terminal', () => {
  verifies('cli/narrow', 'has options that can be told apart, shown whole', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', WRITE);
    const run = bench.terminal(['run', 'program.ts'], { columns: 40 });
    await run.until('Decide later');
    run.press(KEY.ctrlC);
    expect(await run.exit()).toBe(3);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours and movements of the cursor
    const plain = run.shown.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, '');
    const inOneLine = plain.replaceAll(/\r?\n│ {2}(?!○|●)/g, '');
    for (const kind of ['these', 'any'])
      expect(inOneLine).toContain(`○ Approve fs.write with ${kind} arguments for this session`);
  });
});

describe('an output that is gone', () => {
  verifies('cli/lost-output', 'changes no exit code where nobody reads the errors, and shows no stack', async () => {
    await using bench = await openWorkbench();
    const shell = (script: string) =>
      bench.terminal(['list'], { afterwards: `${script}; echo ended`, columns: 80, env: { NO_COLOR: '1' } });
    const call = `'${process.execPath}' '${BIN}'`;
    const unread = shell(`{ sleep 0.2; ${call} rum 2>&1 >/dev/null; echo "code $?" >/dev/tty; } | true`);
    await unread.until('code 2');
    await unread.until('ended');
    const full = shell(`${call} --version >/dev/full; echo "code $?"`);
    await full.until('Cannot write the output');
    await full.until('code 1');
    await full.until('ended');
    expect(full.shown).not.toContain('    at ');
  });
});
