import type { AuditLine } from '../journal/audit-line.js';
import type { Page } from '../page.js';

/** What is wrong with an audit log. */
export interface AuditProblem {
  /** The line it shows at. */
  readonly at: number;
  /** In words. */
  readonly problem: string;
}

/** `at` and `problem` are of the first of `problems`, which are one for each execution at most, and not all if many. */
export type AuditVerdict =
  | { readonly kind: 'intact'; readonly lines: number }
  | ({ readonly kind: 'broken'; readonly problems: readonly AuditProblem[] } & AuditProblem);

/** Which lines of the audit log to list. */
export interface AuditFilter {
  /** Only lines before this one, for paging. */
  readonly before?: number | undefined;
  /** Default: 50. */
  readonly limit?: number | undefined;
}

/**
 * Every call, decision, answer and grant in one hash-chained log, written in the same transaction as what it records.
 *
 * - `list` yields lines newest first; `total` is how many there are, in a time that does not grow with them. Lines that
 *   are added meanwhile change no later page.
 * - `read` yields lines in ascending `n`, from `from`, at most `limit`.
 * - `verify` finds any edited, removed or reordered line, lines removed at the end included. A journal that cannot be
 *   read is one problem among others: the rest is verified all the same.
 */
export interface AuditLog {
  list(filter?: AuditFilter): Promise<Page<AuditLine, number>>;
  read(from: number, limit: number): Promise<readonly AuditLine[]>;
  verify(): Promise<AuditVerdict>;
}
