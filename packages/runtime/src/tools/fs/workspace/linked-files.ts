// Regular files that have more than one name (hard links).
//
// Threat: a name inside the root for a file outside of it. The system does not say where the other names are, so a
// file that has any is not read, unless the host allows it: package managers link whole trees into a project (pnpm).
// Nothing ever writes through such a name: a write puts a new file in its place, a move or removal concerns the name.
// Also where the host allows it, no file of a denied folder is read under another name.

import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { identityOf } from './anchored-folder.js';
import { errnoOf, FsError } from '../fs-error.js';
import { quote } from './relative-path.js';

/** What may be done with a file that has other names: nothing that shows its content, or reading. */
export type HardLinks = 'refuse' | 'read';

export interface LinkedFiles {
  assertReadable(file: BigIntStats, shown: string): Promise<void>;
}

export function createLinkedFiles(hardLinks: HardLinks, deny: readonly string[]): LinkedFiles {
  return {
    async assertReadable(file, shown) {
      if (file.nlink <= 1n) return;
      if (hardLinks === 'refuse') throw new FsError('fs/hard-link', `Cannot read ${quote(shown)}: ${WHY}`);
      for (const folder of deny) if (await holds(folder, identityOf(file))) throw denied(shown);
    },
  };
}

const WHY =
  'it has other names (hard links), which may be outside of the root; the host can allow this with hardLinks: "read"';

const denied = (shown: string): FsError =>
  new FsError('fs/denied', `Cannot use ${quote(shown)}: it is a file of a folder the host keeps from programs`);

async function holds(folder: string, identity: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && (await holds(path, identity))) return true;
    const found = entry.isFile() ? await lstat(path, { bigint: true }).catch(ignoreMissing) : undefined;
    if (found !== undefined && identityOf(found) === identity) return true;
  }
  return false;
}

function ignoreMissing(error: unknown): undefined {
  if (errnoOf(error) !== 'ENOENT') throw error;
}
