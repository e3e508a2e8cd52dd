import type { Clock, ToolLog } from '@toolshed/kernel';
import { inWords, passed } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { createMemoryStore } from './memory/memory-store.js';
import { openSqliteStore } from './sqlite/sqlite-store.js';
import type { Store } from './store.js';

/**
 * Where a host keeps its journals, questions, grants and audit log: `"memory"` forgets them with the process,
 * `{ sqlite: 'file' }` keeps them on disk. A store that you opened yourself is shared: you close it.
 */
export type StoreOption = 'memory' | { readonly sqlite: string } | Store;

const PARTS = ['journal', 'grants', 'owners', 'audit'] as const satisfies readonly (keyof Store)[];

export const StoreChoice: z.ZodType<StoreOption> = inWords(
  z.union([
    z.literal('memory'),
    z.strictObject({ sqlite: inWords(z.string().min(1), 'the path of a file') }),
    passed<Store>(
      'a store',
      (value) => typeof value === 'object' && value !== null && PARTS.every((part) => part in value),
    ),
  ]),
  '"memory", { sqlite: "path/to/file" } or a store made with createMemoryStore or openSqliteStore',
);

export function openStore(option: StoreOption, clock: Clock, log: Pick<ToolLog, 'warn'>): Store {
  if (option === 'memory') return createMemoryStore({ clock });
  if ('sqlite' in option)
    return openSqliteStore({ file: option.sqlite, clock, onMended: (problem) => log.warn({}, problem) });
  return { ...option, [Symbol.asyncDispose]: async () => undefined };
}
