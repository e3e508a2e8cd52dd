// Looks at a store from beside it, and notes whatever would let two drive one execution: a claim while the lease of
// another owner runs, and an append under a claim after a later one was granted.

import type { ExecutionId, JournalStore } from '@toolshed/kernel';
import { FIRST_EPOCH } from '@toolshed/kernel/runtime';
import type { Store } from '@toolshed/runtime';

export interface ClaimsWitness {
  readonly journal: JournalStore;
  readonly problems: readonly string[];
}

interface Granted {
  readonly epoch: number;
  readonly owner: string | undefined;
}

export function witnessClaims({ journal, owners }: Pick<Store, 'journal' | 'owners'>): ClaimsWitness {
  const granted = new Map<ExecutionId, Granted>();
  const problems: string[] = [];
  return {
    problems,
    journal: {
      ...journal,
      async create(id, entries, summary) {
        const created = await journal.create(id, entries, summary);
        if (created === id) granted.set(id, { epoch: FIRST_EPOCH, owner: summary.owner });
        return created;
      },
      async append(id, entries, summary, fence) {
        const epoch = await journal.append(id, entries, summary, fence);
        if (fence === undefined || epoch === undefined) return epoch;
        const latest = granted.get(id)?.epoch ?? 0;
        if (fence.epoch < latest)
          problems.push(`${id}: entry ${summary.length - 1} was appended under claim ${fence.epoch} after ${latest}`);
        granted.set(id, { epoch, owner: summary.owner });
        return epoch;
      },
      async claim(id, owner) {
        const claim = await journal.claim?.(id, owner);
        if (claim === undefined) return undefined;
        const before = granted.get(id)?.owner;
        granted.set(id, { epoch: claim.epoch, owner });
        const lease = before === undefined || before === owner ? undefined : await owners.find(before);
        if ((lease?.expiresInMs ?? 0) > 0) problems.push(`${id}: claimed while the lease of its owner ran`);
        return claim;
      },
      async release(id, owner) {
        await journal.release(id, owner);
        const before = granted.get(id);
        if (before?.owner === owner) granted.set(id, { epoch: before.epoch, owner: undefined });
      },
    },
  };
}
