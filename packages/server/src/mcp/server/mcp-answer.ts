import { AlreadyAnsweredError, type AnsweredBy, InvalidAnswerError, type PendingElicitation } from '@toolshed/kernel';
import { type ExecutionResult, OwnExecutionError, PreviewChangedError } from '@toolshed/runtime';
import type { McpHost } from './mcp-host.js';
import type { FormAnswer } from '../pause/form/flat-form.js';
import type { ToolCall } from './calls/tool-call.js';
import { withProgress } from './calls/with-progress.js';

const CHANNEL = 'mcp';

export type Given =
  | { readonly kind: 'given'; readonly result: ExecutionResult }
  | { readonly kind: 'invalid'; readonly problem: string };

/** Gives the answer of the person at the client. An answer that does not fit leaves the question open. */
export async function giveAnswer(
  { shed }: McpHost,
  { caller, progress }: Pick<ToolCall, 'caller' | 'progress'>,
  { executionId, elicitationId, approvals }: PendingElicitation,
  answer: FormAnswer,
): Promise<Given> {
  const by: AnsweredBy = { principal: caller.principal.name, kind: 'person', channel: CHANNEL };
  // The arguments another approver put in place are what the person was shown.
  const seen = answer.approved && approvals?.areEdited ? { args: approvals.args } : {};
  const work = shed.resume(executionId, { ...answer, ...seen, elicitationId, by });
  try {
    return { kind: 'given', result: await withProgress(shed, { progress }, Promise.resolve(executionId), work) };
  } catch (error) {
    // It is asked again, with what changed; or somebody else answered first, and the outcome of that is the result.
    if (error instanceof PreviewChangedError || error instanceof AlreadyAnsweredError)
      return { kind: 'given', result: await shed.wake(executionId) };
    if (error instanceof OwnExecutionError) return { kind: 'invalid', problem: error.message };
    if (!(error instanceof InvalidAnswerError)) throw error;
    const problem = error.issues.map(({ field, message }) => `${field} ${message}`.trim()).join('; ');
    return { kind: 'invalid', problem };
  }
}

/** Answers of an execution that came through this server. Only ever grows. */
export async function countAnswers({ shed }: McpHost, id: string): Promise<number> {
  const journal = await shed.journal(id);
  return journal.filter((entry) => entry.kind === 'answered' && entry.answer.by.channel === CHANNEL).length;
}

/** Some questions take more than one answer: a page that has to report back, several people who must agree. */
export const isOpenIn = (
  result: ExecutionResult,
  { elicitationId }: Pick<PendingElicitation, 'elicitationId'>,
): boolean => result.status === 'paused' && result.pending.some((open) => open.elicitationId === elicitationId);
