// Several nodes on one real PostgreSQL, in one process.

import type { JournalStore, OwnerStore, Plugin, Tool } from '@toolshed/kernel';
import { StoreUnavailableError } from '@toolshed/kernel';
import { type OpenOptions, openPostgresStore, type Store, type Toolshed } from '@toolshed/runtime';
import { newSchema, postgresOfFile } from './fresh-postgres.ts';
import { openInThread } from './open-in-thread.ts';

export interface ClusterNode {
  readonly shed: Toolshed;
  /** How often it tried to claim an execution, and how often it got it. */
  readonly claims: { readonly tried: number; readonly won: number };
  /** From now on it writes and renews nothing, as if it had been killed. */
  kill(): void;
}

export interface NodeOptions extends Partial<OpenOptions> {
  readonly tools: readonly (Tool | Plugin)[];
}

const LEASE_MS = 1_500;

export class ClusterNodes implements AsyncDisposable {
  readonly #schema = newSchema();
  readonly #opened = new AsyncDisposableStack();

  async node(options: NodeOptions): Promise<ClusterNode> {
    const { url } = await postgresOfFile();
    const kept = this.#opened.use(await openPostgresStore({ url, schema: this.#schema }));
    const claims = { tried: 0, won: 0 };
    let isDead = false;
    const alive = async <T>(work: () => Promise<T>): Promise<T> => {
      if (isDead) throw new StoreUnavailableError('Cannot reach the store: the node is dead');
      return await work();
    };
    const owners: OwnerStore = {
      ...kept.owners,
      enter: (...args) => alive(() => kept.owners.enter(...args)),
      renew: (...args) => alive(() => kept.owners.renew(...args)),
      remove: (...args) => alive(() => kept.owners.remove(...args)),
    };
    const journal: JournalStore = {
      ...kept.journal,
      create: (...args) => alive(() => kept.journal.create(...args)),
      append: (...args) => alive(() => kept.journal.append(...args)),
      release: (...args) => alive(() => kept.journal.release(...args)),
      async claim(...args) {
        claims.tried += 1;
        const claim = await alive(async () => kept.journal.claim?.(...args));
        if (claim) claims.won += 1;
        return claim;
      },
    };
    const store: Store = { ...kept, owners, journal };
    const shed = this.#opened.use(await openInThread({ ownerLeaseMs: LEASE_MS, ...options, store }));
    return {
      shed,
      claims,
      kill: () => {
        isDead = true;
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened[Symbol.asyncDispose]();
  }
}
