import { type Clock, Grant, type GrantId, type GrantStore } from '@toolshed/kernel';
import type { AuditEvidence } from '../audit-check.js';
import { grantAdded, grantRevoked, grantUsed, textOfGrant } from '../audit-facts.js';
import type { MemoryAudit } from './memory-audit.js';

export interface MemoryGrantStore {
  readonly store: GrantStore;
  readonly evidence: Pick<AuditEvidence, 'grants'>;
}

interface KeptGrant {
  readonly text: string;
  usesLeft: number | undefined;
}

export function createMemoryGrantStore(audit: MemoryAudit, clock: Clock): MemoryGrantStore {
  const grants = new Map<GrantId, KeptGrant>();
  const store: GrantStore = {
    async add(grant) {
      grants.set(grant.id, { text: textOfGrant(grant), usesLeft: grant.usesLeft });
      audit.record(grantAdded(grant));
    },
    async list() {
      return [...grants.values()].map(toGrant).reverse();
    },
    async revoke(id, by) {
      const kept = grants.get(id);
      if (kept === undefined) return false;
      grants.delete(id);
      audit.record(grantRevoked(toGrant(kept), by, clock.now()));
      return true;
    },
    async use(id) {
      const kept = grants.get(id);
      if (kept === undefined || kept.usesLeft === 0) return false;
      if (kept.usesLeft !== undefined) kept.usesLeft -= 1;
      audit.record(grantUsed(toGrant(kept), clock.now()));
      return true;
    },
  };
  const evidence = { grants: () => [...grants].map(([id, { text, usesLeft }]) => ({ id, text, usesLeft })) };
  return { store, evidence };
}

const toGrant = ({ text, usesLeft }: KeptGrant): Grant =>
  Grant.parse({ ...JSON.parse(text), ...(usesLeft === undefined ? {} : { usesLeft }) });
