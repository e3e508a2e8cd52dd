// What a store is: the ports of the kernel, opened and closed together.

import type {
  AuditLog,
  Broadcast,
  Clock,
  ExecutionSummary,
  GrantStore,
  Jobs,
  JournalStore,
  OwnerStore,
  QuestionClaims,
  SharedRecords,
} from '@toolshed/kernel';
import type { SealedSecrets } from '../ports/sealed-secrets.js';
import type { Metric } from '../metrics/metric.js';

/** All a host keeps on disk, opened and closed together. */
export interface Store extends AsyncDisposable {
  /** The journals of all executions, and what is derived from them. */
  readonly journal: JournalStore;
  /** Remembered answers. */
  readonly grants: GrantStore;
  /** Which process drives what. */
  readonly owners: OwnerStore;
  /** The audit log. */
  readonly audit: AuditLog;
  /** The clock of all nodes that share the store; undefined if it is the machine's. */
  readonly clock?: Clock;
  /** Small records beside executions: the state of sessions, saved programs, schedules; a store without them keeps none. */
  readonly keptRecords?: SharedRecords;
  /** Small records that all nodes share; only where nodes can share the store. */
  readonly records?: SharedRecords;
  /** Short texts from each node to all others; only where nodes can share the store. */
  readonly broadcast?: Broadcast;
  /** Which node's channels show a question; undefined where every host shows what it finds. */
  readonly questionClaims?: QuestionClaims;
  /** Work that any node may do; undefined in a store that nodes cannot share. */
  readonly jobs?: Jobs;
  /** Seals the audit log up to now and returns how many lines are sealed, where lines are not chained as they are written. */
  readonly seal?: () => Promise<number>;
  /** Sealed secrets that all nodes share; only where nodes can share the store. */
  readonly secrets?: SealedSecrets;
  /** About how many executions have this status, or how many questions are open, where counting them all would take long. */
  estimate?(what: ExecutionSummary['status'] | 'questions'): Promise<number>;
  /** Metrics of its own beside those of its parts; read every few seconds. */
  measure?(): Promise<readonly Metric[]>;
  /** Why it cannot be relied on now; empty if it can. Rejects if it cannot be reached. */
  problems?(): Promise<readonly string[]>;
}
