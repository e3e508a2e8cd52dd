// Which statuses are terminal: the execution has ended, and nothing drives it again. The one place that lists them.

/** In the order in which SQL and messages list them. */
export const TERMINAL_STATUSES = ['completed', 'failed', 'cancelled'] as const;
export type TerminalStatusName = (typeof TERMINAL_STATUSES)[number];

const TERMINAL: ReadonlySet<string> = new Set(TERMINAL_STATUSES);

/** Whether an execution of this status has ended. */
export const isTerminalStatus = (status: string): status is TerminalStatusName => TERMINAL.has(status);

/** Whether no process will drive it again: it has ended, or its journal cannot be read. */
export const isTerminalOrDamaged = (status: string): status is TerminalStatusName | 'damaged' =>
  status === 'damaged' || TERMINAL.has(status);
