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

/** The status of an execution, in words for people. A plan that could not look further is a plan all the same. */
export function statusWords(status: ExecutionSummary['status'], isPlan = false): string {
  if (!isPlan) return WORDS[status];
  return status === 'completed' || status === 'failed' ? PLANNED[status] : WORDS[status];
}

const PLANNED = { completed: 'plan made', failed: 'plan made in part' } as const;
