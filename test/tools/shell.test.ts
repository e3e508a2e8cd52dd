import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ShellOptions, shellPlugin } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { callTool, failureOf, messageOf, toolOf } from './call-tool.js';
import { openTemporaryFolder } from './temporary-folder.js';
import { verifies } from '../support/verifies.ts';

/** With bubblewrap and without. */
const WAYS = ['required', 'off'] as const;

async function openShell(options: Partial<ShellOptions> = {}) {
  const folder = await openTemporaryFolder();
  const shell = shellPlugin({ cwd: folder.path, ...options });
  return { ...folder, shell, run: (args: unknown) => callTool(shell, 'shell.run', args) };
}

describe('shell.run', () => {
  verifies('tools/shell', 'runs text in a shell and returns what it printed and how it ended', async () => {
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

  verifies('tools/shell', 'runs a program with arguments without any shell', async () => {
    await using shell = await openShell();
    const args = ['$HOME', '; rm -rf .', '$(id)', '*'];
    expect(await shell.run({ command: 'printf', args: ['%s\n', ...args] })).toMatchObject({
      stdout: `${args.join('\n')}\n`,
    });
  });

  verifies(
    'tools/shell',
    'works in its folder, gives input, and survives a command that does not read it',
    async () => {
      await using shell = await openShell();
      expect(await shell.run({ command: 'pwd; cat', stdin: 'grüße' })).toMatchObject({
        stdout: `${shell.path}\ngrüße`,
      });
      expect(await shell.run({ command: 'exit 0', stdin: 'x'.repeat(1_000_000) })).toMatchObject({ exitCode: 0 });
    },
  );

  verifies('tools/shell', 'names a program that is missing, without the paths of the host', async () => {
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

  verifies('tools/shell', 'asks with the exact command, in which no argument can pass for two', async () => {
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

  verifies('tools/shell', 'is read from a config file by key', () => {
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
    expect(names.sort()).toEqual(['EXTRA', 'HOME', 'LANG', 'PATH', 'PWD']);
  });

  verifies(
    'tools/shell-processes',
    'is no sight of the host: neither its processes nor their environments',
    async () => {
      const secret = `canary-${randomInt(1e12)}`;
      process.env['SHELL_TEST_CANARY'] = secret;
      await using shell = await openShell({ os: 'required' });
      const look = 'cat /proc/*/environ /proc/*/cmdline /proc/$PPID/environ /proc/*/task/*/environ; ls -d /proc/[0-9]*';
      const { stdout } = asResult(await shell.run({ command: `(${look}) 2>/dev/null` }));
      delete process.env['SHELL_TEST_CANARY'];
      expect(stdout).toContain('/proc/1');
      expect(stdout).not.toContain(secret);
      expect(stdout).not.toMatch(new RegExp(`/proc/${process.pid}$`, 'm'));
    },
  );

  it('is what was always there: the files, the user, the exit code, programs of the folder', async () => {
    await using shell = await openShell({ os: 'required' });
    const command = 'echo "echo hi" > own; chmod +x own; ./own; id -u; touch a && rm a; [ -w /dev/null ]; exit 9';
    const { stdout, exitCode } = asResult(await shell.run({ command }));
    expect([stdout, exitCode]).toEqual([`hi\n${process.getuid?.()}\n`, 9]);
    expect(await shell.run({ command: './own', args: [] })).toMatchObject({ stdout: 'hi\n' });
    expect(await shell.run({ command: 'sh', args: ['-c', 'kill -SEGV $$'] })).toMatchObject({
      exitCode: 139,
      stderr: '',
    });
    expect(await failureOf(shell.run({ command: './none', args: [] }))).toMatchObject({ code: 'shell/not-found' });
    expect(await failureOf(shell.run({ command: '/etc', args: [] }))).toMatchObject({ code: 'shell/not-permitted' });
  });
});

describe('a command that will not end is ended', () => {
  it('a command ends when its time is up, and what it printed is kept', async () => {
    await using shell = await openShell({ timeoutMs: 300 });
    expect(await shell.run({ command: 'echo first; trap "" TERM INT HUP; while :; do :; done' })).toMatchObject({
      stdout: 'first\n',
      exitCode: null,
      signal: 'SIGKILL',
      timedOut: true,
    });
  });

  it.each(['yes', 'yes >&2', 'cat /dev/zero'])('a command ends when it floods its output: %s', async (command) => {
    await using shell = await openShell({ maxBytes: 1_000 });
    const result = await shell.run({ command });
    expect(result).toMatchObject({ truncated: true, timedOut: false });
    expect(JSON.stringify(result).length).toBeLessThan(10_000);
  });

  it.each(WAYS)('a command ends with all it started when the execution is cancelled (%s)', async (os) => {
    await using shell = await openShell({ os });
    const nap = uniqueNap();
    const controller = new AbortController();
    const command = `setsid ${nap} & ${nap}`;
    const call = callTool(shell.shell, 'shell.run', { command }, { signal: controller.signal });
    await expect.poll(() => countRunning(nap)).toBeGreaterThanOrEqual(2);
    controller.abort();
    expect(await failureOf(call)).toMatchObject({ code: 'shell/cancelled' });
    await expectEnded(nap, os);
  });

  it('a command does not start when the execution was already cancelled', async () => {
    await using shell = await openShell();
    const call = callTool(shell.shell, 'shell.run', { command: 'touch ran' }, { signal: AbortSignal.abort() });
    expect(await failureOf(call)).toMatchObject({ code: 'shell/cancelled' });
    await expect(readFile(shell.at('ran'))).rejects.toThrow('ENOENT');
  });
});

describe('nothing a command started outlives it', () => {
  const up = 'while [ ! -e up ]; do :; done';
  const SURVIVORS: readonly ((nap: string) => string)[] = [
    (nap) => `${nap} &`,
    (nap) => `(${nap} & ) ; exit 0`,
    (nap) => `nohup ${nap} >/dev/null 2>&1 &`,
    (nap) => `setsid sh -c ': > up; exec ${nap}' & ${up}`,
    (nap) => `setsid setsid sh -c 'trap "" TERM HUP; : > up; ${nap}' >/dev/null 2>&1 </dev/null & ${up}`,
    (nap) => `(setsid sh -c '${nap} & : > up; ${nap} &' &) ; ${up}`,
  ];
  /** These leave no mark outside a PID namespace. */
  const UNMARKED: typeof SURVIVORS = [
    (nap) => `env -i setsid sh -c ': > up; exec ${nap}' & ${up}`,
    (nap) => `(env -i setsid --fork sh -c '${nap} & : > up; ${nap}' >/dev/null 2>&1 </dev/null &); ${up}`,
  ];
  const cases = [
    ...WAYS.flatMap((os) => SURVIVORS.map((write) => ({ os, write }))),
    ...UNMARKED.map((write) => ({ os: 'required' as const, write })),
  ];

  verifies.each(
    'tools/shell-processes',
    cases.map(({ os, write }) => ({ os, write, shown: write('sleep') })),
  )('$os: $shown', async ({ os, write }) => {
    await using shell = await openShell({ timeoutMs: 10_000, os });
    const nap = uniqueNap();
    expect(await shell.run({ command: write(nap) })).toMatchObject({ exitCode: 0, timedOut: false });
    await expectEnded(nap, os);
  });

  it.each(WAYS)('a process that keeps forking into new groups does not outlive its command (%s)', async (os) => {
    await using shell = await openShell({ timeoutMs: 500, os });
    const nap = uniqueNap();
    const chain = `echo >> turns; sleep 0.02; exec setsid --fork sh chain.sh ${nap}`;
    const result = await shell.run({ command: `echo '${chain}' > chain.sh; sh chain.sh ${nap}; sleep 600` });
    expect(result).toMatchObject({ timedOut: true });
    expect((await readFile(shell.at('turns'), 'utf8')).length).toBeGreaterThan(1);
    await expectEnded(nap, os);
  });

  it('a process that holds the output open does not hold the call, with or without a namespace', async () => {
    for (const os of WAYS) {
      await using shell = await openShell({ timeoutMs: 10_000, os });
      const nap = uniqueNap();
      const startedAt = performance.now();
      expect(
        await shell.run({ command: `env -i setsid sh -c ': > up; exec ${nap}' & ${up}; echo done` }),
      ).toMatchObject({
        stdout: 'done\n',
      });
      expect(performance.now() - startedAt).toBeLessThan(8_000);
      for (const pid of await findRunning(nap)) process.kill(pid, 'SIGKILL');
    }
  });

  verifies('tools/shell-processes', 'a command does not outlive a host that is killed', async () => {
    await using folder = await openTemporaryFolder();
    const nap = uniqueNap();
    const runtime = import.meta.resolve('@toolshed/runtime');
    const host = `
      const { shellPlugin } = await import(${JSON.stringify(runtime)});
      const [tool] = shellPlugin({ cwd: ${JSON.stringify(folder.path)}, os: 'required' }).tools;
      await tool.run({ signal: new AbortController().signal }, { command: 'setsid ${nap} & ${nap}' });`;
    const running = promisify(execFile)(process.execPath, ['--input-type=module', '-e', host]);
    const ended = running.catch((error: unknown) => error);
    await expect.poll(() => countRunning(nap), { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    running.child.kill('SIGKILL');
    await ended;
    await expect.poll(() => countRunning(nap)).toBe(0);
  });
});

it('shell.run refuses to run without a namespace where one is required', async () => {
  await using shell = await openShell();
  expect(ShellOptions.safeParse({ cwd: '.', os: 'required' }).success).toBe(true);
  expect(ShellOptions.safeParse({ cwd: '.', os: 'yes' }).success).toBe(false);
  expect(
    stdoutOf(
      await callTool(shellPlugin({ cwd: shell.path, os: 'off' }), 'shell.run', { command: 'ls -d /proc/[0-9]*' }),
    ),
  ).toContain(`/proc/${process.pid}\n`);
});

/** A command line no other process has. */
const uniqueNap = (): string => `sleep 600.${randomInt(1e12)}`;

/** In a namespace they have ended when the call returns; otherwise killed ones take a moment to leave. */
async function expectEnded(nap: string, os: (typeof WAYS)[number]): Promise<void> {
  if (os === 'off') await expect.poll(() => countRunning(nap)).toBe(0);
  else expect(await countRunning(nap)).toBe(0);
}

const countRunning = async (nap: string): Promise<number> => (await findRunning(nap)).length;

/** Processes with these words among theirs, zombies left out: those have ended, only nobody has looked yet. */
async function findRunning(nap: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return words.replaceAll('\0', ' ').includes(nap) ? [Number(pid)] : [];
    }),
  );
  return found.flat().filter((pid) => pid !== process.pid);
}

function asResult(result: unknown): { readonly stdout: string; readonly exitCode: unknown } {
  const exitCode = typeof result === 'object' && result !== null && 'exitCode' in result ? result.exitCode : undefined;
  return { stdout: stdoutOf(result), exitCode };
}

const stdoutOf = (result: unknown): string =>
  typeof result === 'object' && result !== null && 'stdout' in result ? String(result.stdout) : '';
