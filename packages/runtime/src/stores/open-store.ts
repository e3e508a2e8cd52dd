// Opens the store that a host was given in its options. One that the caller opened stays open when the host closes.

import type { Clock, ToolLog } from '@toolshed/kernel';
import { hasMethods, inWords, passed } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { createMemoryStore } from './memory/memory-store.js';
import { openPostgresStore } from './postgres/postgres-store.js';
import { openSqliteStore } from './sqlite/sqlite-store.js';
import type { Store } from './store.js';
import { systemClock } from './system-clock.js';

/**
 * Where a host keeps its journals, questions, grants and audit log: `"memory"` loses them when the process ends,
 * `{ sqlite: 'file' }` keeps them on disk, `{ postgres: 'postgres://…' }` in a database that other nodes share. A store
 * that you opened yourself is shared: you close it.
 */
export type StoreOption =
  | 'memory'
  | { readonly sqlite: string }
  | { readonly postgres: string; readonly schema?: string }
  | Store;

/** Methods of each part that distinguish a store from an object that only looks like one. */
const PARTS = {
  journal: ['create', 'append', 'read', 'entriesAfter', 'lastPosition'],
  grants: ['add', 'list', 'revoke'],
  owners: ['renew', 'find', 'remove'],
  audit: ['list', 'verify'],
} as const satisfies { readonly [P in keyof Store]?: readonly string[] };

const isStore = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(PARTS).every(([part, methods]) => hasMethods(...methods)(Reflect.get(value, part)));

export const StoreChoice: z.ZodType<StoreOption> = inWords(
  z.union([
    z.literal('memory'),
    z.strictObject({ sqlite: inWords(z.string().min(1), 'the path of a file') }),
    z.strictObject({
      postgres: inWords(z.string().min(1), 'a URL such as postgres://user:password@host:5432/database'),
      schema: z.string().exactOptional(),
    }),
    passed<Store>('a store', isStore),
  ]),
  '"memory", { sqlite: "path/to/file" }, { postgres: "postgres://…" } or a store made with createMemoryStore, ' +
    'openSqliteStore or openPostgresStore',
);

/** With the clock of the host, if it has one of its own. */
export async function openStore(
  option: StoreOption,
  given: Clock | undefined,
  log: Pick<ToolLog, 'warn'>,
): Promise<Store> {
  const clock = given ?? systemClock;
  if (option === 'memory') return createMemoryStore({ clock });
  const warn = (problem: string): void => log.warn({}, problem);
  if ('sqlite' in option) return openSqliteStore({ file: option.sqlite, clock, onMended: warn });
  if ('postgres' in option) {
    const { postgres: url, ...rest } = option;
    return await openPostgresStore({ ...rest, url, ...(given === undefined ? {} : { clock: given }), onNotice: warn });
  }
  return { ...option, [Symbol.asyncDispose]: async () => undefined };
}
