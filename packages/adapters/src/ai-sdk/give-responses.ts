// Gives the person's responses to an execution, all that came for it at once: a program that asked twice continues once.

import { AlreadyAnsweredError, type AnsweredBy } from '@toolshed/kernel';
import { type ExecutionResult, PreviewChangedError, type ResumeAnswers, type Toolshed } from '@toolshed/runtime';
import { type AgentSession, whenIdle } from '@toolshed/runtime/agent';
import { isSame } from './approve-call.js';
import type { PersonResponse } from './person-responses.js';

export interface Giving {
  readonly shed: Toolshed;
  readonly agent: AgentSession;
  /** Whose responses they are. */
  readonly person: AnsweredBy;
}

export interface Given {
  readonly result: ExecutionResult;
  /** Responses to something other than what is asked now. They were not given. */
  readonly stale: readonly PersonResponse[];
}

/** Throws UnknownExecutionError for an execution of another session. */
export async function giveResponses(
  { shed, agent, person }: Giving,
  executionId: string,
  responses: readonly PersonResponse[],
): Promise<Given> {
  const current = await agent.own(executionId);
  const pending = current.status === 'paused' ? current.pending : [];
  const open = responses.flatMap((response) => {
    const question = pending.find(({ elicitationId }) => elicitationId === response.input.elicitation_id);
    return question === undefined ? [] : [{ response, question }];
  });
  // A1 of `approve-call.ts`.
  const fresh = open.filter(({ response, question }) => isSame(response.input, question));
  const stale = open.filter((one) => !fresh.includes(one)).map(({ response }) => response);
  if (fresh.length === 0) return { result: await whenIdle(shed, current.executionId), stale };
  const answers: ResumeAnswers['answers'] = Object.fromEntries(
    fresh.map(({ response: { approved, reason, args, input }, question }) => {
      // The arguments another approver put in place are what this person was shown.
      const edited = args ?? (question.approvals?.areEdited ? input.args : undefined);
      const facts = reason === undefined ? {} : { reason };
      return [
        question.elicitationId,
        { approved, ...facts, ...(approved && edited !== undefined ? { args: edited } : {}) },
      ];
    }),
  );
  try {
    return { result: await shed.resume(current.executionId, { answers, by: person }), stale };
  } catch (error) {
    // It is asked again, with what changed; or somebody else answered first, and the outcome of that is the result.
    if (error instanceof PreviewChangedError || error instanceof AlreadyAnsweredError)
      return { result: await shed.wake(current.executionId), stale };
    throw error;
  }
}
