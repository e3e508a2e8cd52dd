// Temporary files in memory, for one run of vitest: most tests write to a store, and each waited longer for the disk than
// for anything else. `npm run test:deep` runs the tests of crashes on the disk.

import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Short: a long name with digits in it is taken for a token, and not shown. */
const NAME = 'shed-tests-';
const NEEDED_BYTES = 2 ** 30;
/** Longer than any run takes. */
const LONG_AGO_MS = 24 * 3_600_000;
let made: string | undefined;

/** For vitest. */
export function setup(): void {
  if (!hasRoom()) return;
  for (const left of readdirSync(IN_MEMORY).filter(isLeftBehind)) remove(join(IN_MEMORY, left));
  made = mkdtempSync(join(IN_MEMORY, NAME));
  // A database server of the tests runs as nobody, and has a folder of its own in it.
  chmodSync(made, 0o711);
  process.env['TMPDIR'] = made;
}

/** For vitest. */
export function teardown(): void {
  if (made !== undefined) remove(made);
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Not every system has such a folder, and that of a container may be small. */
function hasRoom(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** By a run that was killed: memory is taken until somebody removes it. */
function isLeftBehind(name: string): boolean {
  if (!name.startsWith(NAME)) return false;
  const { birthtimeMs, uid } = statSync(join(IN_MEMORY, name));
  return uid === process.getuid?.() && Date.now() - birthtimeMs > LONG_AGO_MS;
}
