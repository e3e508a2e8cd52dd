import type { EntryOf, ExecutionId, JournalEntry } from '@toolshed/kernel';
import type { ExecutionState, ToolCall } from '@toolshed/kernel/runtime';

/**
 * Tells somebody else's tracing what a host does. A host that nobody traces has none of these.
 *
 * - Nothing here throws, waits or changes what is done.
 * - Whatever process, node or day a part of an execution falls on, it belongs to the trace that its `started` names.
 */
export interface Tracing {
  /** The context a new execution is known by from now on, as W3C has it (`traceparent`); below `parent`, if that is one. */
  begin(id: ExecutionId, parent: string | undefined): string;
  /** Runs `work`, and all it leads to, as caused by what `parent` names. */
  within<T>(parent: string | undefined, work: () => T): T;
  /** An execution that comes into memory. */
  execution(execution: TracedExecution): ExecutionTrace;
  /** These entries are on disk, written here, whether the execution is in memory or not. */
  written(id: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]): void;
}

/** What is known of an execution when it comes into memory. */
export interface TracedExecution {
  readonly id: ExecutionId;
  readonly state: ExecutionState;
}

/** One execution as long as it is in memory. */
export interface ExecutionTrace {
  /** It is driven, from now until `becameIdle`. */
  driven(): void;
  /** It can only wait, or has ended; `error`: this process cannot go on with it. */
  becameIdle(error?: unknown): void;
  /** Its program made a call. */
  issued(call: EntryOf<'tool-called'>): void;
  /** Runs a handler. */
  handling<T extends { readonly kind: string }>(call: ToolCall, attempt: number, work: () => Promise<T>): Promise<T>;
  /** Replays its program. */
  replaying<T>(entries: number, work: () => Promise<T>): Promise<T>;
  /** It leaves memory. */
  released(): void;
}
