// Clients of 2025: the server asks while the call waits, one question after another, because their dialogs show one. The
// call is not durable: if the client stops waiting, the question stays open and the execution stays paused.

import type { PendingElicitation } from '@toolshed/kernel';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ExecutionResult } from '@toolshed/runtime';
import { pushParams } from './ask-method.js';
import { awaitDecision, whenIdle } from '@toolshed/runtime/agent';
import { giveAnswer, isOpenIn } from '../../server/mcp-answer.js';
import type { McpHost } from '../../server/mcp-host.js';
import { reportPause } from '../pause-report.js';
import { type AskableQuestion, isAskable, MOST_TRIES, planQuestions, whyNot } from './plan-questions.js';
import { type Reply, readReply } from '../form/read-reply.js';
import type { ToolCall } from '../../server/calls/tool-call.js';

export async function askByPush(host: McpHost, call: ToolCall, first: ExecutionResult): Promise<CallToolResult> {
  const problems = new Map<string, string>();
  const notAsked = new Map<string, string>();
  const tries = new Map<string, number>();
  let result = first;
  while (result.status === 'paused') {
    const planned = await planQuestions(host, call.caller, result, problems);
    for (const [id, why] of whyNot(planned)) notAsked.set(id, why);
    const next = planned.filter(isAskable).find(({ question }) => !notAsked.has(question.elicitationId));
    if (next === undefined) break;
    const { elicitationId } = next.question;
    const outcome = await askOne(host, call, next);
    if (outcome.kind === 'now') result = outcome.result;
    else if (outcome.kind === 'left-open') notAsked.set(elicitationId, outcome.why);
    else {
      problems.set(elicitationId, outcome.problem);
      tries.set(elicitationId, (tries.get(elicitationId) ?? 0) + 1);
      if ((tries.get(elicitationId) ?? 0) >= MOST_TRIES) notAsked.set(elicitationId, outcome.problem);
    }
  }
  return await reportPause(host, call, result, notAsked);
}

type Outcome =
  | { readonly kind: 'now'; readonly result: ExecutionResult }
  | { readonly kind: 'left-open'; readonly why: string }
  | { readonly kind: 'invalid'; readonly problem: string };

async function askOne(host: McpHost, call: ToolCall, next: AskableQuestion): Promise<Outcome> {
  const { question, asking } = next;
  const reply = await putBefore(host, call, next);
  switch (reply.kind) {
    case 'decided-elsewhere':
      // A client that was sent to an address may show that it waits for what happens there.
      if (asking.kind === 'url') await call.completed(asking.flow);
      return { kind: 'now', result: await whenIdle(host.shed, question.executionId) };
    case 'unable':
      return { kind: 'left-open', why: `Not asked here: ${reply.why}` };
    case 'later':
      return { kind: 'left-open', why: 'The person put it aside' };
    case 'invalid':
      return { kind: 'invalid', problem: reply.problem };
    case 'gone-there':
      return await untilDone(host, call, question, asking.kind === 'url' ? asking.flow : question.elicitationId);
    case 'answer': {
      const given = await giveAnswer(host, call, question, reply.answer);
      if (given.kind === 'invalid') return given;
      if (asking.kind === 'url') return await untilDone(host, call, question, asking.flow);
      return isOpenIn(given.result, question) ? NOT_ENOUGH : { kind: 'now', result: given.result };
    }
  }
}

/** The answer was accepted and the question is still open: another person has to approve as well. */
const NOT_ENOUGH: Outcome = { kind: 'left-open', why: 'Answered here; it waits for somebody else as well' };

/** Waits until the page at an address is complete, and notifies the client. */
async function untilDone(host: McpHost, call: ToolCall, question: PendingElicitation, flow: string): Promise<Outcome> {
  await awaitDecision(host.shed, question, { signal: call.signal });
  call.signal.throwIfAborted();
  await call.completed(flow);
  return { kind: 'now', result: await whenIdle(host.shed, question.executionId) };
}

type PushReply = Reply | { readonly kind: 'decided-elsewhere' } | { readonly kind: 'unable'; readonly why: string };

/** Cancels the dialog at the client when the question is decided elsewhere. */
async function putBefore(host: McpHost, call: ToolCall, { question, asking }: AskableQuestion): Promise<PushReply> {
  const elsewhere = new AbortController();
  const answered = new AbortController();
  const watch = awaitDecision(host.shed, question, { signal: AbortSignal.any([call.signal, answered.signal]) });
  void watch.then((isDecided) => isDecided && !answered.signal.aborted && elsewhere.abort()).catch(() => undefined);
  try {
    const isOver = AbortSignal.any([call.signal, elsewhere.signal]);
    return readReply(asking, await call.elicit(pushParams(asking), isOver));
  } catch (error) {
    if (elsewhere.signal.aborted) return { kind: 'decided-elsewhere' };
    call.signal.throwIfAborted();
    host.log.warn(
      { err: error, elicitation: question.elicitationId },
      'asking through an MCP client failed; the question stays open',
    );
    return { kind: 'unable', why: 'the client could not show it' };
  } finally {
    answered.abort();
  }
}
