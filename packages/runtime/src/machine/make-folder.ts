import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder for its owner alone, and those above it that are missing. Each is tried once: if the system reports that a
 * folder's parent is missing although it exists, as below `/proc`, Node's `mkdir` with `recursive` never ends.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let above = path; !isFolder(above); above = dirname(above)) missing.push(above);
  for (const folder of missing.toReversed()) makeOne(folder);
}

/** Throws if it exists and is not a folder; the root always is one. */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return dirname(path) === path;
  if (found.isDirectory()) return true;
  throw Object.assign(new Error(`"${path}" is a file`), { code: 'ENOTDIR' });
}

/** Another process may have made it meanwhile. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
