import type { Clock, OwnerStore } from '@toolshed/kernel';
import type { KnownOwner } from '@toolshed/kernel/runtime';

export function createMemoryOwnerStore(clock: Clock): OwnerStore {
  const owners = new Map<string, KnownOwner>();
  return {
    async renew(owner) {
      const beat = (owners.get(owner.id)?.beat ?? 0) + 1;
      owners.set(owner.id, { ...owner, beat, seenAt: clock.now() });
    },
    async find(id) {
      return structuredClone(owners.get(id));
    },
    async remove(id) {
      owners.delete(id);
    },
  };
}
