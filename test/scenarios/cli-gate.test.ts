// The gate at a keyboard: what the person sees, and every answer they can give.

import { chmod, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { KEY, openWorkbench, type Terminal, type Workbench } from './cli-process.ts';

const PROGRAM = `const name = 'a.txt';
await tools.fs.list({});
const text = 'one';
await tools.fs.write({ path: name, content: text });
const read = await tools.fs.read({ path: name });
await sleep(1);
return [read, 'the end'];`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours and movements of the cursor
const CONTROLS = /\u001b\[[0-9;?]*[A-Za-z]/g;
const plain = (shown: string): string => shown.replaceAll(CONTROLS, '');

async function atTheGate(bench: Workbench, env: Readonly<Record<string, string>> = {}): Promise<Terminal> {
  await bench.write('program.ts', PROGRAM);
  const screen = bench.terminal(['run', 'program.ts'], { env });
  await screen.until('Decide later');
  return screen;
}

/** Presses Enter on the option this far below the preselected one; below the last is the first again. */
const choose = (screen: Terminal, below: number): void => screen.press(KEY.down.repeat(below) + KEY.enter);

const GATE = { later: 0, approve: 1, deny: 2, edit: 3, show: 7 } as const;

/** An editor that puts a text in the place of the arguments and leaves the header. */
async function editorWriting(bench: Workbench, ...bodies: readonly string[]): Promise<string> {
  const file = await bench.write(
    'editor.mjs',
    `import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
const file = process.argv[2];
const log = ${JSON.stringify(join(bench.home, 'editor.log'))};
const turn = existsSync(log) ? readFileSync(log, 'utf8').split('\\0').length - 1 : 0;
const mode = (statSync(file).mode & 0o777).toString(8);
writeFileSync(log, mode + '\\n' + file + '\\n' + readFileSync(file, 'utf8') + '\\0', { flag: 'a' });
const header = readFileSync(file, 'utf8').split('\\n').filter((line) => line.startsWith('//')).join('\\n');
writeFileSync(file, header + '\\n' + ${JSON.stringify(bodies)}[turn]);`,
  );
  await chmod(file, 0o755);
  return `${process.execPath} ${file}`;
}

const editorLog = async (bench: Workbench): Promise<readonly string[]> =>
  (await readFile(join(bench.home, 'editor.log'), 'utf8')).split('\0').slice(0, -1);

const written = (bench: Workbench): Promise<string> => readFile(join(bench.folder, 'a.txt'), 'utf8');

const openQuestions = async (
  bench: Workbench,
): Promise<readonly { elicitationId: string; args?: { path?: string } }[]> =>
  JSON.parse((await bench.toolshed(['pending', '--json'])).stdout).items;

describe('the gate in a terminal', () => {
  verifies(
    'terminal/gate',
    'shows the tool, who asks, the arguments, the change, the place in the program and what it has done',
    async () => {
      await using bench = await openWorkbench();
      const screen = await atTheGate(bench);
      screen.press(KEY.ctrlC);
      expect(await screen.exit()).toBe(3);
      const shown = plain(screen.shown);
      expect(shown).toMatch(/tool {7}fs\.write/);
      expect(shown).toMatch(/described {2}\S+/);
      expect(shown).toContain('asked by   the gate');
      expect(shown).toMatch(/path {5}"a\.txt"/);
      expect(shown).toMatch(/preview[\s\S]*\+ one/);
      expect(shown).toContain("3 │ const text = 'one';");
      expect(shown).toContain('▶ 4 │ await tools.fs.write({ path: name, content: text });');
      expect(shown).toMatch(/so far {5}✔ fs\.list {2}returned {2}line 2/);
    },
  );

  verifies('terminal/gate', 'runs the call that a person approves', async () => {
    await using bench = await openWorkbench();
    const screen = await atTheGate(bench);
    choose(screen, GATE.approve);
    expect(await screen.exit()).toBe(0);
    expect(await written(bench)).toBe('one');
  });

  verifies(
    'terminal/gate',
    'shows the whole program and every call when asked for everything, and asks again',
    async () => {
      await using bench = await openWorkbench();
      const screen = await atTheGate(bench);
      expect(screen.shown).not.toContain('the end');
      choose(screen, GATE.show);
      await screen.until('the end');
      await screen.until('Decide later');
      choose(screen, GATE.later);
      expect(await screen.exit()).toBe(3);
      expect(plain(screen.shown)).toContain('npx toolshed resume elic_');
      expect(await openQuestions(bench)).toHaveLength(1);
    },
  );

  verifies('terminal/gate', 'loses nothing when the person leaves while giving a reason', async () => {
    await using bench = await openWorkbench();
    const screen = await atTheGate(bench);
    choose(screen, GATE.deny);
    await screen.until('Reason');
    screen.press(`because${KEY.ctrlC}`);
    expect(await screen.exit()).toBe(3);
    expect(await openQuestions(bench)).toHaveLength(1);
  });

  verifies('terminal/gate', 'keeps within 80 columns, and uses no colour where NO_COLOR is set', async () => {
    await using bench = await openWorkbench();
    await bench.write(
      'program.ts',
      `await tools.fs.write({ path: 'a.txt', content: '${'long words '.repeat(20)}' }); // ${'x'.repeat(200)}`,
    );
    const screen = bench.terminal(['run', 'program.ts'], { env: { NO_COLOR: '1' } });
    await screen.until('Decide later');
    screen.press(KEY.ctrlC);
    expect(await screen.exit()).toBe(3);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour
    expect(screen.shown).not.toMatch(/\u001b\[[\d;]*m/);
    for (const line of plain(screen.shown).split(/[\r\n]+/)) expect([...line].length).toBeLessThanOrEqual(80);
  });
});

describe('arguments edited in a terminal', () => {
  verifies('terminal/edit', 'are edited field by field, shown as a change, and are what runs', async () => {
    await using bench = await openWorkbench();
    const screen = await atTheGate(bench, { NO_COLOR: '1' });
    choose(screen, GATE.edit);
    await screen.until('Back to the question');
    choose(screen, 0);
    await screen.until('Which field?');
    await screen.until('Done');
    choose(screen, 1);
    await screen.until('◆  content');
    screen.press(`${'\u007f'.repeat(3)}two${KEY.enter}`);
    await screen.until('Which field?');
    await screen.until('Done');
    screen.press(KEY.enter);
    await screen.until('The change');
    await screen.until('"one"');
    await screen.until('"two"');
    await screen.until('Edit again');
    choose(screen, 1);
    expect(await screen.exit()).toBe(0);
    expect(await written(bench)).toBe('two');
  });

  verifies(
    'terminal/edit',
    'are edited in the person’s editor, in a private file that is gone afterwards',
    async () => {
      await using bench = await openWorkbench();
      const EDITOR = await editorWriting(bench, '{ "path": "a.txt", "content": "three" }');
      const screen = await atTheGate(bench, { EDITOR });
      choose(screen, GATE.edit);
      await screen.until('In your editor');
      choose(screen, 1);
      await screen.until('The change');
      await screen.until('Edit again');
      choose(screen, 1);
      expect(await screen.exit()).toBe(0);
      expect(await written(bench)).toBe('three');
      const [first = ''] = await editorLog(bench);
      expect(first).toMatch(/^600\n/);
      expect(first).toContain('// Arguments for fs.write');
      expect(first.split('\n')[1]).toContain(bench.home);
      expect((await readdir(bench.home)).filter((name) => name.startsWith('edit-'))).toEqual([]);
    },
  );

  verifies('terminal/edit', 'invalid ones are kept, with what is wrong, until they fit', async () => {
    await using bench = await openWorkbench();
    const bodies = ['{ "path": ', '{ "path": "a.txt", "content": 4 }', '{ "path": "a.txt", "content": "four" }'];
    const screen = await atTheGate(bench, { VISUAL: await editorWriting(bench, ...bodies) });
    choose(screen, GATE.edit);
    await screen.until('Field by field');
    await screen.until('Back to the question');
    choose(screen, 1);
    await screen.until('Not quite');
    await screen.until('Not JSON');
    await screen.until('Back to the question');
    choose(screen, 0);
    await screen.until('Not quite');
    await screen.until('content:');
    await screen.until('Back to the question');
    choose(screen, 1);
    await screen.until('Edit again');
    choose(screen, 1);
    expect(await screen.exit()).toBe(0);
    expect(await written(bench)).toBe('four');
    const [, second = '', third = ''] = await editorLog(bench);
    expect(second).toContain('// ! Not JSON');
    expect(second).toContain(bodies[0]?.trim());
    expect(third).toContain('// ! content:');
    expect(third).toContain(bodies[1]);
  });

  verifies('terminal/edit', 'refusals by policy leave the question open and the edit as it was', async () => {
    await using bench = await openWorkbench();
    await bench.write(
      'toolshed.config.json',
      JSON.stringify({
        policy: [{ pattern: 'fs.write', verdict: 'deny', when: { at: 'path', equals: 'b.txt' } }],
      }),
    );
    await bench.toolshed(['trust', '--yes-as-person']);
    const EDITOR = await editorWriting(
      bench,
      '{ "path": "b.txt", "content": "x" }',
      '{ "path": "a.txt", "content": "y" }',
    );
    const screen = await atTheGate(bench, { EDITOR });
    choose(screen, GATE.edit);
    await screen.until('Back to the question');
    choose(screen, 1);
    await screen.until('Edit again');
    choose(screen, 1);
    await screen.until('policy denies them');
    await screen.until('Back to the question');
    choose(screen, 1);
    await screen.until('Edit again');
    choose(screen, 1);
    expect(await screen.exit()).toBe(0);
    expect(await written(bench)).toBe('y');
    expect(await readdir(bench.folder)).not.toContain('b.txt');
  });

  verifies('terminal/edit', 'unchanged ones, or an editor that failed, lead back to the question', async () => {
    await using bench = await openWorkbench();
    const screen = await atTheGate(bench, { EDITOR: 'false' });
    choose(screen, GATE.edit);
    await screen.until('Back to the question');
    choose(screen, 1);
    await screen.until('The editor ended with an error');
    await screen.until('Decide later');
    choose(screen, GATE.approve);
    expect(await screen.exit()).toBe(0);
    expect(await written(bench)).toBe('one');
  });

  verifies('terminal/edit', 'survive an editor that Ctrl-C ended, and Ctrl-C before they are sent', async () => {
    await using bench = await openWorkbench();
    await bench.write('editor.sh', 'echo editing $1; sleep 20');
    const screen = await atTheGate(bench, { EDITOR: `sh ${join(bench.folder, 'editor.sh')}` });
    choose(screen, GATE.edit);
    await screen.until('Back to the question');
    choose(screen, 1);
    await screen.until('editing');
    screen.press(KEY.ctrlC);
    await screen.until('The editor ended with an error');
    await screen.until('Decide later');
    choose(screen, GATE.edit);
    await screen.until('Back to the question');
    screen.press(KEY.ctrlC);
    expect(await screen.exit()).toBe(3);
    expect(await openQuestions(bench)).toHaveLength(1);
    expect((await readdir(bench.home)).filter((name) => name.startsWith('edit-'))).toEqual([]);
  });

  verifies('terminal/edit', 'are not sent when the person leaves at the change', async () => {
    await using bench = await openWorkbench();
    const EDITOR = await editorWriting(bench, '{ "path": "a.txt", "content": "five" }');
    const screen = await atTheGate(bench, { EDITOR });
    choose(screen, GATE.edit);
    await screen.until('Back to the question');
    choose(screen, 1);
    await screen.until('Approve with these');
    screen.press(KEY.ctrlC);
    expect(await screen.exit()).toBe(3);
    expect(await openQuestions(bench)).toHaveLength(1);
    expect(await readdir(bench.folder)).not.toContain('a.txt');
    expect(plain(screen.shown)).toContain(`--approve --args '{"path":"a.txt","content":"five"}'`);
  });

  verifies.each('terminal/edit', [
    ['choosing how', []],
    ['choosing a field', [{ below: 0, shows: 'Done' }]],
    [
      'typing a value',
      [
        { below: 0, shows: 'Done' },
        { below: 1, shows: '◆  content' },
      ],
    ],
  ] as const)('are left with Ctrl-C while %s, and the question stays', async (_stage, steps) => {
    await using bench = await openWorkbench();
    const screen = await atTheGate(bench, { NO_COLOR: '1' });
    choose(screen, GATE.edit);
    await screen.until('Back to the question');
    for (const { below, shows } of steps) {
      choose(screen, below);
      await screen.until(shows);
    }
    screen.press(KEY.ctrlC);
    expect(await screen.exit()).toBe(3);
    expect(await openQuestions(bench)).toHaveLength(1);
    expect(await readdir(bench.folder)).toEqual(['program.ts']);
  });
});

describe('several questions in a terminal', () => {
  const several = async (bench: Workbench): Promise<Terminal> => {
    await bench.write(
      'program.ts',
      `const done = await Promise.allSettled(['a', 'b', 'c'].map((path) => tools.fs.write({ path, content: 'x' })));
return done.map(({ status, reason }) => status + (reason ? ' ' + reason.reason : '')).join(', ')`,
    );
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('3 questions wait for you');
    await screen.until('Decide later');
    return screen;
  };

  verifies('terminal/list', 'are a list first: the chosen one is asked, then the rest are listed', async () => {
    await using bench = await openWorkbench();
    const screen = await several(bench);
    choose(screen, 2);
    await screen.until('2 of 3');
    await screen.until('Decide later');
    choose(screen, GATE.approve);
    await screen.until('2 questions wait for you');
    await screen.until('Decide later');
    screen.press(KEY.ctrlC);
    expect(await screen.exit()).toBe(3);
    expect(await readdir(bench.folder)).toEqual(['b', 'program.ts']);
    expect(await openQuestions(bench)).toHaveLength(2);
  });

  verifies('terminal/named', 'are asked from the one that was named, by itself; then the others are', async () => {
    await using bench = await openWorkbench();
    const listed = await several(bench);
    listed.press(KEY.ctrlC);
    expect(await listed.exit()).toBe(3);
    const third = (await openQuestions(bench)).find(({ args }) => args?.path === 'c');
    const screen = bench.terminal(['resume', third?.elicitationId ?? '']);
    await screen.until('3 of 3');
    await screen.until('Decide later');
    expect(screen.shown).not.toContain('questions wait for you');
    choose(screen, GATE.approve);
    await screen.until('2 other questions of this execution');
    await screen.until('2 questions wait for you');
    await screen.until('Decide later');
    screen.press(KEY.ctrlC);
    expect(await screen.exit()).toBe(3);
    expect(await readdir(bench.folder)).toEqual(['c', 'program.ts']);
  });

  verifies(
    'terminal/list',
    'are told apart by their first words where the program asks, quoted and escaped',
    async () => {
      await using bench = await openWorkbench();
      const asked = ['Which colour?\\nred', 'Which \\u001b[31msize?'].map(
        (message) => `elicit({ type: 'text', message: '${message}' })`,
      );
      await bench.write('program.ts', `return await Promise.all([${asked.join(', ')}])`);
      const screen = bench.terminal(['run', 'program.ts']);
      await screen.until('2 questions wait for you');
      await screen.until('The program asks: "Which colour?"');
      await screen.until('The program asks: "Which ‹U+001B›[31msize?"');
      await screen.until('Decide later');
      screen.press(KEY.ctrlC);
      expect(await screen.exit()).toBe(3);
    },
  );

  verifies('terminal/list', 'are approved all at once after each was shown in full', async () => {
    await using bench = await openWorkbench();
    const screen = await several(bench);
    choose(screen, 4);
    for (const number of [1, 2, 3]) await screen.until(`${number} of 3`);
    await screen.until('as shown?');
    await screen.until('Back to the list');
    choose(screen, 1);
    expect(await screen.exit()).toBe(0);
    expect(await readdir(bench.folder)).toEqual(['a', 'b', 'c', 'program.ts']);
  });

  verifies('terminal/list', 'are denied all at once with one reason', async () => {
    await using bench = await openWorkbench();
    const screen = await several(bench);
    choose(screen, 5);
    await screen.until('Reason');
    screen.press(`no${KEY.enter}`);
    expect(await screen.exit()).toBe(0);
    expect(plain(screen.shown)).toContain('rejected no, rejected no, rejected no');
    expect(await readdir(bench.folder)).toEqual(['program.ts']);
  });
});
