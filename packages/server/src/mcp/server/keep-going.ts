import type { ExecutionResult } from '@toolshed/runtime';
import type { McpHost } from './mcp-host.js';

const underWay = new WeakMap<McpHost['shed'], Set<string>>();

/** What a restart left running, or what time has come for, goes on when somebody asks after it. */
export function keepGoing({ shed, log, now }: McpHost, result: ExecutionResult): void {
  const isDue = result.status === 'running' || (result.status === 'sleeping' && result.wakeAt <= now());
  if (!isDue) return;
  const { executionId } = result;
  const ids = underWay.get(shed) ?? new Set<string>();
  underWay.set(shed, ids);
  if (ids.has(executionId)) return;
  ids.add(executionId);
  shed
    .wake(executionId)
    .catch((error: unknown) => log.error({ err: error, execution: executionId }, 'an execution could not go on'))
    .finally(() => ids.delete(executionId));
}
