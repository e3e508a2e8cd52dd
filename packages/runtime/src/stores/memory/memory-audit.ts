// The audit log of a memory store: the chain, and the log that lists and verifies it.

import type { AuditLine, AuditLog, ExecutionId, JournalEntry } from '@toolshed/kernel';
import { type AuditFact, chain, factOf, nextAfter, toPage } from '@toolshed/kernel/runtime';
import { sha256 } from '../../digest.js';
import { type AuditEvidence, type AuditHead, checkAudit, EMPTY_HEAD } from '../audit/audit-check.js';

/** The chain as it grows. */
export interface MemoryAudit {
  readonly lines: readonly AuditLine[];
  readonly head: AuditHead;
  /** Returns the number of the line. */
  record(fact: AuditFact): number;
  /** Makes the lines of entries when they are read: nothing can change the entries in between. */
  note(execution: ExecutionId, entries: readonly JournalEntry[]): void;
}

export function createMemoryAudit(): MemoryAudit {
  const chained: AuditLine[] = [];
  let noted: { readonly execution: ExecutionId; readonly entries: readonly JournalEntry[] }[] = [];
  let head = EMPTY_HEAD;

  const add = (fact: AuditFact): void => {
    const line = chain(fact, head.lines + 1, head.hash, sha256);
    chained.push(line);
    head = { lines: line.n, hash: line.hash };
  };

  const catchUp = (): void => {
    for (const { execution, entries } of noted)
      for (const entry of entries) {
        const fact = factOf(execution, entry, sha256);
        if (fact) add(fact);
      }
    noted = [];
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
    record(fact) {
      catchUp();
      add(fact);
      return head.lines;
    },
    note(execution, entries) {
      noted.push({ execution, entries });
    },
  };
}

const DEFAULT_LIMIT = 50;

export function createMemoryAuditLog(audit: MemoryAudit, evidence: Omit<AuditEvidence, 'head' | 'lines'>): AuditLog {
  return {
    async list({ before, limit = DEFAULT_LIMIT } = {}) {
      const { lines } = audit;
      const end = Math.max(0, Math.min(lines.length, before === undefined ? lines.length : before - 1));
      const start = Math.max(0, end - limit);
      const shown = lines.slice(start, end).reverse();
      return toPage(shown, { total: lines.length, next: nextAfter(shown, start > 0, ({ n }) => n) });
    },
    async read(from, limit) {
      const start = Math.max(0, from - 1);
      return audit.lines.slice(start, start + limit);
    },
    /** In one go: nothing can be appended between two of its steps. */
    async verify(kept) {
      const check = checkAudit({ ...evidence, head: audit.head, lines: () => audit.lines }, kept);
      for (;;) {
        const { done, value } = check.next();
        if (done) return value;
      }
    },
  };
}
