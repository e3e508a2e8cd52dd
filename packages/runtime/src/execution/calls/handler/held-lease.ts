// Whether a handler may act: only under the lease its execution was claimed under (E3 of `leased-owners.ts`).

import type { ExecutionId } from '@toolshed/kernel';
import { OwnershipLostError } from '../../journal/journal-errors.js';
import type { Lease } from '../../residency/owners/owners.js';

/**
 * Called in the very tick in which something may act. Undefined if the lease certainly holds, so that nobody waits
 * longer than necessary; otherwise it resolves once the store has confirmed the lease, and rejects if the lease has ended.
 */
export const untilHeld = (lease: Lease, id: ExecutionId): Promise<void> | undefined =>
  lease.isSure ? undefined : confirmed(lease, id);

async function confirmed(lease: Lease, id: ExecutionId): Promise<void> {
  if (!(await lease.confirm())) throw new OwnershipLostError(id);
}
