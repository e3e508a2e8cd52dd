// What the tools of session state (`tools/session-state`) need of the execution that calls them.

import type { ExecutionId } from '@toolshed/kernel';
import { type ExecutionState, isPlan } from '@toolshed/kernel/runtime';
import { isAnswered } from './calls/call-questions.js';
import type { LiveExecution } from './drive/live-execution.js';
import { UnknownExecutionError } from './execution-errors.js';

export interface StateCalls {
  /**
   * For handlers that write: the calls whose outcome is not on disk, in order, once all that was journaled so far is, and
   * with it the outcome of each call of these tools that was made before `call` and has started.
   */
  openCalls(id: ExecutionId, call: number, reads: ReadonlySet<string>): Promise<ExecutionState['open']>;
  /** The journal of a plan that is driven here; undefined for an execution that is not a plan. */
  planOf(id: ExecutionId): LiveExecution['journal'] | undefined;
}

export const createStateCalls = (find: (id: ExecutionId) => LiveExecution | undefined): StateCalls => ({
  async openCalls(id, call, reads) {
    for (;;) {
      const live = find(id);
      if (live === undefined) throw new UnknownExecutionError(id);
      const { journal } = live;
      await journal.append(() => []);
      const { stored } = journal;
      if (!hasReadBefore(stored, call, reads)) return stored.open;
      if (!journal.isHolding) await live.nextEntry();
    }
  },
  planOf(id) {
    const live = find(id);
    return live && isPlan(live.journal.state) ? live.journal : undefined;
  },
});

/** One that waits for a person, who says what became of it, may wait for days: nothing waits for that. */
function hasReadBefore(state: ExecutionState, call: number, reads: ReadonlySet<string>): boolean {
  for (const [number, open] of state.open)
    if (number < call && open.kind === 'invoking' && reads.has(open.issued.path) && isAnswered(state, number))
      return true;
  return false;
}
