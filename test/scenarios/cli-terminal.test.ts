import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { EXAMPLES, KEY, openWorkbench } from './cli-process.ts';

const WRITE = "return await tools.fs.write({ path: 'a.txt', content: 'x' })";

describe('toolshed run in a terminal', () => {
  it('asks, and continues when approved', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', WRITE);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('fs.write');
    await screen.until('Your decision');
    screen.press(KEY.down + KEY.enter);
    expect(await screen.exit()).toBe(0);
    expect(screen.shown).toContain('Completed');
    expect(await readFile(join(bench.folder, 'a.txt'), 'utf8')).toBe('x');
  });

  it('denies with a reason the program can read', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', `try { ${WRITE} } catch (error) { return error.code + ': ' + error.reason }`);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('Your decision');
    screen.press(KEY.down.repeat(2) + KEY.enter);
    await screen.until('Reason');
    screen.press(`not today${KEY.enter}`);
    expect(await screen.exit()).toBe(0);
    expect(screen.shown).toContain('tool/declined: not today');
    expect(await readdir(bench.folder)).toEqual(['program.ts']);
  });

  it('asks several questions one after another, and counts them', async () => {
    await using bench = await openWorkbench();
    await bench.write(
      'program.ts',
      "await Promise.all(['a', 'b'].map((path) => tools.fs.write({ path, content: 'x' })))",
    );
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('2 questions wait for you');
    await screen.until('Decide later');
    screen.press(KEY.enter);
    await screen.until('1 of 2');
    await screen.until('Your decision');
    screen.press(KEY.down + KEY.enter);
    await screen.until('file "b"');
    await screen.until('Your decision');
    screen.press(KEY.down + KEY.enter);
    expect(await screen.exit()).toBe(0);
    expect(await readdir(bench.folder)).toEqual(expect.arrayContaining(['a', 'b']));
  });

  it('approves for the session', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', "for (const path of ['a', 'b']) await tools.fs.write({ path, content: 'x' })");
    const screen = bench.terminal(['run', 'program.ts', '--session', 's']);
    await screen.until('for this session');
    screen.press(KEY.down.repeat(5) + KEY.enter);
    expect(await screen.exit()).toBe(0);
    expect(screen.shown.match(/Write 1 characters/g)).toHaveLength(1);
  });

  it('leaves it paused when the person decides later', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', WRITE);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('Decide later');
    screen.press(KEY.enter);
    expect(await screen.exit()).toBe(3);
    expect(screen.shown).toContain('npx toolshed resume elic_');
    expect(JSON.parse((await bench.toolshed(['pending', '--json'])).stdout).items).toHaveLength(1);
  });

  it('loses nothing on Ctrl-C', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', WRITE);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('Your decision');
    screen.press(KEY.ctrlC);
    expect(await screen.exit()).toBe(3);
    const [question] = JSON.parse((await bench.toolshed(['pending', '--json'])).stdout).items;
    expect((await bench.toolshed(['resume', question.elicitationId, '--approve', '--yes-as-person'])).exitCode).toBe(0);
    expect(await readFile(join(bench.folder, 'a.txt'), 'utf8')).toBe('x');
  });

  it('can be interrupted while the program runs, and loses nothing', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', 'await sleep(20_000)');
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('Running');
    const calls = async () => JSON.parse((await bench.toolshed(['list', '--json'])).stdout).items[0]?.calls;
    await expect.poll(calls).toBe(1);
    screen.press(KEY.ctrlC);
    expect(await screen.exit()).toBe(3);
    expect(screen.shown).toContain('npx toolshed list');
    expect(await calls()).toBe(1);
  });

  it('does not take keys pressed before the question for an answer', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', WRITE);
    const screen = bench.terminal(['run', 'program.ts']);
    screen.press(KEY.enter.repeat(3));
    await screen.until('Your decision');
    expect(await readdir(bench.folder)).toEqual(['program.ts']);
    screen.press(KEY.ctrlC);
    expect(await screen.exit()).toBe(3);
  });

  it('offers approval of a long value only after it was shown in full', async () => {
    await using bench = await openWorkbench();
    await bench.write(
      'program.ts',
      "return await tools.fs.write({ path: 'a.txt', content: 'line\\n'.repeat(99) + 'THE END' })",
    );
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('needed before you can approve');
    expect(screen.shown).not.toContain('this call only');
    screen.press(KEY.enter);
    await screen.until('THE END');
    await screen.until('Decide later');
    screen.press(KEY.down + KEY.enter);
    expect(await screen.exit()).toBe(0);
  });

  // Every field of every kind: packages/cli/src/terminal/hostile-text.test.ts.
  verifies('elicit/hostile-text', 'shows hostile text as what it is', async () => {
    await using bench = await openWorkbench();
    const hostile = '\\u001b[2J\\u001b]0;owned\\u0007safe\\rEVIL\\u202etxt.exe\\u200b';
    await bench.write(
      'program.ts',
      `console.log('${hostile}');\nawait tools.fs.write({ path: 'a.txt', content: '${hostile}' })`,
    );
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('Your decision');
    screen.press(KEY.ctrlC);
    await screen.exit();
    for (const raw of ['\u001b[2J', '\u001b]0;', '\rEVIL', '\u202e', '\u200b']) expect(screen.shown).not.toContain(raw);
    expect(screen.shown).toContain('‹U+001B›[2J');
    expect(screen.shown).toContain('‹U+202E›');
    expect(screen.shown).toContain('contains direction controls');
  });

  it('asks for a choice and a form', async () => {
    await using bench = await openWorkbench();
    await cp(EXAMPLES, join(bench.folder, 'examples'), { recursive: true });
    const screen = bench.terminal(['run', 'examples/ask-a-person.ts']);
    await screen.until('Decline to answer');
    screen.press(KEY.down + KEY.enter);
    await screen.until('mountains');
    screen.press(KEY.down.repeat(2) + KEY.enter);
    await screen.until('Decline to answer');
    screen.press(KEY.down + KEY.enter);
    await screen.until('How many people');
    screen.press(`7${KEY.enter}`);
    await screen.until('Which day');
    screen.press(`2026-11-06${KEY.enter}`);
    await screen.until('Vegetarian food');
    screen.press(KEY.enter);
    await screen.until('Remarks');
    screen.press(KEY.enter);
    expect(await screen.exit()).toBe(0);
    expect(screen.shown).toContain('"trip": "mountains"');
    expect(screen.shown).toContain('"people": 7');
  });

  it('shows an untrusted config and asks before it is used', async () => {
    await using bench = await openWorkbench();
    await bench.write('toolshed.config.json', '{ "limits": { "calls": 7 } }');
    await bench.write('program.ts', 'return 1');
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('"calls": 7');
    await screen.until('Use it?');
    screen.press(KEY.down + KEY.enter);
    expect(await screen.exit()).toBe(0);
    expect((await bench.toolshed(['run', 'program.ts'])).exitCode).toBe(0);
  });

  it('uses no colour where NO_COLOR is set', async () => {
    await using bench = await openWorkbench();
    const screen = bench.terminal(['list'], { env: { NO_COLOR: '1' } });
    expect(await screen.exit()).toBe(0);
    expect(screen.shown).not.toContain('\u001b[');
  });
});
