import type { SecretFacts, SecretHandle, SecretVault } from '@toolshed/kernel';
import { type KeptSecret, SecretTakenError } from '@toolshed/kernel/runtime';
import { isSameOwner } from './same-owner.js';

/** Keeps secrets as long as this process lives. */
export function createMemoryVault(because = 'nothing else was chosen'): SecretVault {
  const kept = new Map<SecretHandle, KeptSecret>();
  return {
    async put(secret) {
      const { handle, owner } = secret.facts;
      const known = kept.get(handle);
      if (known && !isSameOwner(known.facts.owner, owner)) throw new SecretTakenError(handle);
      kept.delete(handle);
      kept.set(handle, secret);
    },
    get: async (handle) => kept.get(handle),
    // Asked after each call.
    list: async () => (kept.size === 0 ? NONE : [...kept.values()].map(({ facts }) => facts).toReversed()),
    remove: async (handle) => kept.delete(handle),
    keeping: async () => ({
      kind: 'memory',
      lasts: false,
      detail: `in memory, lost when this process ends: ${because}`,
    }),
    [Symbol.asyncDispose]: async () => kept.clear(),
  };
}

const NONE: readonly SecretFacts[] = [];
