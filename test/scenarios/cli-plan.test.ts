// Plans and undo on the command line.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { verifies } from '../support/verifies.ts';
import { asks, KEY, openWorkbench } from './cli-process.ts';

const WRITE = `await tools.fs.write({ path: 'a.txt', content: 'one' }); return 'written';`;
const MOVE = `await tools.fs.move({ from: 'a.txt', to: 'b.txt' }); return 'moved';`;

const Shown = z.looseObject({ planId: z.string() });
const Ended = z.looseObject({ executionId: z.string(), status: z.string() });

describe('toolshed plan', () => {
  verifies(
    'plan/approved-set',
    'shows what would be asked, and runs it once a person at the terminal says so',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('program.ts', WRITE);
      const screen = bench.terminal(['plan', 'program.ts']);
      await screen.until('1 question would be asked');
      await screen.until('fs.write');
      await screen.until('Run it?');
      await expect(readFile(join(bench.folder, 'a.txt'))).rejects.toThrow('ENOENT');
      screen.press(KEY.down + KEY.enter);
      await screen.until('Completed');
      await screen.until('approved with plan');
      expect(await screen.exit()).toBe(0);
      expect(await readFile(join(bench.folder, 'a.txt'), 'utf8')).toBe('one');
    },
  );

  verifies('plan/person-approves', 'ends as paused if its question is left, and as done after a no', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', WRITE);
    for (const [key, exitCode] of [
      [KEY.ctrlC, 3],
      [KEY.enter, 0],
    ] as const) {
      const screen = bench.terminal(['plan', 'program.ts']);
      await screen.until(asks('Run it?'));
      screen.press(key);
      await screen.until('Nothing was run.');
      expect(await screen.exit()).toBe(exitCode);
    }
    await expect(readFile(join(bench.folder, 'a.txt'))).rejects.toThrow('ENOENT');
  });

  verifies('plan/person-approves', 'is shown again and asked about, never approved by its command', async () => {
    await using bench = await openWorkbench();
    const made = await bench.toolshed(['plan', '-'], { input: WRITE });
    expect(made).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('A person decides it') });
    expect(made.stdout).toContain('described  Write a whole file');
    expect(made.stdout).toContain('afterwards it cannot be undone');
    expect(made.stdout).toContain('line 1, above');
    expect(made.stdout.match(/│ await tools/g)).toHaveLength(1);
    const [, planId = ''] = /toolshed run --plan (exec_[\w-]+)$/m.exec(made.stdout) ?? [];
    const first = bench.terminal(['run', '--plan', planId]);
    await first.until('fs.write');
    await first.until(asks('Run it?'));
    first.press(KEY.enter);
    await first.until(`toolshed run --plan ${planId}`);
    expect(await first.exit()).toBe(3);
    await expect(readFile(join(bench.folder, 'a.txt'))).rejects.toThrow('ENOENT');
    const unasked = bench.terminal(['run', '--plan', planId, '--json']);
    await unasked.until('usage/not-asked');
    expect(await unasked.exit()).toBe(2);
    await expect(readFile(join(bench.folder, 'a.txt'))).rejects.toThrow('ENOENT');
    const second = bench.terminal(['run', '--plan', planId]);
    await second.until(asks('Run it?'));
    second.press(KEY.down + KEY.enter);
    await second.until('Completed');
    expect(await second.exit()).toBe(0);
    expect(await readFile(join(bench.folder, 'a.txt'), 'utf8')).toBe('one');
  });

  verifies('plan/approved-set', 'plans a saved program with its input', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', `await tools.fs.write({ path: input.to ?? 'a.txt', content: 'one' });`);
    const first = ['plan', 'program.ts', '--input', '{"to":"b.txt"}', '--approve', '--yes-as-person', '--json'];
    const { executionId } = Ended.parse(JSON.parse((await bench.toolshed(first)).stdout));
    expect(await readFile(join(bench.folder, 'b.txt'), 'utf8')).toBe('one');
    await bench.toolshed(['save', executionId, '--as', 'team.write', '--yes-as-person']);
    const plan = await bench.toolshed(['plan', '--program', 'team.write', '--input', '{"to":"c.txt"}']);
    expect(plan.stdout).toContain('1 question would be asked');
    expect(plan.stdout).toContain('c.txt');
    const neither = await bench.toolshed(['plan']);
    expect(neither).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('name either a file') });
  });

  verifies('plan/person-approves', 'is approved elsewhere by a person only, for the very program', async () => {
    await using bench = await openWorkbench();
    const file = await bench.write('program.ts', WRITE);
    const made = await bench.toolshed(['plan', file, '--json']);
    const { planId } = Shown.parse(JSON.parse(made.stdout));
    const unattended = await bench.toolshed(['run', file, '--plan', planId]);
    expect(unattended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('not typed in a terminal') });
    await bench.write('other.ts', MOVE);
    const other = await bench.toolshed(['run', 'other.ts', '--plan', planId, '--yes-as-person']);
    expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('the file has changed') });
    const run = await bench.toolshed(['run', file, '--plan', planId, '--yes-as-person', '--json']);
    expect(Ended.parse(JSON.parse(run.stdout))).toMatchObject({ status: 'completed', value: 'written' });
    const shown = await bench.toolshed(['show', planId]);
    expect(shown.stdout).toContain('1 question would be asked');
    const cancelled = await bench.toolshed(['cancel', planId]);
    expect(cancelled).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('lets nothing through any more') });
    for (const args of [
      ['show', planId],
      ['run', '--plan', planId, '--yes-as-person'],
    ])
      expect((await bench.toolshed(args)).stdout).toContain('It was cancelled, so it cannot be run');
    const ended = await bench.toolshed(['cancel', Ended.parse(JSON.parse(run.stdout)).executionId]);
    expect(ended).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('nothing was cancelled') });
    const listed = (await bench.toolshed(['list'])).stdout.split('\n');
    const at = listed.findIndex((line) => line.startsWith(planId));
    expect(listed[at + 2]).toMatch(/^ {2}session ".+" · a plan$/);
    expect(listed.some((line) => line.endsWith(' · an approved plan'))).toBe(true);
  });
});

describe('toolshed undo', () => {
  verifies('undo/newest-first', 'asks about each revert, and says what cannot be undone', async () => {
    await using bench = await openWorkbench();
    await bench.write('a.txt', 'one');
    await bench.write('program.ts', MOVE);
    const made = ['plan', 'program.ts', '--session', 'monday', '--approve', '--yes-as-person', '--json'];
    const run = await bench.toolshed(made);
    const { executionId } = Ended.parse(JSON.parse(run.stdout));
    const paused = await bench.toolshed(['undo', executionId]);
    expect(paused).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('Undo fs.move (call 1)?') });
    expect(await readFile(join(bench.folder, 'b.txt'), 'utf8')).toBe('one');
    const screen = bench.terminal(['undo', executionId]);
    await screen.until('Decide later');
    screen.press(KEY.down + KEY.enter);
    await screen.until('Completed');
    expect(await screen.exit()).toBe(0);
    expect(await readFile(join(bench.folder, 'a.txt'), 'utf8')).toBe('one');
    const again = await bench.toolshed(['undo', executionId]);
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('nothing is left to undo') });
    const audit = await bench.toolshed(['audit', '--session', 'monday', '--all']);
    for (const purpose of ['a plan', 'approved with plan', 'undoes exec_']) expect(audit.stdout).toContain(purpose);
    expect(audit.stdout).toContain('undo.fs.move');
  });
});
