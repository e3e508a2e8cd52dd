// Keys that end or stop other programs, pressed at a prompt.

import { readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { asks, KEY, openWorkbench } from './cli-process.ts';

const SLOW_SECRET =
  "const { action } = await elicit({ type: 'secret', message: 'The token?' }); await sleep(500); return action";
const SECRET = "return (await elicit({ type: 'secret', message: 'The token?' })).action";

const TEXT =
  "const { content } = await elicit({ type: 'text', message: 'Which?' }); return content.length + ' ' + content[9]";

const childOf = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim());

describe('a prompt in the terminal', () => {
  verifies('terminal/keys', 'is left with Ctrl-D as with Ctrl-C: the command says what waits, and ends', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', "await tools.fs.write({ path: 'a.txt', content: 'x' })");
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until(asks('Your decision'));
    screen.press(KEY.ctrlD);
    await screen.until('Nothing is lost.');
    expect(await screen.exit()).toBe(3);
  });

  verifies('terminal/keys', 'a prompt for a secret does not echo what is typed after Ctrl-D', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', SECRET);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until(asks('Your decision'));
    screen.press(KEY.down + KEY.enter);
    await screen.until(asks('Your secret'));
    // In one piece: what reaches a terminal that nobody reads any more is echoed by it, whatever the command did.
    screen.press(`${KEY.ctrlD}CANARY`);
    await screen.until('Nothing is lost.');
    expect(await screen.exit()).toBe(3);
    expect(screen.shown).not.toContain('CANARY');
  });

  verifies('terminal/keys', 'a prompt for a secret does not echo the rest of a paste of several lines', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', SLOW_SECRET);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until(asks('Your decision'));
    screen.press(KEY.down + KEY.enter);
    await screen.until(asks('Your secret'));
    screen.press(`hunter2${KEY.enter}`);
    // Pieces of a slow paste: the last of them arrives when the prompt is gone.
    for (const piece of [`CANARY${KEY.enter}`, 'CAN', 'ARY']) {
      screen.press(piece);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await screen.until('accept');
    expect(await screen.exit()).toBe(0);
    expect(screen.shown).not.toContain('CANARY');
  });

  verifies('terminal/keys', 'takes a paste of any length whole, with the Enter at its end, at once', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', TEXT);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until(asks('Your decision'));
    screen.press(KEY.down + KEY.enter);
    await screen.until(asks('Your answer'));
    const before = performance.now();
    screen.press(`ab${'é'.repeat(20_000)}z${KEY.enter}`);
    await screen.until('20003 é');
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(await screen.exit()).toBe(0);
  });

  verifies('terminal/keys', 'leaves a terminal that echoes when a signal ends it', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', SECRET);
    const screen = bench.terminal(['run', 'program.ts'], { afterwards: 'stty -a' });
    await screen.until(asks('Your decision'));
    screen.press(KEY.down + KEY.enter);
    await screen.until(asks('Your secret'));
    process.kill(await childOf(screen.pid), 'SIGINT');
    await screen.exit();
    expect(screen.shown).toMatch(/ echo /);
  });

  verifies('terminal/keys', 'takes its answer after Ctrl-Z, which does not stop it', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', SECRET);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until(asks('Your decision'));
    screen.press(KEY.ctrlZ + KEY.down + KEY.enter);
    await screen.until(asks('Your secret'));
    screen.press(`${KEY.ctrlZ}hunter2${KEY.enter}`);
    await screen.until('accept');
    expect(await screen.exit()).toBe(0);
    expect(screen.shown).not.toContain('hunter2');
  });
});
