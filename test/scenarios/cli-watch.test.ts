// The live view in a real terminal, and as lines; and the signs of life while a call runs.

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { asks, BIN, KEY, openWorkbench, type Workbench } from './cli-process.ts';

const KERNEL = new URL('../../packages/kernel/dist/index.js', import.meta.url).href;
const ALTERNATE = { on: '\u001b[?1049h', off: '\u001b[?1049l' } as const;

const pause = async (bench: Workbench, name: string, session = 'default'): Promise<string> => {
  await bench.write(`${name}.ts`, `await tools.fs.write({ path: '${name}.txt', content: 'x' }); return 'done ${name}'`);
  const { stdout } = await bench.toolshed(['run', `${name}.ts`, '--session', session, '--json']);
  return JSON.parse(stdout).executionId;
};

const statusOf = async (bench: Workbench, id: string): Promise<string> =>
  JSON.parse((await bench.toolshed(['show', id, '--json'])).stdout).status;

describe('toolshed watch in a terminal', () => {
  verifies(
    'terminal/watch',
    'shows questions of every session, also new ones of other processes, and answers in place',
    async () => {
      await using bench = await openWorkbench();
      const first = await pause(bench, 'first', 'monday');
      const screen = bench.terminal(['watch']);
      await screen.until('1 question waits');
      await screen.until('session "monday"');
      await screen.until('paused');
      const second = await pause(bench, 'second', 'tuesday');
      await screen.until('2 questions wait');
      await screen.until('session "tuesday"');
      // Newest first, and the selection stays where it was: on the first.
      screen.press(KEY.enter);
      await screen.until(ALTERNATE.off);
      await screen.until('first.txt');
      await screen.until('Decide later');
      screen.press(KEY.down + KEY.enter);
      await screen.until(ALTERNATE.on);
      await screen.until('is completed');
      expect(await readFile(join(bench.folder, 'first.txt'), 'utf8')).toBe('x');
      expect(await statusOf(bench, first)).toBe('completed');
      expect(await statusOf(bench, second)).toBe('paused');
      screen.press('q');
      expect(await screen.exit()).toBe(0);
      expect(screen.shown.endsWith(ALTERNATE.off)).toBe(true);
    },
  );

  verifies.each('terminal/closes', [
    ['answered by another process', ['resume', '--approve', '--yes-as-person'], 'answered elsewhere: approved by'],
    ['withdrawn', ['cancel'], 'withdrawn'],
  ])('comes back to the view, and says why, when the question is %s', async (_what, [command = '', ...flags], why) => {
    await using bench = await openWorkbench();
    const id = await pause(bench, 'first');
    const screen = bench.terminal(['watch']);
    await screen.until('1 question waits');
    screen.press(KEY.enter);
    await screen.until(asks('Your decision'));
    await bench.toolshed([command, id, ...flags]);
    await screen.until(ALTERNATE.on);
    await screen.until('nothing waits');
    await screen.until(`This question was ${why}`);
    screen.press('q');
    expect(await screen.exit()).toBe(0);
    expect(screen.shown).not.toContain('Answered.');
  });

  verifies('terminal/watch', 'comes back to the view when a question is left, and takes arrows', async () => {
    await using bench = await openWorkbench();
    const older = await pause(bench, 'older');
    await pause(bench, 'newer');
    const screen = bench.terminal(['watch'], { env: { NO_COLOR: '1' } });
    await screen.until('▸ ? Write 1 characters to the file "newer.txt"');
    screen.press(KEY.down);
    await screen.until('▸ ? Write 1 characters to the file "older.txt"');
    screen.press(KEY.enter);
    await screen.until('Decide later');
    screen.press(KEY.ctrlC);
    await screen.until('Nothing was answered.');
    expect(await statusOf(bench, older)).toBe('paused');
    screen.press(KEY.ctrlC);
    expect(await screen.exit()).toBe(0);
  });

  verifies('terminal/watch', 'is drawn again for another size', async () => {
    await using bench = await openWorkbench();
    await pause(bench, 'one');
    const screen = bench.terminal(['watch']);
    await screen.until('q leaves');
    screen.resize(30, 10);
    await screen.until('…');
    screen.press('q');
    expect(await screen.exit()).toBe(0);
  });

  verifies(
    'terminal/watch',
    'drives an execution with the tools it was started with, wherever it is called',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('there/tools.mjs', tools("handler: async () => 'made there'"));
      await bench.write('there/program.ts', 'return await tools.app.work({})');
      await bench.toolshed(['run', 'program.ts', '--tools', 'tools.mjs'], { cwd: 'there' });
      const screen = bench.terminal(['watch']);
      await screen.until('app.work');
      screen.press(KEY.enter);
      await screen.until('Decide later');
      screen.press(KEY.down + KEY.enter);
      await screen.until('is completed');
      screen.press('q');
      expect(await screen.exit()).toBe(0);
      const [{ id }] = JSON.parse((await bench.toolshed(['list', '--json'])).stdout).items;
      expect((await bench.toolshed(['show', id])).stdout).toContain('made there');
    },
  );
});

