import type { EntryOf, ExecutionId, JournalEntry } from '@toolshed/kernel';
import type { ExecutionState, ToolCall } from '@toolshed/kernel/runtime';

/**
 * Reports what a host does to an external tracing library. A host that nobody traces has no `Tracing`.
 *
 * - Nothing here throws, waits or changes what is done.
 * - Whatever process, node or day a part of an execution falls on, it belongs to the trace that its `started` names.
 */
export interface Tracing {
  /** The trace context of a new execution in W3C form (`traceparent`); a child of `parent` if that is valid. */
  begin(id: ExecutionId, parent: string | undefined): string;
  /** Runs `work`, and all it leads to, as caused by what `parent` names. */
  within<T>(parent: string | undefined, work: () => T): T;
  /** An execution that comes into memory. */
  execution(execution: TracedExecution): ExecutionTrace;
  /** These entries are on disk, written here, whether the execution is in memory or not. */
  written(id: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]): void;
}

/** What is known about an execution when it is loaded into memory. */
export interface TracedExecution {
  readonly id: ExecutionId;
  readonly state: ExecutionState;
}

/** One execution as long as it is in memory. */
export interface ExecutionTrace {
  /** It is driven, from now until `becameIdle`. */
  driven(): void;
  /** It can only wait, or has ended; `error`: this process cannot continue it. */
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
