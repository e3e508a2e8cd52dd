// Questions are also answered elsewhere: in a terminal, in the inbox, by another process on the same store.

import type { ExecutionId, PendingElicitation } from '@toolshed/kernel';
import type { ExecutionResult } from '../execution/execution-result.js';
import type { Toolshed } from '../toolshed.js';

/** True once the question is no longer open; false if time or the signal ended the wait first. */
export async function awaitDecision(
  shed: Toolshed,
  { executionId, elicitationId }: Pick<PendingElicitation, 'executionId' | 'elicitationId'>,
  { forMs = Number.POSITIVE_INFINITY, signal }: { readonly forMs?: number; readonly signal?: AbortSignal } = {},
): Promise<boolean> {
  using watch = shed.changes.watch({ executions: [executionId] });
  const timeout = forMs === Number.POSITIVE_INFINITY ? [] : [AbortSignal.timeout(forMs)];
  const enough = AbortSignal.any([...timeout, ...(signal ? [signal] : [])]);
  for (;;) {
    if ((await shed.pending({ elicitationId })).length === 0) return true;
    if (enough.aborted) return false;
    await watch.changed(enough);
  }
}

/** Its result once it is idle, whichever process drives it. */
export async function whenIdle(shed: Toolshed, id: ExecutionId): Promise<ExecutionResult> {
  const result = await shed.get(id);
  return result.status === 'running' ? shed.wake(id) : result;
}
