// Clients of 2026-07-28: a pause is an `input_required` result with every open question at once, and the client calls
// again with the answers and the state it was given.
//
// Threat: a client that answers before it was asked. Responses count only together with a state sealed here, and only
// for the questions that state was sealed over; anything else in a request is ignored.

import type { PendingElicitation } from '@toolshed/kernel';
import type { CallToolResult, InputRequests, InputRequiredResult } from '@modelcontextprotocol/server';
import type { ExecutionResult, PausedResult } from '@toolshed/runtime';
import { inputRequestOf } from './ask-method.js';
import { awaitDecision, whenIdle } from '@toolshed/runtime/agent';
import { countAnswers, giveAnswer, isOpenIn } from '../../server/mcp-answer.js';
import { type McpHost, ownExecution } from '../../server/mcp-host.js';
import { reportPause } from '../pause-report.js';
import { type AskableQuestion, isAskable, MOST_TRIES, planQuestions, whyNot } from './plan-questions.js';
import { readReply } from '../form/read-reply.js';
import { digestOf } from './request-state.js';
import type { ToolCall } from '../../server/calls/tool-call.js';

export interface InputRound {
  readonly result: ExecutionResult;
  /** What was wrong with an answer, by elicitation id. */
  readonly problems: ReadonlyMap<string, string>;
  /** How many answers to it did not fit, by elicitation id. */
  readonly tries: ReadonlyMap<string, number>;
  /** Questions the person put aside: not asked again in this call. */
  readonly putAside: ReadonlySet<string>;
  /** Nothing was answered: the state had been used before. */
  readonly isRepeated?: true;
}

export const firstRound = (result: ExecutionResult): InputRound => ({
  result,
  problems: new Map(),
  tries: new Map(),
  putAside: new Set(),
});

export async function askByInput(
  host: McpHost,
  call: ToolCall,
  { result, problems, tries, putAside }: InputRound,
): Promise<InputRequiredResult | CallToolResult> {
  if (result.status !== 'paused') return await reportPause(host, call, result);
  const planned = await planQuestions(host, call.caller, result, problems);
  const isGivenUp = (id: string): boolean => (tries.get(id) ?? 0) >= MOST_TRIES;
  const asked = planned
    .filter(isAskable)
    .filter(({ question: { elicitationId: id } }) => !putAside.has(id) && !isGivenUp(id));
  if (asked.length === 0) {
    const givenUp = [...problems].filter(([id]) => isGivenUp(id));
    return await reportPause(host, call, result, new Map([...whyNot(planned), ...givenUp]));
  }
  return {
    resultType: 'input_required',
    inputRequests: inputRequestsOf(asked),
    requestState: await sealOver(host, call, result, asked, tries),
  };
}

/** Under their ids, which are never used twice. */
export const inputRequestsOf = (asked: readonly AskableQuestion[]): InputRequests =>
  Object.fromEntries(asked.map(({ question, asking }) => [question.elicitationId, inputRequestOf(asking)]));

async function sealOver(
  host: McpHost,
  { caller, digest }: ToolCall,
  { executionId }: PausedResult,
  asked: readonly AskableQuestion[],
  tries: ReadonlyMap<string, number>,
): Promise<string> {
  return await host.seal.seal({
    principal: caller.principal.id,
    execution: executionId,
    call: digest,
    asked: Object.fromEntries(asked.map(({ question }) => [question.elicitationId, digestOf(question.request)])),
    ...(tries.size === 0 ? {} : { tries: Object.fromEntries(tries) }),
    answers: await countAnswers(host, executionId),
  });
}

/** Gives the answers that came with a state. Throws RequestStateError before anything is answered. */
export async function takeInput(host: McpHost, call: ToolCall, sealed: string): Promise<InputRound> {
  // The first dispatch of this request has given the answers already.
  if (call.earlier !== undefined) return firstRound(await whenIdle(host.shed, call.earlier));
  const { state, wasUsed } = await host.seal.open(sealed, { principal: call.caller.principal.id, call: call.digest });
  await ownExecution(host, call.caller, state.execution);
  call.began(state.execution);
  const wasAnswered = wasUsed || (await countAnswers(host, state.execution)) !== state.answers;
  const tries = new Map(Object.entries(state.tries ?? {}));
  let round: InputRound = { ...firstRound(await whenIdle(host.shed, state.execution)), tries };
  // The first answer counts; what is open now is asked again.
  if (wasAnswered) return { ...round, isRepeated: true };
  const asked = Object.entries(state.asked);
  // Threat: a client that returns the state and answers nothing, forever. No answer counts as an invalid one.
  const isSilent = asked.every(([elicitation]) => call.responses[elicitation] === undefined);
  for (const [elicitation, digest] of asked) {
    const response = call.responses[elicitation];
    if (response !== undefined || isSilent)
      round = await takeResponse(host, call, round, { elicitation, digest }, response);
  }
  return round;
}

async function takeResponse(
  host: McpHost,
  call: ToolCall,
  round: InputRound,
  asked: { readonly elicitation: string; readonly digest: string },
  response: unknown,
): Promise<InputRound> {
  const { result, problems, tries, putAside } = round;
  if (result.status !== 'paused') return round;
  const planned = (await planQuestions(host, call.caller, result)).filter(isAskable);
  const open = planned.find(({ question }) => question.elicitationId === asked.elicitation);
  // Answered elsewhere meanwhile, or not what this person was shown.
  if (open === undefined || digestOf(open.question.request) !== asked.digest) return round;
  const { question, asking } = open;
  const { elicitationId } = question;
  const withProblem = (problem: string): InputRound => ({
    ...round,
    problems: new Map([...problems, [elicitationId, problem]]),
    tries: new Map([...tries, [elicitationId, (tries.get(elicitationId) ?? 0) + 1]]),
  });
  const withPutAside = (now: ExecutionResult): InputRound => ({
    ...round,
    result: now,
    putAside: new Set([...putAside, elicitationId]),
  });
  const reply = readReply(asking, response);
  switch (reply.kind) {
    case 'invalid':
      return withProblem(reply.problem);
    case 'later':
      return withPutAside(result);
    case 'gone-there':
      return withPutAside(await afterDecision(host, call, question));
    case 'answer': {
      const given = await giveAnswer(host, call, question, reply.answer);
      if (given.kind === 'invalid') return withProblem(given.problem);
      if (!isOpenIn(given.result, question)) return { ...round, result: given.result };
      return withPutAside(asking.kind === 'url' ? await afterDecision(host, call, question) : given.result);
    }
  }
}

/** Waits a while for a decision made elsewhere. */
async function afterDecision(
  host: McpHost,
  { signal }: ToolCall,
  question: PendingElicitation,
): Promise<ExecutionResult> {
  await awaitDecision(host.shed, question, { forMs: host.decisionWaitMs, signal });
  return await whenIdle(host.shed, question.executionId);
}
