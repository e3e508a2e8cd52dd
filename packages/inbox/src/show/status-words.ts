import type { ExecutionSummary } from '@toolshed/kernel';

const WORDS = {
  running: 'running',
  paused: 'waits for an answer',
  sleeping: 'sleeping',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  damaged: 'damaged',
} as const satisfies Record<ExecutionSummary['status'], string>;

/** The status of an execution, in words for people. */
export const statusWords = (status: ExecutionSummary['status']): string => WORDS[status];
