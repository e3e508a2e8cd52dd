// What every MCP request is served with: one open Toolshed, and whose answers count. `mcp-endpoint.ts` and
// `serve-stdio.ts` make it from the public options.

import { randomBytes } from 'node:crypto';
import { type EntryOf, type ToolLog, ToolshedError } from '@toolshed/kernel';
import type { ExecutionResult, Toolshed } from '@toolshed/runtime';
import { DEFAULT_OUTPUT_TOKENS, findOwnExecution } from '@toolshed/runtime/agent';
import type { Caller } from './caller.js';
import { type Approvals, type McpOptions, readMcpOptions } from './mcp-options.js';
import { isSessionOf, sessionOf } from './principal-session.js';
import { createStateSeal, type SealedStates } from '../pause/ask/request-state.js';
import { createSharedStates } from '../pause/ask/shared-states.js';
import { SILENT_LOG } from '../../silent-log.js';

export interface McpHost {
  readonly shed: Toolshed;
  readonly seal: SealedStates;
  readonly approvals: Approvals;
  /** Whether an answer counts that a client says its person gave; if not, people answer in the inbox alone. */
  readonly trustsClients: boolean;
  /** Whether an execution was started with the tools and rules of this server; it resumes no others. */
  readonly isOurs: (started: EntryOf<'started'>) => boolean;
  /** Labels of executions, so that any later command gives them the same folder and tools. */
  readonly labels: Readonly<Record<string, string>>;
  /** Where a person answers one question in a browser. */
  readonly inboxUrl: ((elicitationId: string) => string) | undefined;
  readonly version: string;
  readonly log: ToolLog;
  readonly now: () => number;
  /** How long a call waits for a decision made elsewhere before it reports the pause. */
  readonly decisionWaitMs: number;
  /** How much of the model's context one reply may take, in tokens. */
  readonly outputTokens: number;
}

export function createMcpHost(given: McpOptions): McpHost {
  const { stateKey, inboxUrl, ...options } = readMcpOptions(given);
  const { now = () => options.shed.clock.now(), approvals = 'inbox' } = options;
  const { records } = options.shed;
  return {
    approvals,
    trustsClients: approvals === 'auto',
    isOurs: () => true,
    labels: {},
    version: '0.0.0',
    log: SILENT_LOG,
    decisionWaitMs: 20_000,
    outputTokens: DEFAULT_OUTPUT_TOKENS,
    ...options,
    now,
    inboxUrl,
    seal:
      stateKey === undefined && records !== undefined
        ? createSharedStates({ records, now })
        : createStateSeal({ key: stateKey ?? randomBytes(32), now }),
  };
}

class ElsewhereError extends ToolshedError {
  override readonly name = 'ElsewhereError';
  override readonly code = 'execution/elsewhere';

  constructor(readonly executionId: string) {
    super(`Cannot resume ${executionId} here: it was started with another config; use the server that has it`);
  }
}

/** An execution of another principal looks like one that does not exist. */
export async function ownExecution(
  { shed, isOurs }: McpHost,
  { principal }: Pick<Caller, 'principal'>,
  id: string,
): Promise<ExecutionResult> {
  const isOwn = (session: string): boolean => isSessionOf(principal, session);
  const result = await findOwnExecution(shed, id, { isOwn, session: sessionOf(principal) });
  const [started] = await shed.journal(result.executionId);
  if (started?.kind === 'started' && !isOurs(started)) throw new ElsewhereError(id);
  return result;
}
