// An execution of a client that cannot ask, whose questions the host's channels show to a person.

import type { ExecutionId } from '@toolshed/kernel';
import type { ExecutionResult } from '../execution/execution-result.js';
import type { Toolshed } from '../toolshed.js';

export interface ChannelWait {
  readonly shed: Pick<Toolshed, 'changes' | 'pending' | 'get'>;
  readonly decisionWaitMs: number;
}

/**
 * The call is in flight until the person has answered, as long as a channel has the question, and no longer than clients
 * wait for a reply: then it reports the pause. `work` waits for channels, so without channels it ends at the pause.
 */
export async function whileChannelsAsk(
  { shed, decisionWaitMs }: ChannelWait,
  started: Promise<ExecutionId>,
  work: Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const over = work.then(
    () => undefined,
    () => undefined,
  );
  const id = await Promise.race([started, over]);
  if (id === undefined) return work;
  using watch = shed.changes.watch({ executions: [id] });
  const isOver = over.then(() => 'over' as const);
  let askingSince: number | undefined;
  for (;;) {
    const isAsking = (await shed.pending({ executionId: id, limit: 1 })).length > 0;
    const now = performance.now();
    askingSince = isAsking ? (askingSince ?? now) : undefined;
    const leftMs = decisionWaitMs - (askingSince === undefined ? 0 : now - askingSince);
    if (leftMs <= 0) return shed.get(id);
    const patience = isAsking ? AbortSignal.timeout(Math.ceil(leftMs)) : undefined;
    if ((await Promise.race([isOver, watch.changed(patience)])) === 'over') return work;
  }
}
