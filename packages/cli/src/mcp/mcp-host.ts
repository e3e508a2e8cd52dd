// What every request is served with: one open shed, and how this server may be answered.

import type { ToolLog } from '@toolshed/kernel';
import { type ExecutionResult, type Toolshed, UnknownExecutionError } from '@toolshed/runtime';
import type { Caller } from './caller.js';
import { isSessionOf } from './principal-session.js';
import type { StateSeal } from './request-state.js';

/**
 * Who decides where a client cannot ask a person: its agent may pass on what the person said (`auto`), and the answer
 * is recorded as the agent's; or nobody but a person who is reached another way (`inbox`).
 */
export type Approvals = 'auto' | 'inbox';

export interface McpHost {
  readonly shed: Toolshed;
  readonly seal: StateSeal;
  readonly approvals: Approvals;
  /** What executions carry so that any later command gives them the same folder and tools. */
  readonly labels: Readonly<Record<string, string>>;
  /** Where a person answers one question in a browser. */
  readonly inboxUrl: ((elicitationId: string) => string) | undefined;
  /** How a person calls the command. */
  readonly prefix: string;
  readonly version: string;
  readonly log: ToolLog;
  readonly now: () => number;
  /** How long a call waits for a decision that is made elsewhere before it reports that there is none yet. */
  readonly decisionWaitMs: number;
}

/** An execution of another principal is as unknown as one that does not exist. */
export async function ownExecution(
  { shed }: McpHost,
  { principal }: Pick<Caller, 'principal'>,
  id: string,
): Promise<ExecutionResult> {
  const result = await shed.get(id);
  if (!isSessionOf(principal, result.session)) throw new UnknownExecutionError(id);
  return result;
}
