// Where executions are kept: what the command line says, or TOOLSHED_STORE, or the config, or a file in the data folder.

import { dirname, resolve } from 'node:path';
import type { Environment } from '../config.js';
import type { FolderConfig } from '../config-file/load-config.js';
import { storeFileIn } from './data-folder.js';

export type ChosenStore = { readonly sqlite: string } | { readonly postgres: string; readonly schema?: string };

export function chosenStore({ found, settings }: FolderConfig, { home, cwd, store }: Environment): ChosenStore {
  if (store !== undefined) return isPostgresUrl(store) ? { postgres: store } : { sqlite: resolve(cwd, store) };
  const configured = settings.store;
  if (configured === undefined) return { sqlite: storeFileIn(home) };
  if ('postgres' in configured) return configured;
  return { sqlite: resolve(found === undefined ? cwd : dirname(found.file), configured.sqlite) };
}

/** The files that no tool may reach. */
export function filesOf(store: ChosenStore): readonly string[] {
  if (!('sqlite' in store)) return [];
  const { sqlite } = store;
  return [sqlite, `${sqlite}-wal`, `${sqlite}-shm`, `${sqlite}-journal`];
}

export const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:/i.test(text);
