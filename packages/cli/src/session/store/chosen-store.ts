// Where executions are kept: as set on the command line, in TOOLSHED_STORE, or in the config; by default a file in the data folder.

import { dirname, resolve } from 'node:path';
import type { Environment } from '../../config.js';
import type { FolderConfig } from '../../config-file/load-config.js';
import { UsageError } from '../../command/usage-error.js';
import { storeFileIn } from './data-folder.js';

export type ChosenStore = { readonly sqlite: string } | { readonly postgres: string; readonly schema?: string };

export function chosenStore({ found, settings }: FolderConfig, { home, cwd, store }: Environment): ChosenStore {
  if (store !== undefined) return readStore(store, cwd);
  const configured = settings.store;
  if (configured === undefined) return { sqlite: storeFileIn(home) };
  if ('postgres' in configured) return configured;
  return { sqlite: resolve(found === undefined ? cwd : dirname(found.file), configured.sqlite) };
}

/** Threat: a mistyped address would become a file whose name has the password, and a node that is alone without knowing. */
function readStore(text: string, cwd: string): ChosenStore {
  if (isPostgresUrl(text)) return { postgres: text };
  const file = text.replace(/^sqlite:/i, '');
  if (/^\s*[a-z][a-z0-9+.-]+:/i.test(file) || file.includes('://'))
    throw new UsageError(
      'usage/store',
      'Cannot use the store: it is neither the path of a SQLite file nor an address such as postgres://user@host/database',
    );
  return { sqlite: resolve(cwd, file) };
}

/** The files that no tool may reach. */
export function filesOf(store: ChosenStore): readonly string[] {
  if (!('sqlite' in store)) return [];
  const { sqlite } = store;
  return [sqlite, `${sqlite}-wal`, `${sqlite}-shm`, `${sqlite}-journal`];
}

export const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:/i.test(text);
