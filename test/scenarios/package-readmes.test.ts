import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { KEY, openWorkbench } from './cli-process.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules', '.cache');
const run = promisify(execFile);

/** Each sample with what the page says it prints; one that prints nothing only has to run. */
const samplesIn = (page: string): readonly { readonly source: string; readonly output: string }[] =>
  [...page.matchAll(/```ts\n(.*?)```(?:\s+```\n(.*?)```)?/gs)].map(([, source = '', output = '']) => ({
    source,
    output,
  }));

describe('the README of a package', () => {
  it.each([
    ['kernel', 1],
    ['runtime', 1],
    ['server', 1],
    ['cli', 2],
  ])('has an example that prints what it says: %s', async (name, count) => {
    const samples = samplesIn(await readFile(join(ROOT, 'packages', name, 'README.md'), 'utf8'));
    expect(samples).toHaveLength(count);
    // Below the packages that are installed here, so that the sample finds them by their names.
    await mkdir(CACHE, { recursive: true });
    const folder = await mkdtemp(join(CACHE, 'readme-'));
    try {
      for (const { source, output } of samples) {
        await writeFile(join(folder, 'sample.mjs'), source);
        const { stdout, stderr } = await run(process.execPath, [join(folder, 'sample.mjs')], { cwd: folder });
        expect({ stdout, stderr }).toEqual({ stdout: output, stderr: '' });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('shows a pause as a terminal shows it: cli', async () => {
    const readme = await readFile(join(ROOT, 'packages/cli/README.md'), 'utf8');
    const [, program = '', transcript = ''] = /```js\n(.*?)```\s+```text\n(.*?)```/s.exec(readme) ?? [];
    await using bench = await openWorkbench();
    await bench.write('shopping.md', 'Buy bread\n');
    await bench.write('tidy.ts', program);
    const screen = bench.terminal(['run', 'tidy.ts']);
    await screen.until('Decide later');
    screen.press(KEY.down + KEY.enter);
    expect(await screen.exit()).toBe(0);
    const shown = linesOf(screen.shown);
    // The page leaves lines out; what it has is there, in its order.
    let at = 0;
    const missing = linesOf(transcript.replace(/^\$.*\n/, '')).filter((line) => {
      const found = shown.indexOf(line, at);
      if (found >= 0) at = found + 1;
      return found < 0;
    });
    expect(missing).toEqual([]);
  });

  it('compares with others as the README of the repository does: cli', async () => {
    const [own = '', all = ''] = await Promise.all(
      ['packages/cli/README.md', 'README.md'].map((file) => readFile(join(ROOT, file), 'utf8')),
    );
    const [, compared = ''] = own.split('## Why not the others');
    const rows = compared.split('\n').filter((line) => line.startsWith('|'));
    expect(rows.length).toBeGreaterThan(5);
    expect(all.split('\n')).toEqual(expect.arrayContaining(rows));
  });
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours and movements of the cursor
const CONTROLS = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** Lines with words in them, without what is another each time and which isolation level this machine has. */
const linesOf = (text: string): readonly string[] =>
  text
    .replaceAll(CONTROLS, '')
    .replaceAll(/"(?:work|app)-[0-9a-f]+"/g, '"…"')
    .replaceAll(/exec_[\w-]+/g, 'exec_…')
    .replaceAll(/sandbox \S+/g, 'sandbox …')
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
