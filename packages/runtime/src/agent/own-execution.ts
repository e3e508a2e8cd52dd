// An execution that an agent names. One of another session gets the same error as one that does not exist:
// an agent learns which executions its own session has, and nothing of others.

import { ToolshedError } from '@toolshed/kernel';
import { shortId, UnknownExecutionError } from '../execution/execution-errors.js';
import type { ExecutionResult } from '../execution/execution-result.js';
import type { Toolshed } from '../toolshed.js';

const MOST_LISTED = 3;

/** An agent named an execution that its session does not have. */
class NotYourExecutionError extends ToolshedError {
  override readonly name = 'NotYourExecutionError';
  override readonly code = 'execution/unknown';

  /** `latest`: those of the agent's own session, newest first. */
  constructor(
    readonly id: string,
    readonly latest: readonly string[],
  ) {
    const known = latest.length === 0 ? 'nothing has run in it yet' : `the latest in it: ${latest.join(', ')}`;
    super(
      `Cannot find the execution "${shortId(id)}": this session has no execution with this id. Ids look like exec_… and are in the reply to the call that ran the program; ${known}`,
    );
  }
}

/** Throws NotYourExecutionError. `session`: whose executions are named instead. */
export async function findOwnExecution(
  shed: Pick<Toolshed, 'get' | 'list'>,
  id: string,
  { isOwn, session }: { readonly isOwn: (session: string) => boolean; readonly session: string },
): Promise<ExecutionResult> {
  const found = await lookUp(shed, id);
  if (found !== undefined && isOwn(found.session)) return found;
  const latest = await shed.list({ session, limit: MOST_LISTED });
  throw new NotYourExecutionError(
    id,
    latest.map((one) => `${one.id} (${one.status})`),
  );
}

async function lookUp(shed: Pick<Toolshed, 'get'>, id: string): Promise<ExecutionResult | undefined> {
  try {
    return await shed.get(id);
  } catch (error) {
    if (error instanceof UnknownExecutionError) return undefined;
    throw error;
  }
}
