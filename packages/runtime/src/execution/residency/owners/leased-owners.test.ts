import type { OwnerStore } from '@toolshed/kernel';
import type { KnownOwner } from '@toolshed/kernel/runtime';
import { describe, expect, it } from 'vitest';
import { createLeasedOwners } from './leased-owners.js';

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Leases that never end. */
function leases(): OwnerStore {
  const known = new Map<string, KnownOwner>();
  const enter: OwnerStore['enter'] = async (owner) => {
    known.set(owner.id, { ...owner, beat: 1, seenAt: 0, expiresInMs: 60_000 });
    return true;
  };
  return {
    enter,
    renew: enter,
    find: async (id) => known.get(id),
    list: async () => [...known.values()],
    remove: async (id) => void known.delete(id),
  };
}

describe('hosts that share a store', () => {
  it('share what is to be woken with those that wake, and with no command that does not', async () => {
    const store = leases();
    const open = (wakes: boolean) => createLeasedOwners({ store, log, leaseMs: 60_000, placement: [], wakes });
    const [node, command] = [open(true), open(false)];
    await Promise.all([node.entered(), command.entered()]);
    expect((await node.peers()).map(({ id }) => id)).toEqual([node.lease.id]);
    await Promise.all([node.close(), command.close()]);
  });
});
