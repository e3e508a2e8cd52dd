// Removes what a store no longer needs, in batches, so that others can write in between.

import type { GrantStore, JournalStore } from '@toolshed/kernel';

const BATCH = 500;

/** Grants that can no longer allow or deny anything. */
export async function pruneGrants(grants: GrantStore): Promise<void> {
  while ((await grants.prune(BATCH)) === BATCH);
}

/** Executions that ended before a time, for as long as `goesOn`; returns how many. */
export async function pruneExecutions(
  store: JournalStore,
  endedBefore: number,
  goesOn: () => boolean = () => true,
): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await store.prune(endedBefore, BATCH);
    total += count;
    if (count < BATCH || !goesOn()) return total;
  }
}
