// What of a data folder is worth keeping beside the store, and what is not.
//
// Threat: a backup whose files have names such as `../../.ssh/authorized_keys`. Only names of this list are written, and
// none of them leaves the folder.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupFile } from '@toolshed/runtime';

export type KeptKind = keyof typeof KEPT;

/** By their paths in the data folder. */
const KEPT = {
  tokens: /^tokens\/[0-9a-f]{16}\.json$/,
  trust: /^trusted\.json$/,
  vault: /^vault\.json$/,
  'mcp key': /^mcp-state\.key$/,
  webhooks: /^webhooks\/[0-9a-f]{16}\.json$/,
  retired: /^retired\/exec_[A-Za-z0-9_-]{1,64}\.jsonl$/,
} as const;

export function keptKindOf(name: string): KeptKind | undefined {
  for (const kind of Object.keys(KEPT)) if (isKind(kind) && KEPT[kind].test(name)) return kind;
  return undefined;
}

const isKind = (kind: string): kind is KeptKind => Object.hasOwn(KEPT, kind);

/** The store itself, locks, compiled code, notes of servers and drafts, which are made again. */
const MADE_AGAIN =
  /^(shed\.db(-wal|-shm|-journal)?|vault\.json\.(lock|new)|compiled|serving|sign-in|edit-.*|open-.*|.*\.(draft|\d+))$/;

export interface FolderFiles {
  readonly kept: readonly string[];
  /** Unknown files, by their names in the folder: they are not backed up, and the command lists them. */
  readonly unknown: readonly string[];
}

export async function filesIn(home: string): Promise<FolderFiles> {
  const kept: string[] = [];
  const unknown: string[] = [];
  for (const entry of await readdir(home, { withFileTypes: true })) {
    if (MADE_AGAIN.test(entry.name)) continue;
    const names = entry.isDirectory()
      ? (await readdir(join(home, entry.name))).map((name) => `${entry.name}/${name}`)
      : [entry.name];
    for (const name of names) {
      if (keptKindOf(name) !== undefined) kept.push(name);
      else if (!MADE_AGAIN.test(name)) unknown.push(name);
    }
  }
  return { kept: kept.toSorted(), unknown: unknown.toSorted() };
}

/** A token that was revoked since it was listed is no loss. */
export async function readKept(home: string, names: readonly string[]): Promise<readonly BackupFile[]> {
  const files: BackupFile[] = [];
  for (const name of names) {
    const bytes = await readFile(join(home, name)).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (bytes !== undefined) files.push({ name, bytes });
  }
  return files;
}
