import type { ExecutionResult } from '@toolshed/runtime';
import type { McpHost } from '../mcp-host.js';

const underWay = new WeakMap<McpHost['shed'], Set<string>>();

/** Resumes an execution that a restart interrupted, or whose timer is due, when a client asks about it. */
export function wakeIfDue({ shed, log, now }: McpHost, result: ExecutionResult): void {
  const isDue = result.status === 'running' || (result.status === 'sleeping' && result.wakeAt <= now());
  if (!isDue) return;
  const { executionId } = result;
  const ids = underWay.get(shed) ?? new Set<string>();
  underWay.set(shed, ids);
  if (ids.has(executionId)) return;
  ids.add(executionId);
  shed
    .wake(executionId)
    .catch((error: unknown) =>
      log.error({ err: error, execution: executionId }, 'resuming an execution failed; the client gets its last state'),
    )
    .finally(() => ids.delete(executionId));
}
