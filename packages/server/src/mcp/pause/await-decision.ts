// Questions are also answered elsewhere: in a terminal, in the inbox, by another process on the same store.

import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionId, PendingElicitation } from '@toolshed/kernel';
import type { ExecutionResult, Toolshed } from '@toolshed/runtime';

const LOOK_EVERY_MS = 200;

/** True once the question is no longer open; false if time or the signal ended the wait first. */
export async function awaitDecision(
  shed: Toolshed,
  { elicitationId }: Pick<PendingElicitation, 'elicitationId'>,
  { forMs = Number.POSITIVE_INFINITY, signal }: { readonly forMs?: number; readonly signal?: AbortSignal } = {},
): Promise<boolean> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    if ((await shed.pending({ elicitationId })).length === 0) return true;
    if (waited >= forMs || signal?.aborted) return false;
    await wait(LOOK_EVERY_MS, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
}

/** Where it stands, once whoever drives it has come to rest. */
export async function whenIdle(shed: Toolshed, id: ExecutionId): Promise<ExecutionResult> {
  const result = await shed.get(id);
  return result.status === 'running' ? shed.wake(id) : result;
}
