// What Node compiled of the packages, kept for one run of vitest: every process that a test starts loads the same files.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CACHE = 'NODE_COMPILE_CACHE';
let made = '';

/** For vitest. */
export function setup(): void {
  made = mkdtempSync(join(tmpdir(), 'toolshed-compiled-'));
  process.env[CACHE] = made;
}

/** For vitest. */
export const teardown = (): void => rmSync(made, { recursive: true, force: true });

/** For the environment of a process that is not given the test's own. */
export const compiledOnce = (): Readonly<Record<string, string>> => {
  const folder = process.env[CACHE];
  return folder === undefined ? {} : { [CACHE]: folder };
};
