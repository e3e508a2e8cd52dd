// An execution of a client that cannot ask, whose questions channels of the host put before a person.

import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionId } from '@toolshed/kernel';
import type { ExecutionResult } from '@toolshed/runtime';
import type { McpHost } from '../server/mcp-host.js';

const LOOK_EVERY_MS = 200;

/**
 * The call is in flight until the person has answered, as long as a channel has the question, and no longer than clients
 * wait for a reply: then it reports the pause. `work` waits for channels, so that without any it is over at the pause.
 */
export async function whileChannelsAsk(
  { shed, decisionWaitMs }: Pick<McpHost, 'shed' | 'decisionWaitMs'>,
  started: Promise<ExecutionId>,
  work: Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const over = work.then(
    () => undefined,
    () => undefined,
  );
  const id = await Promise.race([started, over]);
  for (let askedMs = 0; id !== undefined && askedMs < decisionWaitMs; ) {
    if (await Promise.race([over.then(() => true), wait(LOOK_EVERY_MS, false)])) return work;
    const isAsking = (await shed.pending({ executionId: id, limit: 1 })).length > 0;
    askedMs = isAsking ? askedMs + LOOK_EVERY_MS : 0;
  }
  return id === undefined ? work : shed.get(id);
}
