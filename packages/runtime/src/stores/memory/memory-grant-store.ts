// Grants of a memory store. `memory-journal-store.ts` takes their uses with the entries that need them.

import { type Clock, type ExecutionId, Grant, type GrantId, type GrantStore } from '@toolshed/kernel';
import { GrantUnavailableError } from '@toolshed/kernel/runtime';
import type { AuditEvidence } from '../audit/audit-check.js';
import { grantAdded, grantPruned, grantRevoked, grantUsed } from '../audit/audit-facts.js';
import { textOfGrant } from '../grant-text.js';
import { isSpent, PRUNED_WITH_ADD } from '../grant-pruning.js';
import type { GrantUse } from '../grant-uses.js';
import type { MemoryAudit } from './memory-audit.js';

export interface MemoryGrantStore {
  readonly store: GrantStore;
  readonly evidence: Pick<AuditEvidence, 'grants'>;
  /** All of them, or none. */
  takeUses(uses: readonly GrantUse[]): void;
}

export interface MemoryGrantDeps {
  readonly audit: MemoryAudit;
  readonly clock: Clock;
  /** Whether an execution has not ended. */
  readonly isOpen: (execution: ExecutionId) => boolean;
}

interface KeptGrant {
  readonly grant: Grant;
  readonly text: string;
  usesLeft: number | undefined;
}

export function createMemoryGrantStore({ audit, clock, isOpen }: MemoryGrantDeps): MemoryGrantStore {
  const grants = new Map<GrantId, KeptGrant>();
  /** As last returned; undefined once something changed. */
  let listed: readonly Grant[] | undefined;

  const prune = (limit: number): number => {
    const now = clock.now();
    const spent = [...grants.values()].map(toGrant).filter((grant) => isSpent(grant, now, isOpen));
    for (const grant of spent.slice(0, limit)) {
      grants.delete(grant.id);
      listed = undefined;
      audit.record(grantPruned(grant, now));
    }
    return Math.min(spent.length, limit);
  };

  const store: GrantStore = {
    async add(grant) {
      prune(PRUNED_WITH_ADD);
      const text = textOfGrant(grant);
      grants.set(grant.id, { grant: Grant.parse(JSON.parse(JSON.stringify(grant))), text, usesLeft: grant.usesLeft });
      listed = undefined;
      audit.record(grantAdded(grant));
    },
    async list() {
      listed ??= [...grants.values()].map(toGrant).reverse();
      return listed;
    },
    async revoke(id, by) {
      const kept = grants.get(id);
      if (kept === undefined) return false;
      grants.delete(id);
      listed = undefined;
      audit.record(grantRevoked(toGrant(kept), by, clock.now()));
      return true;
    },
    async prune(limit) {
      return prune(limit);
    },
  };

  const takeUses = (uses: readonly GrantUse[]): void => {
    if (uses.length > 0) listed = undefined;
    const left = new Map<GrantId, number | undefined>();
    for (const { grant: id, at } of uses) {
      const kept = grants.get(id);
      const before = left.has(id) ? left.get(id) : kept?.usesLeft;
      const hasExpired = kept?.grant.expiresAt !== undefined && kept.grant.expiresAt <= at;
      if (kept === undefined || hasExpired || before === 0) throw new GrantUnavailableError(id);
      left.set(id, before === undefined ? undefined : before - 1);
    }
    for (const use of uses) {
      const kept = grants.get(use.grant);
      if (kept?.usesLeft === undefined) continue;
      kept.usesLeft -= 1;
      audit.record(grantUsed(use, kept.grant.pattern));
    }
  };

  const evidence = { grants: () => [...grants].map(([id, { text, usesLeft }]) => ({ id, text, usesLeft })) };
  return { store, evidence, takeUses };
}

const toGrant = ({ grant, usesLeft }: KeptGrant): Grant => (usesLeft === undefined ? grant : { ...grant, usesLeft });
