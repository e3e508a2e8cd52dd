// Stands between the SDK and the model. Where a program waits for approvals, it replies in the model's place, with one
// call of `approve_call` for each, which the SDK puts before its person. Where the person has answered, it gives the
// refusals to the program (the SDK runs no tool for these) and shows the model the outcome.

import { randomUUID } from 'node:crypto';
import type { ExecutionId } from '@toolshed/kernel';
import { UnknownExecutionError } from '@toolshed/runtime';
import type { LanguageModelMiddleware } from 'ai';
import { type ApproveInput, APPROVE_CALL } from './approve-call.js';
import { withDecisions } from './approve-tool.js';
import { type AskedCall, askedCalls } from './asked-calls.js';
import { type Giving, giveResponses } from './give-responses.js';
import { openApprovals } from './open-approvals.js';
import { withoutOwnCalls, withoutOwnParts } from './own-calls.js';
import type { PersonResponse } from './person-responses.js';
import { plainPrompt, withoutApproveTool } from './plain-prompt.js';
import type { CallOptions, GenerateResult, StreamPart } from './prompt-types.js';

export function approvalMiddleware(giving: Giving, ours: ReadonlySet<string>): LanguageModelMiddleware {
  const waiting = new WeakMap<CallOptions, readonly ApproveInput[]>();
  return {
    specificationVersion: 'v4',
    async transformParams({ params }) {
      const outcomes = await outcomesOf(giving, askedCalls(params.prompt));
      const asks = await openApprovals(giving.agent, params.prompt, ours);
      const prompt = plainPrompt(params.prompt, outcomes);
      const tools = withoutApproveTool(params.tools);
      const { tools: _tools, ...others } = params;
      const plain: CallOptions = { ...others, prompt, ...(tools === undefined ? {} : { tools }) };
      waiting.set(plain, asks);
      return plain;
    },
    async wrapGenerate({ doGenerate, params }) {
      const asks = waiting.get(params) ?? [];
      return asks.length === 0
        ? withoutOwnCalls(await doGenerate())
        : { content: asks.map(callOf), ...END, warnings: [] };
    },
    async wrapStream({ doStream, params }) {
      const asks = waiting.get(params) ?? [];
      if (asks.length > 0) return { stream: ReadableStream.from(partsOf(asks)) };
      const { stream, ...others } = await doStream();
      return { ...others, stream: stream.pipeThrough(withoutOwnParts()) };
    },
  };
}

/** The newest reply about each execution that a person was asked about. Gives the refusals that were not given yet. */
async function outcomesOf(giving: Giving, asked: readonly AskedCall[]): Promise<ReadonlyMap<string, string>> {
  const outcomes = new Map<string, string>();
  for (const one of asked) if (one.kind === 'replied') outcomes.set(one.input.execution_id, one.text);
  const denied = asked.flatMap((one) => (one.kind === 'denied' ? [one.response] : []));
  for (const [id, responses] of Map.groupBy(denied, ({ input }) => input.execution_id)) {
    try {
      const { result } = await giveResponses(giving, id, responses);
      const counted = await notApproved(giving, result.executionId, responses);
      if (counted.length > 0) outcomes.set(id, withDecisions(giving.agent.report(result), counted).text);
    } catch (error) {
      if (!(error instanceof UnknownExecutionError)) throw error;
    }
  }
  return outcomes;
}

/** Without late refusals of what was already approved: they changed nothing. */
async function notApproved(
  { shed }: Giving,
  id: ExecutionId,
  responses: readonly PersonResponse[],
): Promise<readonly PersonResponse[]> {
  const approved = new Set<string>();
  for (const entry of await shed.journal(id))
    if (entry.kind === 'answered' && entry.answer.action === 'accept') approved.add(entry.elicitation);
  return responses.filter(({ input }) => !approved.has(input.elicitation_id));
}

const callOf = (input: ApproveInput) => ({
  type: 'tool-call' as const,
  toolCallId: `toolshed_${randomUUID()}`,
  toolName: APPROVE_CALL,
  input: JSON.stringify(input),
});

const NONE = undefined;
const END: Pick<GenerateResult, 'finishReason' | 'usage'> = {
  finishReason: { unified: 'tool-calls', raw: NONE },
  usage: {
    inputTokens: { total: 0, noCache: NONE, cacheRead: NONE, cacheWrite: NONE },
    outputTokens: { total: 0, text: NONE, reasoning: NONE },
  },
};

const partsOf = (asks: readonly ApproveInput[]): readonly StreamPart[] => [
  { type: 'stream-start', warnings: [] },
  ...asks.map(callOf),
  { type: 'finish', ...END },
];
