// What Node compiled of the command, kept for its next start, which then takes a third less time.
//
// Threat: compiled code is run as it is found. So it is kept only in the data folder, which no file tool may reach, and only
// where that folder is there already and nobody else can write to it.

import { statSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { readEnvironment } from './config.js';

export function keepCompiledCode(): void {
  const { home } = readEnvironment();
  if (isPrivate(home)) module.enableCompileCache(join(home, 'compiled'));
}

function isPrivate(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  const self = process.getuid?.();
  if (found === undefined || !found.isDirectory()) return false;
  return self === undefined || (found.uid === self && (found.mode & 0o022) === 0);
}
