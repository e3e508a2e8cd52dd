// The stores under test, each opened fresh.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore, openSqliteStore, type Store } from '@toolshed/runtime';

export type OpenStore = () => Store | Promise<Store>;

export interface StoreFolder extends Disposable {
  readonly path: string;
  readonly file: string;
}

/** A folder that is gone when the test ends, and the place of a store in it. */
export function newStoreFolder(): StoreFolder {
  const path = mkdtempSync(join(tmpdir(), 'toolshed-store-'));
  return {
    path,
    file: join(path, 'shed.db'),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

export const openFreshMemory = (): Store => createMemoryStore();

export function openFreshSqlite(): Store {
  const folder = newStoreFolder();
  const store = openSqliteStore({ file: folder.file });
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
