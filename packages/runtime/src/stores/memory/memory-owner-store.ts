// The processes that drive executions of a memory store, and when each was last seen.

import type { Clock, OwnerStore } from '@toolshed/kernel';
import type { KnownOwner, OwnerFacts } from '@toolshed/kernel/runtime';

export function createMemoryOwnerStore(clock: Clock): OwnerStore {
  const owners = new Map<string, KnownOwner>();
  const beat = (owner: OwnerFacts): void => {
    const last = owners.get(owner.id)?.beat ?? 0;
    owners.set(owner.id, { ...owner, beat: last + 1, seenAt: clock.now() });
  };
  return {
    async enter(owner) {
      beat(owner);
      return true;
    },
    async renew(owner) {
      if (!owners.has(owner.id)) return false;
      beat(owner);
      return true;
    },
    async find(id) {
      return structuredClone(owners.get(id));
    },
    async list() {
      return structuredClone([...owners.values()]);
    },
    async remove(id) {
      owners.delete(id);
    },
  };
}
