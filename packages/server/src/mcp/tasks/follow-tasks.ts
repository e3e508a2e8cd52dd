// Status notifications: what becomes of the tasks a client listens to.

import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionResult } from '@toolshed/runtime';
import type { Caller } from '../server/caller.js';
import { type McpHost, ownExecution } from '../server/mcp-host.js';
import { isOver } from './task-methods.js';
import { type DetailedTask, detailedTask } from './task-view.js';

const LOOK_EVERY_MS = 500;

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

/** Tells each standing once, beginning with the present one, until all are over. Looks, as another process may drive them. */
export async function followTasks(
  host: McpHost,
  caller: Caller,
  ids: readonly string[],
  tell: (task: DetailedTask) => void,
  signal: AbortSignal,
): Promise<void> {
  const told = new Map<string, string>();
  const open = new Set(ids);
  while (open.size > 0 && !signal.aborted) {
    for (const id of open) {
      const result: ExecutionResult = await ownExecution(host, caller, id);
      const task = await detailedTask(host, caller, result);
      const standing = JSON.stringify([task.status, task['inputRequests'], task.statusMessage]);
      if (told.get(id) !== standing) tell(task);
      told.set(id, standing);
      if (isOver(result)) open.delete(id);
    }
    await wait(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
