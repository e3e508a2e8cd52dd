import type { AuditLine } from '../journal/audit-line.js';

export type AuditVerdict =
  | { readonly kind: 'intact'; readonly lines: number }
  | { readonly kind: 'broken'; readonly at: number; readonly problem: string };

/**
 * Every call, decision, answer and grant in one hash-chained log, written in the same transaction as what it records.
 *
 * - `read` yields lines in ascending `n`, from `from`, at most `limit`.
 * - `verify` finds any edited, removed or reordered line, lines removed at the end included.
 */
export interface AuditLog {
  read(from: number, limit: number): Promise<readonly AuditLine[]>;
  verify(): Promise<AuditVerdict>;
}
