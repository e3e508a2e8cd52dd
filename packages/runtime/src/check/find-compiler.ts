import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

export const COMPILER = '@ts-morph/common';

export interface FoundCompiler {
  readonly file: string;
  /** The folders of the package and of all it depends on. */
  readonly folders: readonly string[];
}

/** Undefined where it is not installed: it is large, and only checks need it. */
export function findCompiler(): FoundCompiler | undefined {
  try {
    const file = realpathSync(createRequire(import.meta.url).resolve(COMPILER));
    const folders = new Set<string>();
    addPackage(dirname(dirname(file)), folders);
    return { file, folders: [...folders] };
  } catch {
    return undefined;
  }
}

const Manifest = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });

function addPackage(folder: string, folders: Set<string>): void {
  if (folders.has(folder)) return;
  folders.add(folder);
  const { dependencies } = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  for (const name of Object.keys(dependencies)) {
    const found = installed(name, folder);
    if (found !== undefined) addPackage(found, folders);
  }
}

/** Where Node looks for it: in `node_modules` of the folder, and of each above. */
function installed(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
  return dirname(from) === from ? undefined : installed(name, dirname(from));
}
