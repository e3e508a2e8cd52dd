// Keys that were not meant for the question on the screen: held down, in a rhythm, typed ahead.

import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { KEY, openWorkbench, type Terminal, type Workbench } from './cli-process.ts';

const WRITE = "await tools.fs.write({ path: 'a.txt', content: 'x' })";

/** Presses until it has ended, or for that long. */
async function drum(screen: Terminal, keys: string, everyMs: number, forMs: number): Promise<void> {
  const ended = screen.exit().then(() => 'ended');
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    screen.press(keys);
    if ((await Promise.race([ended, pause(everyMs)])) === 'ended') return;
  }
}

const open = async (bench: Workbench): Promise<number> =>
  JSON.parse((await bench.toolshed(['pending', '--json'])).stdout).items.length;

describe('Enter at the gate', () => {
  verifies.each('terminal/silence', [30, 250, 450, 700])('approves nothing, pressed every %i ms', async (everyMs) => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', WRITE);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('fs.write');
    await drum(screen, KEY.enter, everyMs, 2_500);
    expect(await readdir(bench.folder)).toEqual(['program.ts']);
    expect(await open(bench)).toBe(1);
    screen.press(KEY.ctrlC);
    await screen.exit();
  });

  verifies(
    'terminal/silence',
    'is thrown away with whatever else comes before there were 400 ms without a key',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('program.ts', WRITE);
      const screen = bench.terminal(['run', 'program.ts']);
      await screen.until('fs.write');
      await drum(screen, KEY.down + KEY.enter, 100, 1_500);
      expect(screen.shown).not.toContain('Your decision');
      await screen.until('Your decision');
      expect(await readdir(bench.folder)).toEqual(['program.ts']);
      screen.press(KEY.down + KEY.enter);
      expect(await screen.exit()).toBe(0);
    },
  );

  verifies('terminal/silence', 'approves nothing as the end of a text that was meant for something else', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', WRITE);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('Your decision');
    screen.press(`just do it${KEY.enter}`);
    for (const key of ['j', 'k', 'l', ' ', 'y', KEY.enter]) {
      await pause(30);
      screen.press(key);
    }
    await pause(600);
    expect(await readdir(bench.folder)).toEqual(['program.ts']);
    screen.press(KEY.down + KEY.enter);
    expect(await screen.exit()).toBe(0);
    expect(await readdir(bench.folder)).toContain('a.txt');
  });

  verifies('terminal/silence', 'approves nothing while the process stands still before it asks', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', WRITE);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('asked by');
    await pause(150);
    process.kill(screen.pid, 'SIGSTOP');
    expect(screen.shown).not.toContain('Your decision');
    screen.press(KEY.down + KEY.enter);
    await pause(600);
    process.kill(screen.pid, 'SIGCONT');
    await screen.until('Your decision');
    await pause(200);
    expect(await readdir(bench.folder)).toEqual(['program.ts']);
    screen.press(KEY.ctrlC);
    expect(await screen.exit()).toBe(3);
    expect(await open(bench)).toBe(1);
  });

  verifies.each('terminal/silence', [
    ['confirmation', { type: 'confirmation', message: 'Sure?', default: true }],
    ['choice', { type: 'choice', message: 'Which?', options: [{ value: 'all' }], default: 'all' }],
    ['text', { type: 'text', message: 'Say yes', default: 'yes' }],
    ['url', { type: 'url', message: 'Sign in', url: 'https://a.example/' }],
    ['approval', { type: 'approval', message: 'Approve?' }],
    ['reveal', { type: 'reveal', input: { title: 'x', value: {} } }],
  ])('does not answer a %s', async (_type, request) => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', `await elicit(${JSON.stringify(request)})`);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('The program asks you something');
    await drum(screen, KEY.enter, 600, 5_000);
    expect(await screen.exit()).toBe(3);
    expect(await open(bench)).toBe(1);
  });

  verifies('terminal/silence', 'opens and leaves questions in the live view, and approves none', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', WRITE);
    await bench.toolshed(['run', 'program.ts']);
    const screen = bench.terminal(['watch']);
    await screen.until('1 question waits');
    await drum(screen, KEY.enter, 500, 3_000);
    expect(await readdir(bench.folder)).toEqual(['program.ts']);
    expect(await open(bench)).toBe(1);
    screen.press(KEY.ctrlC);
    await pause(50);
    screen.press(KEY.ctrlC);
    expect(await screen.exit()).toBe(0);
  });
});
