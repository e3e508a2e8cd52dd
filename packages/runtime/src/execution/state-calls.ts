// What the tools of session state (`tools/session-state`) need of the execution that calls them.

import type { ExecutionId } from '@toolshed/kernel';
import { type ExecutionState, isPlan } from '@toolshed/kernel/runtime';
import type { LiveExecution } from './drive/live-execution.js';
import { UnknownExecutionError } from './execution-errors.js';

export interface StateCalls {
  /** The calls whose outcome is not on disk, in order, once all that was journaled so far is: for handlers that write. */
  openCalls(id: ExecutionId): Promise<ExecutionState['open']>;
  /** The journal of a plan that is driven here; undefined for an execution that is not a plan. */
  planOf(id: ExecutionId): LiveExecution['journal'] | undefined;
}

export const createStateCalls = (find: (id: ExecutionId) => LiveExecution | undefined): StateCalls => ({
  async openCalls(id) {
    const live = find(id);
    if (live === undefined) throw new UnknownExecutionError(id);
    await live.journal.append(() => []);
    return live.journal.stored.open;
  },
  planOf(id) {
    const live = find(id);
    return live && isPlan(live.journal.state) ? live.journal : undefined;
  },
});
