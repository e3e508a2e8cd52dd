// The audit log by session or tool. Only the line that starts an execution names its session, and only the line of a call
// names its tool; so the log is read from its beginning, once, and later lines are known by their execution and call.

import type { AuditLine, AuditLog } from '@toolshed/kernel';
import { type PathPattern, sessionNamedBy } from '@toolshed/kernel/runtime';
import { isTool } from '../command/flags/tool-flag.js';

export interface AuditSearch {
  readonly session?: string | undefined;
  readonly tool?: PathPattern | undefined;
}

const PER_READ = 1_000;

/** Lines of one session, about one tool, or both; newest first. */
export async function searchAudit(audit: AuditLog, { session, tool }: AuditSearch): Promise<readonly AuditLine[]> {
  const found: AuditLine[] = [];
  const executions = new Set<string>();
  const calls = new Set<string>();
  for await (const line of linesOf(audit)) {
    const { execution, call, path } = line;
    if (session !== undefined && execution !== undefined && sessionNamedBy(line) === session) executions.add(execution);
    const key = `${execution}#${call}`;
    if (tool !== undefined && call !== undefined && isTool(tool, path)) calls.add(key);
    const isOfSession = session === undefined || (execution !== undefined && executions.has(execution));
    // What belongs to no call is about a tool only if it names it.
    const isOfTool = tool === undefined || (call === undefined ? isTool(tool, path) : calls.has(key));
    if (isOfSession && isOfTool) found.push(line);
  }
  return found.reverse();
}

/** The executions that called a tool. */
export async function executionsCalling(audit: AuditLog, tool: PathPattern): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for await (const { execution, call, path } of linesOf(audit))
    if (execution !== undefined && call !== undefined && isTool(tool, path)) found.add(execution);
  return found;
}

async function* linesOf(audit: AuditLog): AsyncGenerator<AuditLine> {
  for (let from = 1; ; ) {
    const lines = await audit.read(from, PER_READ);
    yield* lines;
    const last = lines.at(-1);
    if (last === undefined) return;
    from = last.n + 1;
  }
}
