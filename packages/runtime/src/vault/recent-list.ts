// What a vault in a database lists, used again for a moment. The search for secrets asks before and after each call, and
// a call that takes a tenth of a millisecond would wait for the database twice.
//
// What this process puts or removes is seen at once. What another node put is seen a moment later, which is less than it
// takes to hand a value to a service there and to have it echoed by another call here.

import type { SecretFacts, SecretVault } from '@toolshed/kernel';

export interface RecentList {
  /** The same vault; a change through it is noticed. */
  readonly vault: SecretVault;
  list(): Promise<readonly SecretFacts[]>;
}

const RECENT_MS = 20;

export function createRecentList(vault: SecretVault): RecentList {
  let recent: { readonly at: number; readonly listed: Promise<readonly SecretFacts[]> } | undefined;

  const changing = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      recent = undefined;
    }
  };

  return {
    vault: {
      put: (secret) => changing(vault.put(secret)),
      get: (handle) => vault.get(handle),
      list: () => vault.list(),
      remove: (handle) => changing(vault.remove(handle)),
      keeping: () => vault.keeping(),
      [Symbol.asyncDispose]: () => vault[Symbol.asyncDispose](),
    },
    async list() {
      if (recent === undefined || performance.now() - recent.at > RECENT_MS)
        recent = { at: performance.now(), listed: vault.list() };
      const { listed } = recent;
      try {
        return await listed;
      } catch (error) {
        if (recent?.listed === listed) recent = undefined;
        throw error;
      }
    },
  };
}
