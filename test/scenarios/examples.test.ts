import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import {
  EXAMPLES,
  hostExamples,
  hostFiles,
  readExample,
  statedOutput,
  withoutVariation,
  sourceFiles,
  withoutOutput,
} from '../support/examples.ts';
import { verifies } from '../support/verifies.ts';

const run = promisify(execFile);
const elsewhere = mkdtempSync(join(tmpdir(), 'toolshed-examples-'));
afterAll(() => rmSync(elsewhere, { recursive: true }));

const importsOf = (source: string): readonly string[] =>
  [...source.matchAll(/^(?:import|export)\b[^'"]*?['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm)].map(
    ([, stated, called]) => stated ?? called ?? '',
  );

describe.concurrent('the example', () => {
  for (const name of hostExamples())
    verifies(
      'docs/examples',
      `${name} prints what it says at its end, wherever it is started`,
      async () => {
        const { stdout, stderr } = await run(process.execPath, [join(EXAMPLES, name)], {
          cwd: elsewhere,
          timeout: 170_000,
        });
        expect(stderr).toBe('');
        expect(withoutVariation(stdout)).toBe(
          withoutVariation(statedOutput(readExample(name)) ?? 'a comment that says what it prints'),
        );
      },
      { timeout: 180_000 },
    );
});

describe('the examples', () => {
  it('are at least ten', () => {
    expect(hostExamples().length).toBeGreaterThanOrEqual(10);
  });

  it('import from toolshed, zod and Node alone', () => {
    for (const name of hostFiles()) {
      const imports = importsOf(readExample(name));
      expect(imports, name).not.toEqual([]);
      const others = imports.filter((one) => !/^(?:toolshed(?:\/[a-z-]+)?|zod|node:.+)$/.test(one));
      expect(others, name).toEqual([]);
    }
  });

  it('are short enough to read', () => {
    for (const name of hostFiles())
      expect(withoutOutput(readExample(name)).split('\n').length, name).toBeLessThanOrEqual(65);
  });

  it('are listed in their README, and nothing else is', async () => {
    const readme = await readFile(join(EXAMPLES, 'README.md'), 'utf8');
    const listed = [...readme.matchAll(/\]\(([\w-]+\.ts)\)/g)].map(([, name]) => name);
    expect([...new Set(listed)].sort()).toEqual([...sourceFiles()].sort());
  });

  it('begin with the one of the README', async () => {
    const readme = await readFile(join(EXAMPLES, '..', 'README.md'), 'utf8');
    const [, source, output] = /```ts\n(.*?)```\s+```\n(.*?)```/s.exec(readme) ?? [];
    const library = readExample('library.ts');
    expect(withoutOutput(library)).toBe(source);
    expect(statedOutput(library)).toBe(output);
  });
});
