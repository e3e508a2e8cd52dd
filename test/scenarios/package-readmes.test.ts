import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

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
});
