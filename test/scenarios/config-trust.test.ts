// Trust covers what a config imports, and what runs is what was judged.

import { mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { openWorkbench, type Workbench } from './cli-process.ts';
import { verifies } from '../support/verifies.ts';

const unwrapped = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** A module that leaves a file behind when it runs. */
const leaving = (proof: string, rest = ''): string =>
  `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(proof)}, '');\n${rest}`;

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

const LIMITS = `export const limits = { calls: 10 };\n`;
const CONFIG = `import { limits } from './lib/limits.ts';\nexport default { limits };\n`;

async function writeConfig(bench: Workbench): Promise<void> {
  await bench.write('toolshed.config.ts', CONFIG);
  await bench.write('lib/limits.ts', `export { limits } from './deeper.mjs';\nimport type { X } from './types.ts';\n`);
  await bench.write('lib/types.ts', 'export type X = string;\n');
  await bench.write('lib/deeper.mjs', LIMITS);
}

describe('the trust in a config', () => {
  verifies('config/trust', 'covers every local file it imports, and says which', async () => {
    await using bench = await openWorkbench();
    await writeConfig(bench);
    expect((await bench.toolshed(['list'])).exitCode).toBe(2);
    const { trusted } = JSON.parse((await bench.toolshed(['trust', '--yes-as-person', '--json'])).stdout);
    for (const name of ['toolshed.config.ts', 'lib/limits.ts', 'lib/deeper.mjs'])
      expect(trusted).toContain(join(bench.folder, name));
    expect((await bench.toolshed(['list'])).exitCode).toBe(0);

    const proof = join(bench.folder, 'proof');
    await bench.write('lib/deeper.mjs', leaving(proof, LIMITS));
    const changed = await bench.toolshed(['list']);
    expect(changed.exitCode).toBe(2);
    expect(unwrapped(changed.stderr)).toMatch(/one of the \d files it imports, changed since you trusted it/);
    expect(await isThere(proof)).toBe(false);
    await bench.toolshed(['trust', '--yes-as-person']);
    expect((await bench.toolshed(['list'])).exitCode).toBe(0);
    expect(await isThere(proof)).toBe(true);
  });

  verifies('config/trust', 'is in the file a link leads to, and gone when it leads elsewhere', async () => {
    await using bench = await openWorkbench();
    await writeConfig(bench);
    await bench.write('other.mjs', LIMITS.replace('10', '11'));
    await bench.write('kept.mjs', LIMITS);
    await rm(join(bench.folder, 'lib/deeper.mjs'));
    await symlink('../kept.mjs', join(bench.folder, 'lib/deeper.mjs'));
    await bench.toolshed(['trust', '--yes-as-person']);
    expect((await bench.toolshed(['list'])).exitCode).toBe(0);
    await symlink('../other.mjs', join(bench.folder, 'lib/new'));
    await rename(join(bench.folder, 'lib/new'), join(bench.folder, 'lib/deeper.mjs'));
    expect((await bench.toolshed(['list'])).exitCode).toBe(2);
  });

  verifies.each('config/trust', [
    ['a path put together at run time', `await import('./' + 'evil.mjs');`],
    ['a file URL', `await import(new URL('./evil.mjs', import.meta.url).href);`],
    [
      'a data URL that names it',
      `await import("data:text/javascript,import '" + new URL('./evil.mjs', import.meta.url) + "'");`,
    ],
    ['require', `const { createRequire } = await import('node:module'); createRequire(import.meta.url)('./evil.cjs');`],
    ['the name of its own package', `await import('me' + '/evil.mjs');`],
    ['a subpath of its own package', `await import('#evil');`],
    ['the name of its own package, in a statement', `import 'me/evil.mjs';`],
  ])('lets nothing else of the folder in by %s', async (_, line) => {
    await using bench = await openWorkbench();
    const proof = join(bench.folder, 'proof');
    const evil = leaving(proof);
    await bench.write('evil.mjs', evil);
    await bench.write('evil.cjs', `require('node:fs').writeFileSync(${JSON.stringify(proof)}, '')`);
    await bench.write('package.json', '{"name":"me","exports":{"./*":"./*"},"imports":{"#evil":"./evil.mjs"}}');
    await bench.write('toolshed.config.ts', `${line}\nexport default {};\n`);
    const trusted = await bench.toolshed(['trust', '--yes-as-person']);
    expect(unwrapped(trusted.stderr)).toMatch(/not among the files that were trusted|only a URL in scheme|Cannot load/);
    expect((await bench.toolshed(['list'])).exitCode).toBe(2);
    expect(await isThere(proof)).toBe(false);
  });

  verifies('config/trust', 'does not cover packages, which are trusted as installed', async () => {
    await using bench = await openWorkbench();
    await mkdir(join(bench.folder, 'node_modules/pack'), { recursive: true });
    await bench.write('node_modules/pack/package.json', '{"name":"pack","type":"module","exports":"./index.js"}');
    await bench.write('node_modules/pack/index.js', `export { calls } from './inner.js';`);
    await bench.write('node_modules/pack/inner.js', 'export const calls = 7;');
    await bench.write('toolshed.config.ts', `import { calls } from 'pack';\nexport default { limits: { calls } };\n`);
    expect((await bench.toolshed(['trust', '--yes-as-person'])).exitCode).toBe(0);
    expect((await bench.toolshed(['list'])).exitCode).toBe(0);
  });

  verifies('config/trust', 'is not won by swapping a file while it is judged', async () => {
    await using bench = await openWorkbench();
    await writeConfig(bench);
    await bench.toolshed(['trust', '--yes-as-person']);
    const proof = join(bench.folder, 'proof');
    const file = join(bench.folder, 'lib/deeper.mjs');
    const [good, evil] = [await readFile(file, 'utf8'), leaving(proof, LIMITS)];
    let isOver = false;
    const swapping = (async () => {
      for (let count = 0; !isOver; count += 1) {
        await writeFile(`${file}.new`, count % 2 === 0 ? evil : good);
        await rename(`${file}.new`, file);
        await new Promise((resolve) => setTimeout(resolve, count % 3));
      }
    })();
    const exits = await Promise.all(Array.from({ length: 8 }, async () => (await bench.toolshed(['list'])).exitCode));
    isOver = true;
    await swapping;
    for (const code of exits) expect([0, 2]).toContain(code);
    expect(await isThere(proof)).toBe(false);
  });
});
