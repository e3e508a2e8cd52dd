// Status notifications for the tasks a client listens to.

import { setTimeout as wait } from 'node:timers/promises';
import { ExecutionId } from '@toolshed/kernel';
import type { ExecutionResult } from '@toolshed/runtime';
import { isTerminalStatus } from '@toolshed/kernel/runtime';
import type { Caller } from '../server/caller.js';
import { type McpHost, ownExecution } from '../server/mcp-host.js';
import { type DetailedTask, detailedTask } from './task-view.js';

/** A task that changes all the time is read no more often than this. */
const LEAST_MS = 200;

/** Those of the named tasks that are the caller's. */
export async function ownTasks(host: McpHost, caller: Caller, ids: readonly string[]): Promise<readonly string[]> {
  const known = await Promise.all(
    ids.map((id) =>
      ownExecution(host, caller, id).then(
        () => id,
        () => undefined,
      ),
    ),
  );
  return known.filter((id) => id !== undefined);
}

/** Calls `tell` with the present status of each task, and with every later one, until all are over. */
export async function followTasks(
  host: McpHost,
  caller: Caller,
  ids: readonly string[],
  tell: (task: DetailedTask) => void,
  signal: AbortSignal,
): Promise<void> {
  using watch = host.shed.changes.watch({ executions: ids.flatMap((id) => ExecutionId.safeParse(id).data ?? []) });
  const sent = new Map<string, string>();
  const open = new Set(ids);
  while (open.size > 0 && !signal.aborted) {
    for (const id of open) {
      const result: ExecutionResult = await ownExecution(host, caller, id);
      const task = await detailedTask(host, caller, result);
      const standing = JSON.stringify([task.status, task['inputRequests'], task.statusMessage]);
      if (sent.get(id) !== standing) tell(task);
      sent.set(id, standing);
      if (isTerminalStatus(result.status)) open.delete(id);
    }
    const least = wait(LEAST_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (open.size > 0) await Promise.all([least, watch.changed(signal)]);
  }
}
