import type { AuditLine } from '../journal/audit-line.js';
import type { Page } from '../page.js';

/** What is wrong with an audit log. */
export interface AuditProblem {
  /** The line it shows at. */
  readonly at: number;
  /** In words. */
  readonly problem: string;
}

/** An audit log in which nothing is wrong. */
export interface IntactAudit {
  /** Distinguishes it from a broken one. */
  readonly kind: 'intact';
  /** How many lines it has. */
  readonly lines: number;
  /**
   * Proves what is verified: the hash of the last line, or the root of the last seal. Keep it where nobody who can write
   * to the store can reach it; `verify(head)` later finds a log that was rewritten since.
   */
  readonly head: string;
  /**
   * In a store whose log has a chain for each execution: how many lines are sealed together, and when. An execution
   * that vanished together with its lines is noticed among these only; lines after them are chained with their own
   * execution's, and with no others.
   */
  readonly sealed?: { readonly lines: number; readonly at: number };
  /** Executions with entries that only a newer version can read: their lines were checked, not what they say. */
  readonly newer?: number;
}

/**
 * What `verify` found. `problems` names one problem for each damaged execution, and not all if there are many; `at` and
 * `problem` repeat the first.
 */
export type AuditVerdict =
  | IntactAudit
  | ({ readonly kind: 'broken'; readonly problems: readonly AuditProblem[] } & AuditProblem);

/** Which lines of the audit log to list. */
export interface AuditFilter {
  /** Only lines before this one, for paging. */
  readonly before?: number | undefined;
  /** Default: 50. */
  readonly limit?: number | undefined;
}

/**
 * Every call, decision, answer and grant, and who saved a program or changed a schedule, in one log, written in the same
 * transaction as what it records. Each line's
 * hash covers the line before it: of the whole log, or, in a store that many write to at once, of its execution.
 *
 * - `list` yields lines newest first; `total` is how many there are, in a time that does not grow with them. Lines that
 *   are added meanwhile change no later page.
 * - `read` yields lines in ascending `n`, from `from`, at most `limit`.
 * - `verify` finds any edited, removed or reordered line, lines removed at the end included. A journal that cannot be
 *   read is one problem among others: the rest is verified all the same. Nodes may write meanwhile.
 *   `kept` is a `head` of an earlier verdict: a log that does not have it any more is broken.
 */
export interface AuditLog {
  list(filter?: AuditFilter): Promise<Page<AuditLine, number>>;
  read(from: number, limit: number): Promise<readonly AuditLine[]>;
  verify(kept?: string): Promise<AuditVerdict>;
}
