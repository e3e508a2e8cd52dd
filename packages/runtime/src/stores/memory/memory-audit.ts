import { type AuditFact, type AuditLine, type AuditLog, chain } from '@toolshed/kernel';
import { sha256 } from '../../digest.js';
import { type AuditEvidence, type AuditHead, checkAudit, EMPTY_HEAD } from '../audit-check.js';

/** The chain as it grows. */
export interface MemoryAudit {
  readonly lines: readonly AuditLine[];
  readonly head: AuditHead;
  /** Returns the number of the last line. */
  record(facts: readonly AuditFact[]): number;
}

/** Facts are noted as they come and chained when somebody looks: nobody can tamper with them in between. */
export function createMemoryAudit(): MemoryAudit {
  const facts: AuditFact[] = [];
  const chained: AuditLine[] = [];
  let head = EMPTY_HEAD;

  const catchUp = (): void => {
    for (const fact of facts.slice(chained.length)) {
      const line = chain(fact, head.lines + 1, head.hash, sha256);
      chained.push(line);
      head = { lines: line.n, hash: line.hash };
    }
  };

  return {
    get lines() {
      catchUp();
      return chained;
    },
    get head() {
      catchUp();
      return head;
    },
    record(added) {
      facts.push(...added);
      return facts.length;
    },
  };
}

export function createMemoryAuditLog(audit: MemoryAudit, evidence: Omit<AuditEvidence, 'head' | 'lines'>): AuditLog {
  return {
    async read(from, limit) {
      const start = Math.max(0, from - 1);
      return audit.lines.slice(start, start + limit);
    },
    /** In one go: nothing can be appended between two of its steps. */
    async verify() {
      const check = checkAudit({ ...evidence, head: audit.head, lines: () => audit.lines });
      for (;;) {
        const { done, value } = check.next();
        if (done) return value;
      }
    },
  };
}
