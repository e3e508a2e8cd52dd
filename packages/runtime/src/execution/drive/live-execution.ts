// One execution in the memory of this process, as everything outside its loop sees it: made by `drive-execution.ts`, kept
// in the table of `residency/live-table.ts`.

import type { JournalEntry } from '@toolshed/kernel';
import type { ExecutionState, NewEntry } from '@toolshed/kernel/runtime';
import type { IsolationLevel } from '../../sandbox/isolation-level.js';
import type { CallOutcome } from '../../tool-proxy/invoke-tool.js';
import type { RunningHandler } from '../calls/handler/running-handler.js';
import type { ExecutionJournal } from '../journal/execution-journal.js';

export interface LiveExecution {
  readonly journal: ExecutionJournal;
  readonly isolation: IsolationLevel | undefined;
  readonly isIdle: boolean;
  /**
   * Whether it must stay in memory: something of it is being written, or a handler has started. A handler that waits
   * for a person may have more under way, such as a timeout of its own that acts, which cannot be seen from here.
   */
  readonly isHeld: boolean;
  /** Whether a handler works or waits for a person. */
  readonly hasHandlers: boolean;
  /** Resolves once it is restored from its journal or has failed for good; rejects if this process cannot continue it. */
  readonly ready: Promise<void>;
  /** Resolves once its loop is over: the late outcomes own its handlers from then on. */
  readonly stopped: Promise<void>;
  /**
   * Resolves when an entry is next held or stored; rejects once its loop is over. For handlers that must not act before the
   * outcome of another call is on disk: that is journaled then even while the execution is handed over.
   */
  nextEntry(): Promise<void>;
  /** Resolves when it is next idle: it has ended, or waits for a person or for a distant time. */
  whenIdle(): Promise<void>;
  /**
   * Journals what somebody answered and acts on it, after `first` or its failure. It is not idle meanwhile, so that
   * nothing evicts it between the two. Rejects with OwnershipLostError if it was released before.
   */
  submit(make: (state: ExecutionState) => readonly NewEntry[], first?: () => Promise<void>): Promise<void>;
  /** Called with answers and cancellations that another process journaled. */
  onForeign(entries: readonly JournalEntry[]): void;
  /** Called when entries of its own are on disk. */
  onWritten(entries: readonly JournalEntry[]): void;
  /** Takes the outcome of a handler's run that was released before; false if its call does not wait for that. */
  takeOutcome(handler: RunningHandler, outcome: CallOutcome): boolean;
  /** Called when another process drives it. */
  lose(error: unknown): void;
  /** Interrupts handlers that can be run again and releases everything in memory; false if it was not evicted. */
  evict(): boolean | Promise<boolean>;
  /**
   * Begins nothing new, waits for the handlers that work, and leaves the rest to another process. Resolves once all of
   * it is on disk and nothing of it is here any more.
   */
  handOver(): Promise<void>;
  /** Chooses again what it does next, since how crowded the host is has changed. */
  reconsider(): void;
  /** Releases everything in memory and aborts its handlers. */
  release(): void;
}
