import type { ExecutionId, JournalEntry } from '@toolshed/kernel';
import type { ExecutionState } from '@toolshed/kernel/runtime';

/**
 * What the parts of a host report about their work, for its metrics.
 *
 * - Reporting waits for nothing, throws nothing and changes nothing.
 * - What is reported is what this host did: no entry is reported by two hosts.
 */
export interface HostFacts {
  /** These entries are on disk, written here; `state` is what they led to, or a later one. */
  written(id: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]): void;
  /** A handler has ended after it worked for this long; the time it waited for people does not count. */
  handled(path: string, outcome: 'returned' | 'threw', workedMs: number): void;
  /** A program was brought to where its journal ends. */
  replayed(ms: number): void;
  /** The store has kept an append. */
  appended(ms: number): void;
  /** A program got a sandbox after it waited this long. */
  seated(waitedMs: number): void;
  /** An execution was claimed, or another node has it. */
  claimed(result: 'won' | 'lost'): void;
  /** The lease of this host has ended while it was open. */
  leaseLost(): void;
}
