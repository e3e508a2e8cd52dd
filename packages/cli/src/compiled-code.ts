// What Node compiled of the command, kept for its next start, which then takes a third less time.
//
// Threat: compiled code is run as it is found. So it is kept only in the data folder, which no file tool may reach, and only
// where that folder is there already and nobody else can write to it.

import { type Stats, statSync } from 'node:fs';
import module from 'node:module';
import { join, resolve } from 'node:path';
import { homeFolder } from './own-folders.js';

export function keepCompiledCode(): void {
  const home = homeFolder();
  if (home !== undefined && isPrivate(home)) module.enableCompileCache(resolve(join(home, 'compiled')));
}

function isPrivate(folder: string): boolean {
  const found = statOf(folder);
  const self = process.getuid?.();
  if (found === undefined || !found.isDirectory()) return false;
  return self === undefined || (found.uid === self && (found.mode & 0o022) === 0);
}

/** A folder that cannot be looked at keeps nothing; the command itself says what is wrong with it. */
function statOf(folder: string): Stats | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
