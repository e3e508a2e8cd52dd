// Keys that end or stop other programs, pressed at a prompt.

import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { asks, KEY, openWorkbench } from './cli-process.ts';

const SECRET = "return (await elicit({ type: 'secret', message: 'The token?' })).action";

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

  verifies('terminal/keys', 'for a secret does not echo what is typed after Ctrl-D', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', SECRET);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until(asks('Your decision'));
    screen.press(KEY.down + KEY.enter);
    await screen.until(asks('Your secret'));
    screen.press(KEY.ctrlD);
    screen.press('CANARY');
    await screen.until('Nothing is lost.');
    expect(await screen.exit()).toBe(3);
    expect(screen.shown).not.toContain('CANARY');
  });

  verifies('terminal/keys', 'for a secret does not echo the rest of a paste of several lines', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', SECRET);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until(asks('Your decision'));
    screen.press(KEY.down + KEY.enter);
    await screen.until(asks('Your secret'));
    screen.press(`hunter2${KEY.enter}`);
    screen.press(`CANARY${KEY.enter}CANARY`);
    await screen.until('accept');
    expect(await screen.exit()).toBe(0);
    expect(screen.shown).not.toContain('CANARY');
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
