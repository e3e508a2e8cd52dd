// A person who signs in to a source comes back, in their browser, to the process that asked: it must still be there.

import type { PendingElicitation } from '@toolshed/kernel';
import type { ExecutionResult, PausedResult, Toolshed } from '@toolshed/runtime';

/** Whether it waits for nothing but a browser that comes back here. */
export const isSigningIn = ({ pending }: PausedResult): boolean => pending.every(isSignIn);

/** The result once the browser has come back, or somebody answered elsewhere. */
export async function awaitSignIn(shed: Toolshed, { executionId }: PausedResult): Promise<ExecutionResult> {
  using watch = shed.changes.watch({ executions: [executionId] });
  for (;;) {
    const result = await shed.get(executionId);
    const isUnderWay = result.status === 'paused' ? isSigningIn(result) : result.status === 'running';
    if (!isUnderWay) return result;
    await watch.changed();
  }
}

const isSignIn = ({ asker, toolPath, consent }: PendingElicitation): boolean =>
  asker === 'handler' && consent !== undefined && toolPath?.endsWith('.sign_in') === true;
