// One call of a program, carried to an MCP server and back, with whatever it asks on the way.
//
// In the newer protocol era a server does not ask during a call: it answers that it needs input, with state of its own, and the
// same call is sent again with the answers and that state, byte for byte. Nothing is in flight while a person thinks.

import {
  type ElicitResult,
  isInputRequiredResult,
  ProtocolError,
  SdkError,
  UnauthorizedError,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/client';
import { ToolError, ToolshedError, type ToolContext, type ToolPath } from '@toolshed/kernel';
import { HandlerEvictedError } from '../../execution/calls/handler/running-handler.js';
import { plainText } from '../hostile-text.js';
import type { Arguments } from '../source-tool.js';
import type { Connection, UpstreamResult, UpstreamTool } from './connection.js';
import type { Lanes } from './lanes.js';
import { createPatientTimer } from './patient-timer.js';
import { askPerson, type UpstreamQuestion } from './upstream-question.js';

export interface UpstreamCall {
  readonly namespace: string;
  readonly path: ToolPath;
  readonly tool: UpstreamTool;
  readonly args: Arguments;
  readonly timeoutMs: number;
}

const MAX_ROUNDS = 10;
const MAX_QUESTIONS = 20;
/** The SDK's own limit is off: it would count the time a person takes. */
const NO_LIMIT = 2_147_483_647;

export async function callUpstream(lanes: Lanes, call: UpstreamCall, context: ToolContext): Promise<UpstreamResult> {
  using timer = createPatientTimer(call.timeoutMs);
  let asking = 0;
  let asked = 0;
  const evicted = new AbortController();
  const ask = async (question: UpstreamQuestion, signal: AbortSignal): Promise<ElicitResult> => {
    if (++asked > MAX_QUESTIONS) return { action: 'cancel' };
    asking++;
    try {
      return await timer.pauseFor(() => Promise.race([askPerson(context, call, question), cancelledBy(signal)]));
    } catch (error) {
      // The call ends with the handler, which is run again: the server must not learn a refusal that nobody gave.
      if (error instanceof HandlerEvictedError) evicted.abort(error);
      throw error;
    } finally {
      asking--;
    }
  };
  using seat = await lanes.board({
    session: context.session,
    get isAsking() {
      return asking > 0;
    },
    ask,
  });
  const { connection } = seat;
  const signal = AbortSignal.any([context.signal, timer.signal, evicted.signal]);
  const send = (more: object) =>
    connection.client.callTool(
      { name: call.tool.name, arguments: { ...call.args }, ...more },
      {
        signal,
        timeout: NO_LIMIT,
        allowInputRequired: true,
        toolDefinition: withoutOutput(call.tool),
        onprogress: ({ progress, total, message }) => {
          timer.restart();
          context.progress(progress, total, message === undefined ? undefined : plainText(message, 500));
        },
      },
    );

  let more = {};
  try {
    for (let round = 0; round <= MAX_ROUNDS; round++) {
      const result = await send(more).catch((error: unknown) => visitFirst(error, ask, signal));
      if (result === 'again') continue;
      if (!isInputRequiredResult(result)) return result;
      const { inputRequests = {}, requestState } = result;
      const inputResponses = await answersTo(inputRequests, ask, signal);
      more = { inputResponses, ...(requestState === undefined ? {} : { requestState }) };
    }
    throw new ToolError(
      'mcp/too-many-rounds',
      `Cannot finish ${call.path}: the server asked more than ${MAX_ROUNDS} times; check whether it took effect`,
    );
  } catch (error) {
    if (evicted.signal.aborted) throw evicted.signal.reason;
    throw context.signal.aborted ? error : explain(error, connection, call, timer.signal);
  }
}

type Ask = (question: UpstreamQuestion, signal: AbortSignal) => Promise<ElicitResult>;

/** All questions of a round at once, in the order of their keys: one trip for the person, the same on every run. */
async function answersTo(
  requests: Readonly<Record<string, { readonly method: string; readonly params?: unknown }>>,
  ask: Ask,
  signal: AbortSignal,
): Promise<Record<string, ElicitResult>> {
  const keys = Object.keys(requests).sort();
  const answers = keys.map(async (key) => {
    const request = requests[key];
    if (request === undefined || !isQuestion(request))
      throw new ToolError(
        'mcp/not-supported',
        `Cannot answer the server: it requested "${request?.method}", which is not a question for a person`,
      );
    return [key, await ask(request.params, signal)] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** The SDK has parsed the request by its method. */
const isQuestion = (request: {
  readonly method: string;
  readonly params?: unknown;
}): request is { readonly method: string; readonly params: UpstreamQuestion } =>
  request.method === 'elicitation/create';

/** "Go there first", in the older era: asks, and lets the call be sent again if the person went. */
async function visitFirst(error: unknown, ask: Ask, signal: AbortSignal): Promise<'again'> {
  if (!(error instanceof UrlElicitationRequiredError)) throw error;
  for (const question of error.elicitations) {
    const { action } = await ask(question, signal);
    if (action !== 'accept')
      throw new ToolError(
        'mcp/declined',
        'Cannot finish the call: the person did not visit the page that it needs; call it again once they can',
      );
  }
  return 'again';
}

/** A server that takes its question back is not waited for; the question ends with the call. */
const cancelledBy = (signal: AbortSignal): Promise<ElicitResult> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve({ action: 'cancel' });
    else signal.addEventListener('abort', () => resolve({ action: 'cancel' }), { once: true });
  });

/** With its output schema the SDK would refuse a result that only asks for input. */
const withoutOutput = ({ outputSchema: _, ...tool }: UpstreamTool): UpstreamTool => tool;

function explain(error: unknown, connection: Connection, call: UpstreamCall, timeout: AbortSignal): Error {
  const action = `Cannot finish ${call.path}`;
  const advice = 'check whether it took effect';
  if (timeout.aborted)
    return new ToolError('mcp/timeout', `${action}: it took longer than ${call.timeoutMs} ms; ${advice}`);
  if (error instanceof ToolshedError) return error;
  if (isLoss(error)) {
    void connection.end('the connection was lost');
    const state = `the connection to the MCP server "${call.namespace}" was lost`;
    return new ToolError('source/unavailable', `${action}: ${state}; ${advice}`);
  }
  if (error instanceof ProtocolError || error instanceof SdkError) {
    const words = plainText(error.message, 2_000);
    return new ToolError('mcp/refused', `${action}: the MCP server "${call.namespace}" says: ${words}`);
  }
  return error instanceof Error ? error : new Error(String(error));
}

const LOST: ReadonlySet<string> = new Set(['NOT_CONNECTED', 'CONNECTION_CLOSED', 'SEND_FAILED']);

const isLoss = (error: unknown): boolean =>
  (error instanceof SdkError && (LOST.has(error.code) || error.code.startsWith('CLIENT_HTTP_'))) ||
  error instanceof UnauthorizedError ||
  (error instanceof TypeError && error.message === 'fetch failed');
