// The scripts of `toolshed completion`, read by the shells themselves where this machine has them.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as pty from '@lydell/node-pty';
import { describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { openWorkbench, type Workbench } from './cli-process.ts';

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

async function scriptFor(shell: string, bench: Workbench): Promise<string> {
  const { stdout, exitCode } = await bench.toolshed(['completion', shell]);
  expect(exitCode).toBe(0);
  return await bench.write(`completion.${shell}`, stdout);
}

/** What each shell offers after a line. */
const SHELLS = {
  bash(shell: string, script: string, line: string) {
    const words = line.split(' ').map((word) => `'${word}'`);
    const code = `source '${script}'; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _toolshed; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return spawnSync(shell, ['--norc', '-c', code], { encoding: 'utf8' });
  },
  fish: (shell: string, script: string, line: string) =>
    spawnSync(shell, ['--no-config', '-c', `source '${script}'; complete -C '${line}'`], { encoding: 'utf8' }),
} as const;

describe.each(Object.entries(SHELLS))('completion in %s', (shell, complete) => {
  if (!has(shell)) it.skip(`NOT SHOWN: completion in ${shell}, because this machine has no ${shell}`);
  else
    verifies('cli/completion', 'offers the commands, options and values of the table of commands', async () => {
      await using bench = await openWorkbench();
      const script = await scriptFor(shell, bench);
      const offers = (line: string): readonly string[] => {
        const { stdout, stderr } = complete(shell, script, line);
        expect(stderr).toBe('');
        return stdout
          .split('\n')
          .flatMap((one) => one.split('\t', 1))
          .filter((one) => one !== '');
      };
      expect(offers('toolshed li')).toEqual(['list']);
      expect(offers('toolshed list --stat')).toEqual(['--status']);
      expect(offers('toolshed list --status paus')).toEqual(['paused']);
      expect(offers('toolshed grants ')).toEqual(expect.arrayContaining(['add', 'clear', 'list', 'revoke']));
      expect(offers('toolshed grants add --alw')).toEqual(['--always']);
      expect(offers('toolshed completion ')).toEqual(expect.arrayContaining(['bash', 'fish', 'zsh']));
      expect(offers('toolshed help resu')).toEqual(['resume']);
      // Not in the help, which agents read, too.
      expect(offers('toolshed resume elic_1 --yes')).toEqual([]);
    });
});

describe('completion in zsh', () => {
  if (!has('zsh')) it.skip('NOT SHOWN: completion in zsh, because this machine has no zsh');
  else
    verifies('cli/completion', 'completes what is typed at a prompt', async () => {
      await using bench = await openWorkbench();
      const script = await scriptFor('zsh', bench);
      const env = { PATH: process.env['PATH'] ?? '', HOME: bench.folder, TERM: 'xterm', ZDOTDIR: bench.folder };
      const child = pty.spawn('zsh', ['-f', '-i'], { cwd: bench.folder, env, cols: 200, rows: 40 });
      let shown = '';
      child.onData((data) => {
        shown += data;
      });
      const typed = async (keys: string, wanted: string): Promise<void> => {
        child.write(keys);
        await expect.poll(() => shown, { timeout: 10_000 }).toContain(wanted);
      };
      const ready = join(bench.folder, 'ready');
      await typed(
        `PS1='> '; autoload -Uz compinit; compinit -u -D; source '${script}'; print -r -- "${ready}" | tr a-z A-Z\r`,
        ready.toUpperCase(),
      );
      await typed('toolshed comple\t', 'toolshed complet');
      await typed('\u0015toolshed list --status paus\t', '--status paused');
      await typed('\u0015toolshed tok\t', 'toolshed token');
      child.kill();
    });
});

describe('toolshed completion', () => {
  it('names the shells it knows', async () => {
    await using bench = await openWorkbench();
    const { exitCode, stderr } = await bench.toolshed(['completion', 'tcsh']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('bash, zsh, fish');
  });
});

describe('toolshed help', () => {
  verifies('cli/help', 'is the same as --help, for the command, a group and a command of a group', async () => {
    await using bench = await openWorkbench();
    for (const words of [[], ['run'], ['grants'], ['grants', 'add']]) {
      const help = await bench.toolshed(['help', ...words]);
      expect(help).toEqual(await bench.toolshed([...words, '--help']));
      expect(help.exitCode).toBe(0);
    }
    expect(await bench.toolshed(['help', 'rum'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('rum'),
    });
  });
});
