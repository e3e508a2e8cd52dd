// Which grants can cover no call any more, so that every store removes the same ones.

import type { ExecutionId, Grant } from '@toolshed/kernel';

/** Each grant that is added makes room for itself: with this, a store keeps no more than can still be used. */
export const PRUNED_WITH_ADD = 100;

/** Whether a grant can cover no call any more. One that cannot be read completely is kept until somebody revokes it. */
export function isSpent(grant: Grant, now: number, isOpen: (execution: ExecutionId) => boolean): boolean {
  if (grant.damage !== undefined) return false;
  if (grant.expiresAt !== undefined && grant.expiresAt <= now) return true;
  if (grant.usesLeft === 0 || isUnbound(grant)) return true;
  return grant.scope === 'execution' && !isOpen(grant.executionId);
}

/** Approvals of older stores may be bound to no tool; they cover nothing. */
export const isUnbound = ({ effect, tool, tools }: Grant): boolean =>
  effect === 'allow' && tool === undefined && tools === undefined;
