import type { Clock } from '@toolshed/kernel';
import { createMemoryStore } from './memory/memory-store.js';
import { openSqliteStore } from './sqlite/sqlite-store.js';
import type { Store } from './store.js';

export type StoreOption = 'memory' | { readonly sqlite: string };

export function openStore(option: StoreOption, clock: Clock): Store {
  return option === 'memory' ? createMemoryStore({ clock }) : openSqliteStore({ file: option.sqlite, clock });
}
