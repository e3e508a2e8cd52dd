// Samples are compiled as a reader would compile them: in a folder of their own, with the packages installed.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './markdown.ts';

/** Not below node_modules: Node runs no TypeScript there. */
export function makeSampleFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolshed-samples-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

/** What the compiler says about files of such a folder, with the strict options of the project; empty if nothing. */
export function problemsOfTypes(folder: string, files: readonly string[]): string {
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'esnext'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`;
}
