// Clients of 2026-07-28: a pause is an `input_required` result with every open question at once, and the client calls
// again with the answers and the state it was given.
//
// Threat: a client that answers before it was asked. Responses count only together with a state sealed here, and only
// for the questions that state was sealed over; anything else a request brings along is not looked at.

import type { CallToolResult, InputRequests, InputRequiredResult } from '@modelcontextprotocol/server';
import type { ExecutionResult, PausedQuestion, PausedResult } from '@toolshed/runtime';
import { inputRequestOf } from './asking.js';
import { atRest, awaitDecision } from './await-decision.js';
import { countAnswers, giveAnswer, isOpenIn } from './give-answer.js';
import { type McpHost, ownExecution } from './mcp-host.js';
import { reportPause } from './pause-report.js';
import { type AskableQuestion, isAskable, planQuestions, whyNot } from './question-plan.js';
import { readReply } from './read-reply.js';
import { digestOf, RequestStateError } from './request-state.js';
import type { ToolCall } from './tool-call.js';

export interface InputRound {
  readonly result: ExecutionResult;
  /** What was wrong with an answer, by elicitation id. */
  readonly problems: ReadonlyMap<string, string>;
  /** Questions the person put aside: not asked again in this call. */
  readonly putAside: ReadonlySet<string>;
}

export const firstRound = (result: ExecutionResult): InputRound => ({
  result,
  problems: new Map(),
  putAside: new Set(),
});

export async function askByInput(
  host: McpHost,
  call: ToolCall,
  { result, problems, putAside }: InputRound,
): Promise<InputRequiredResult | CallToolResult> {
  if (result.status !== 'paused') return await reportPause(host, call.caller, result);
  const planned = await planQuestions(host, call.caller, result, problems);
  const asked = planned.filter(isAskable).filter(({ question }) => !putAside.has(question.elicitationId));
  if (asked.length === 0) return await reportPause(host, call.caller, result, whyNot(planned));
  return {
    resultType: 'input_required',
    inputRequests: inputRequestsOf(asked),
    requestState: await sealOver(host, call, result, asked),
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
): Promise<string> {
  return host.seal.seal({
    principal: caller.principal.id,
    execution: executionId,
    call: digest,
    asked: Object.fromEntries(asked.map(({ question }) => [question.elicitationId, digestOf(question.request)])),
    answers: await countAnswers(host, executionId),
  });
}

/** Takes in what came with a state. Throws RequestStateError before anything is answered. */
export async function takeInput(host: McpHost, call: ToolCall, sealed: string): Promise<InputRound> {
  const state = host.seal.open(sealed, { principal: call.caller.principal.id, call: call.digest });
  await ownExecution(host, call.caller, state.execution);
  if ((await countAnswers(host, state.execution)) !== state.answers) throw new RequestStateError('used');
  let round = firstRound(await atRest(host.shed, state.execution));
  for (const [elicitation, digest] of Object.entries(state.asked)) {
    const response = call.responses[elicitation];
    if (response !== undefined) round = await takeResponse(host, call, round, { elicitation, digest }, response);
  }
  return round;
}

async function takeResponse(
  host: McpHost,
  call: ToolCall,
  { result, problems, putAside }: InputRound,
  asked: { readonly elicitation: string; readonly digest: string },
  response: unknown,
): Promise<InputRound> {
  if (result.status !== 'paused') return { result, problems, putAside };
  const planned = (await planQuestions(host, call.caller, result)).filter(isAskable);
  const open = planned.find(({ question }) => question.elicitationId === asked.elicitation);
  // Answered elsewhere meanwhile, or not what this person was shown.
  if (open === undefined || digestOf(open.question.request) !== asked.digest) return { result, problems, putAside };
  const { question, asking } = open;
  const withProblem = (problem: string): InputRound => ({
    result,
    putAside,
    problems: new Map([...problems, [question.elicitationId, problem]]),
  });
  const withPutAside = (now: ExecutionResult): InputRound => ({
    result: now,
    problems,
    putAside: new Set([...putAside, question.elicitationId]),
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
      if (!isOpenIn(given.result, question)) return { result: given.result, problems, putAside };
      return withPutAside(asking.kind === 'url' ? await afterDecision(host, call, question) : given.result);
    }
  }
}

/** Waits a while for what is decided elsewhere. */
async function afterDecision(host: McpHost, { signal }: ToolCall, question: PausedQuestion): Promise<ExecutionResult> {
  await awaitDecision(host.shed, question, { forMs: host.decisionWaitMs, signal });
  return await atRest(host.shed, question.executionId);
}