describe('toolshed watch without a terminal', () => {
  verifies.each('terminal/watch', [
    ['lines', [], /^\S+Z {2}exec_\S+ {2}asks elic_\S+: Write 1 characters/],
    ['a document per line', ['--json'], /"kind":"asked"/],
  ] as const)('prints what happens as %s, and ends when told to', async (_how, flags, wanted) => {
    await using bench = await openWorkbench();
    const child = spawn(process.execPath, [BIN, 'watch', ...flags], {
      cwd: bench.folder,
      env: { PATH: process.env['PATH'], HOME: bench.folder, TOOLSHED_HOME: bench.home },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (lines.length === 1) await pause(bench, 'one');
      if (wanted.test(line)) break;
    }
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(lines.at(-1)).toMatch(wanted);
    if (flags.length > 0) {
      for (const line of lines) expect(JSON.parse(line)).toBeTypeOf('object');
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ executionId: expect.stringMatching(/^exec_/) });
    }
    expect(lines.join('')).not.toContain('"seed"');
    expect(lines.join('')).not.toContain('\u001b');
  });
});

const tools = (rest: string, isDestructive = true): string => `import { defineTool } from '${KERNEL}';
export default [defineTool({
  path: 'app.work', description: 'Works for a while', input: { type: 'object' }, destructive: ${isDestructive}, ${rest},
})];`;

describe('a long call', () => {
  const WORK = `handler: async (ctx) => {
    for (let done = 1; done <= 3; done++) {
      ctx.progress(done, 3, 'page\\u001b[2J ' + done);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return 'worked';
  }`;

  verifies(
    'terminal/progress',
    'shows which tool runs, how far it is and for how long, and leaves no trace',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('tools.mjs', tools(WORK, false));
      await bench.write('program.ts', 'return await tools.app.work({})');
      const screen = bench.terminal(['run', 'program.ts', '--tools', 'tools.mjs']);
      await screen.until('Running app.work, 2 of 3, page‹U+001B›[2J 2');
      expect(await screen.exit()).toBe(0);
      expect(screen.shown).toMatch(/Running app\.work, 3 of 3, page‹U\+001B›\[2J 3, \d+s/);
      expect(screen.shown).not.toContain('page\u001b[2J');
    },
  );

  verifies('terminal/progress', 'shows the same after an approval in another process', async () => {
    await using bench = await openWorkbench();
    await bench.write('tools.mjs', tools(WORK));
    await bench.write('program.ts', 'return await tools.app.work({})');
    const run = await bench.toolshed(['run', 'program.ts', '--tools', 'tools.mjs', '--json']);
    const screen = bench.terminal(['resume', JSON.parse(run.stdout).executionId, '--approve']);
    await screen.until('Running app.work, 2 of 3');
    expect(await screen.exit()).toBe(0);
  });

  verifies('terminal/progress', 'shows nothing where there is no terminal, nor with --json', async () => {
    await using bench = await openWorkbench();
    await bench.write('tools.mjs', tools(WORK, false));
    await bench.write('program.ts', 'return await tools.app.work({})');
    const piped = await bench.toolshed(['run', 'program.ts', '--tools', 'tools.mjs']);
    const screen = bench.terminal(['run', 'program.ts', '--tools', 'tools.mjs', '--json']);
    expect(await screen.exit()).toBe(0);
    for (const shown of [piped.stdout, piped.stderr, screen.shown]) expect(shown).not.toContain('Running');
    expect(JSON.parse(screen.shown)).toMatchObject({ value: 'worked' });
  });
});
