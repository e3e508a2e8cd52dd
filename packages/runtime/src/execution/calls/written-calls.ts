import type { ExecutionId } from '@toolshed/kernel';
import type { ExecutionState } from '@toolshed/kernel/runtime';
import type { LiveExecution } from '../drive/live-execution.js';
import { UnknownExecutionError } from '../execution-errors.js';

/** The calls whose outcome is not on disk, in order, after everything journaled so far is written. For handlers that write. */
export async function writtenCalls(live: LiveExecution | undefined, id: ExecutionId): Promise<ExecutionState['open']> {
  if (live === undefined) throw new UnknownExecutionError(id);
  await live.journal.append(() => []);
  return live.journal.stored.open;
}
