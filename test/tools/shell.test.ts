import { readFile } from 'node:fs/promises';
import { ShellOptions, shellPlugin } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { callTool, failureOf, messageOf, toolOf } from './call-tool.js';
import { openTemporaryFolder } from './temporary-folder.js';
import { verifies } from '../support/verifies.ts';

async function openShell(options: Partial<ShellOptions> = {}) {
  const folder = await openTemporaryFolder();
  const shell = shellPlugin({ cwd: folder.path, ...options });
  return { ...folder, shell, run: (args: unknown) => callTool(shell, 'shell.run', args) };
}

describe('shell.run', () => {
  verifies('tools/shell');

  it('runs text in a shell and returns what it printed and how it ended', async () => {
    await using shell = await openShell();
    expect(await shell.run({ command: 'echo out; echo err >&2; exit 3' })).toEqual({
      exitCode: 3,
      signal: null,
      stdout: 'out\n',
      stderr: 'err\n',
      truncated: false,
      timedOut: false,
    });
  });

  it('runs a program with arguments without any shell', async () => {
    await using shell = await openShell();
    const args = ['$HOME', '; rm -rf .', '$(id)', '*'];
    expect(await shell.run({ command: 'printf', args: ['%s\n', ...args] })).toMatchObject({
      stdout: `${args.join('\n')}\n`,
    });
  });

  it('works in its folder, gives input, and survives a command that does not read it', async () => {
    await using shell = await openShell();
    expect(await shell.run({ command: 'pwd; cat', stdin: 'grüße' })).toMatchObject({ stdout: `${shell.path}\ngrüße` });
    expect(await shell.run({ command: 'exit 0', stdin: 'x'.repeat(1_000_000) })).toMatchObject({ exitCode: 0 });
  });

  it('names a program that is missing, without the paths of the host', async () => {
    await using shell = await openShell();
    expect(await failureOf(shell.run({ command: 'no-such-program', args: [] }))).toEqual({
      code: 'shell/not-found',
      message: 'Cannot run "no-such-program": there is no such program on the PATH',
    });
    expect(await failureOf(shell.run({ command: 'a\0b' }))).toMatchObject({ code: 'shell/invalid-command' });
    const lost = shellPlugin({ cwd: shell.at('gone') });
    const { code, message } = await failureOf(callTool(lost, 'shell.run', { command: 'true' }));
    expect(code).toBe('shell/failed');
    expect(message).not.toContain(shell.path);
  });

  it('asks with the exact command, in which no argument can pass for two', async () => {
    await using shell = await openShell();
    expect(messageOf(shell.shell, 'shell.run', { command: 'rm -rf x | tee y' })).toBe(
      'Run this in a shell?\nrm -rf x | tee y',
    );
    expect(messageOf(shell.shell, 'shell.run', { command: 'rm', args: ['a b', '"'], stdin: 'y\n' })).toBe(
      'Run this program?\n["rm","a b","\\""]\nwith the input "y\\n"',
    );
    expect(toolOf(shell.shell, 'shell.run').isDestructive({ command: 'true' })).toBe(true);
    expect(toolOf(shell.shell, 'shell.run').idempotent).toBe(false);
  });

  it('is read from a config file by key', () => {
    expect(ShellOptions.safeParse({ cwd: '.', env: { CI: '1' } }).success).toBe(true);
    expect(ShellOptions.safeParse({ cwd: '.', environment: {} }).success).toBe(false);
  });
});

describe('what a command is given', () => {
  it('is a small environment of its own, with nothing of the host', async () => {
    await using shell = await openShell({ env: { EXTRA: 'yes' } });
    const result = await shell.run({ command: 'env', args: [] });
    const names = stdoutOf(result)
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names.sort()).toEqual(['EXTRA', 'HOME', 'LANG', 'PATH', 'TOOLSHED_RUN']);
  });
});

describe('a command that will not end is ended', () => {
  it('when its time is up, keeping what it printed', async () => {
    await using shell = await openShell({ timeoutMs: 300 });
    expect(await shell.run({ command: 'echo first; trap "" TERM INT HUP; while :; do :; done' })).toMatchObject({
      stdout: 'first\n',
      exitCode: null,
      signal: 'SIGKILL',
      timedOut: true,
    });
  });

  it.each(['yes', 'yes >&2', 'cat /dev/zero'])('when it floods its output: %s', async (command) => {
    await using shell = await openShell({ maxBytes: 1_000 });
    const result = await shell.run({ command });
    expect(result).toMatchObject({ truncated: true, timedOut: false });
    expect(JSON.stringify(result).length).toBeLessThan(10_000);
  });

  it('when the execution is cancelled, with all it started', async () => {
    await using shell = await openShell();
    const controller = new AbortController();
    const call = callTool(
      shell.shell,
      'shell.run',
      { command: 'echo $$ > pid; sleep 600' },
      { signal: controller.signal },
    );
    await expect.poll(() => readPid(shell.at('pid'))).toBeGreaterThan(0);
    controller.abort();
    expect(await failureOf(call)).toMatchObject({ code: 'shell/cancelled' });
    await expectEnded(await readPid(shell.at('pid')));
  });

  it('before it starts, when the execution was cancelled already', async () => {
    await using shell = await openShell();
    const call = callTool(shell.shell, 'shell.run', { command: 'touch ran' }, { signal: AbortSignal.abort() });
    expect(await failureOf(call)).toMatchObject({ code: 'shell/cancelled' });
    await expect(readFile(shell.at('ran'))).rejects.toThrow('ENOENT');
  });
});

describe('nothing a command started outlives it', () => {
  const SURVIVORS = [
    'sleep 600 & echo $! > pid',
    '(sleep 600 & echo $! > pid) ; exit 0',
    'nohup sleep 600 >/dev/null 2>&1 & echo $! > pid',
    "setsid sh -c 'echo $$ > pid; exec sleep 600' & while [ ! -s pid ]; do :; done",
    'setsid setsid sh -c \'trap "" TERM HUP; echo $$ > pid; sleep 600\' >/dev/null 2>&1 </dev/null & while [ ! -s pid ]; do :; done',
  ];

  it.each(SURVIVORS)('%s', async (command) => {
    await using shell = await openShell({ timeoutMs: 10_000 });
    expect(await shell.run({ command })).toMatchObject({ exitCode: 0, timedOut: false });
    await expectEnded(await readPid(shell.at('pid')));
  });

  it('not even one that keeps forking into new groups', async () => {
    await using shell = await openShell({ timeoutMs: 500 });
    const chain = 'echo $$ >> pids; sleep 0.02; exec setsid --fork sh chain.sh';
    const result = await shell.run({ command: `echo '${chain}' > chain.sh; sh chain.sh; sleep 600` });
    expect(result).toMatchObject({ timedOut: true });
    const pids = (await readFile(shell.at('pids'), 'utf8')).trim().split('\n').map(Number);
    expect(pids.length).toBeGreaterThan(1);
    for (const pid of pids) await expectEnded(pid);
  });
});

async function readPid(file: string): Promise<number> {
  return Number(await readFile(file, 'utf8').catch(() => '0'));
}

/** Killed processes take a moment to leave; these would otherwise stay for ten minutes. */
async function expectEnded(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(0);
  await expect.poll(() => isRunning(pid)).toBe(false);
}

/** A zombie has ended; only its parent has not looked yet. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !/\) Z /.test(status);
}

const stdoutOf = (result: unknown): string =>
  typeof result === 'object' && result !== null && 'stdout' in result ? String(result.stdout) : '';
