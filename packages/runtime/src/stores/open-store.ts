import type { Clock, ToolLog } from '@toolshed/kernel';
import { createMemoryStore } from './memory/memory-store.js';
import { openSqliteStore } from './sqlite/sqlite-store.js';
import type { Store } from './store.js';

/** A store that is given is shared: its caller opened it and closes it. */
export type StoreOption = 'memory' | { readonly sqlite: string } | Store;

export function openStore(option: StoreOption, clock: Clock, log: Pick<ToolLog, 'warn'>): Store {
  if (option === 'memory') return createMemoryStore({ clock });
  if ('sqlite' in option)
    return openSqliteStore({ file: option.sqlite, clock, onMended: (problem) => log.warn({}, problem) });
  return { ...option, [Symbol.asyncDispose]: async () => undefined };
}
