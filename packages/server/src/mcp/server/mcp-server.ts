// One MCP server of the SDK: the tools of `tool-table.ts`, and the tasks extension for clients of 2026-07-28. There is
// one for each connection, or for each request where the protocol has no connections; it keeps nothing durable.
// A `tools/call` is read here, recognised if it was sent before (`request-dispatch.ts`), joined if it is in flight
// (`in-flight-calls.ts`), and run by its tool.

import {
  type CallToolResult,
  INVALID_PARAMS,
  type InputRequiredResult,
  type ProgressToken,
  ProtocolError,
  Server,
  type ServerContext,
  type Tool,
  TRACEPARENT_META_KEY,
} from '@modelcontextprotocol/server';
import { ToolshedError } from '@toolshed/kernel';
import { issuesText, NotJsonError, readStrictly } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { createInFlightCalls } from './calls/in-flight-calls.js';
import { type Caller, type Era, readCaller, TASKS_EXTENSION } from './caller.js';
import type { Dispatch, DispatchFacts, DispatchOf } from './calls/request-dispatch.js';
import type { HostSource } from './host-source.js';
import { instructionsFor } from './instructions.js';
import type { McpHost } from './mcp-host.js';
import { OtherSessionError, type PrincipalOf, sessionOf } from './principal-session.js';
import { digestOf, RequestStateError } from '../pause/ask/request-state.js';
import { addTaskMethods } from '../tasks/task-methods.js';
import type { ToolCall, ToolReply } from './calls/tool-call.js';
import { asDocumented, OutputTokens, withoutUnset } from '@toolshed/runtime/agent';
import { type AnyTool, TOOLS } from './tool-table.js';

export interface Connection {
  readonly era: Era;
  /** `undefined` on a pipe that was set up without a name. */
  readonly principalOf: PrincipalOf;
  /** Recognises a call that was sent before. */
  readonly dispatchOf: DispatchOf;
}

/** As long as a timer can run: a person may take any time to answer. */
const PATIENCE_MS = 2 ** 31 - 1;

/** The source is asked now, for the instructions, and again before each call. */
export async function createMcpServer(
  source: HostSource,
  { era, principalOf, dispatchOf }: Connection,
  tools: readonly AnyTool[] = TOOLS,
): Promise<Server> {
  const server = new Server(
    { name: 'toolshed', title: 'Toolshed', version: source.version },
    {
      instructions: instructionsFor(await source.look()),
      capabilities: { tools: {}, ...(era === 'modern' ? { extensions: { [TASKS_EXTENSION]: {} } } : {}) },
    },
  );
  const callerOf = (context: ServerContext): Caller => readCaller(server, context, era, principalOf);
  const underWay = createInFlightCalls<ToolReply>();
  const runOnce = async (
    host: McpHost,
    tool: AnyTool,
    args: unknown,
    sent: object,
    context: ServerContext,
  ): Promise<ToolReply> => {
    const digest = digestIn(sent);
    if (digest === undefined)
      return failure('usage/invalid', `Cannot call ${tool.name}: the arguments nest too deeply`);
    const caller = callerOf(context);
    const session = tool.starts ? sessionIn(caller, args) : undefined;
    const dispatch = await dispatchOf({ ...dispatchFacts(caller, digest, context), session });
    const { signal } = context.mcpReq;
    const name = JSON.stringify([dispatch.key, caller.asks, caller.hasTasks]);
    try {
      const reply = await underWay.join(name, signal, (shared) =>
        runTool(
          host,
          tool,
          {
            ...toolCall(caller, digest, dispatch, context),
            signal: shared,
            outputTokens: Budgeted.safeParse(args).data?.output_tokens,
          },
          args,
        ),
      );
      return dispatch.earlier === undefined ? reply : repeated(reply);
    } finally {
      dispatch.end(signal.aborted);
    }
  };
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(listed) }));
  server.setRequestHandler('tools/call', async ({ params }, context): Promise<ToolReply> => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(INVALID_PARAMS, `Cannot call "${params.name}": no such tool${ofPrograms(params.name)}`);
    const found = await source.look();
    if (found.kind === 'waiting') return failure('config/not-set-up', found.because);
    const invalid = (problem: string): ToolReply =>
      failure('usage/invalid', `Cannot call ${tool.name}: ${problem}; nothing was done`);
    const spelt = asDocumented(tool.input, withoutUnset(params.arguments ?? {}));
    if (spelt.kind === 'refused') return invalid(spelt.problem);
    const args = readStrictly(tool.input, spelt.args);
    if (args.kind === 'invalid') return invalid(issuesText(args.issues));
    return await runOnce(
      found.host,
      tool,
      args.value,
      { name: params.name, arguments: params.arguments ?? {} },
      context,
    );
  });
  if (era === 'modern') addTaskMethods(server, source, callerOf);
  return server;
}

/** A ToolshedError is reported to the client; any other error is a defect and only logged. */
async function runTool(host: McpHost, tool: AnyTool, call: ToolCall, args: unknown): Promise<ToolReply> {
  try {
    return await tool.run(host, call, args);
  } catch (error) {
    if (error instanceof RequestStateError) {
      throw new ProtocolError(INVALID_PARAMS, error.message, { reason: error.problem });
    }
    if (error instanceof ProtocolError) throw error;
    if (error instanceof ToolshedError) return failure(error.code, error.message);
    if (call.signal.aborted) throw error;
    host.log.error({ err: error, tool: tool.name }, 'an MCP tool failed; the client gets internal/defect');
    return failure('internal/defect', 'Unexpected failure in Toolshed; its log has more');
  }
}

function digestIn(sent: object): string | undefined {
  try {
    return digestOf(sent);
  } catch (error) {
    if (error instanceof NotJsonError) return undefined;
    throw error;
  }
}

const Named = z.looseObject({ session: z.string().optional() });
const Budgeted = z.looseObject({ output_tokens: OutputTokens.optional() });

/** Undefined for a session that is not the caller's: the tool refuses the call. */
function sessionIn({ principal }: Caller, args: unknown): string | undefined {
  try {
    return sessionOf(principal, Named.safeParse(args).data?.session);
  } catch (error) {
    if (error instanceof OtherSessionError) return undefined;
    throw error;
  }
}

function dispatchFacts(
  { principal }: Caller,
  digest: string,
  { mcpReq }: ServerContext,
): Omit<DispatchFacts, 'session'> {
  const { id, inputResponses = {} } = mcpReq;
  const trace = traceIn(mcpReq);
  const state = sealedState(mcpReq) ?? '';
  const content = digestOf([digest, inputResponses, state]);
  return { principal: principal.id, id, content, trace, isSealed: state !== '' };
}

const traceIn = ({ _meta }: ServerContext['mcpReq']): string | undefined =>
  z.string().safeParse(_meta?.[TRACEPARENT_META_KEY]).data;

/** Threat: a client that numbers its requests alike in each process, and takes what an earlier one got for a new run. */
function repeated(reply: ToolReply): ToolReply {
  if (isInputRequired(reply) || reply.resultType !== undefined || !isAboutExecution(reply)) return reply;
  return { ...reply, content: [...reply.content, { type: 'text', text: REPEATED }] };
}

/** Such a reply is an object; a refused call gets a text. */
const isAboutExecution = ({ content: [first] }: CallToolResult): boolean =>
  first?.type === 'text' && first.text.startsWith('{');

const isInputRequired = (reply: ToolReply): reply is InputRequiredResult => reply.resultType === 'input_required';

const REPEATED =
  'The same request was sent before: this is the outcome of that one, not of a second run. To run it again, send another request id or an idempotency_key.';

function sealedState({ requestState }: ServerContext['mcpReq']): string | undefined {
  const state = requestState<unknown>();
  return typeof state === 'string' ? state : undefined;
}

function toolCall(
  caller: Caller,
  digest: string,
  { key, began, earlier, label }: Dispatch,
  { mcpReq }: ServerContext,
): Omit<ToolCall, 'outputTokens'> {
  const progressToken = mcpReq._meta?.progressToken;
  return {
    caller,
    digest,
    dispatch: key,
    began,
    earlier,
    label,
    trace: traceIn(mcpReq),
    signal: mcpReq.signal,
    state: caller.era === 'modern' ? sealedState(mcpReq) : undefined,
    responses: mcpReq.inputResponses ?? {},
    progress: progressToken === undefined ? undefined : progressOf(progressToken, mcpReq.notify),
    elicit: (params, signal) =>
      mcpReq.send({ method: 'elicitation/create', params: { ...params } }, { signal, timeout: PATIENCE_MS }),
    completed: (elicitationId) =>
      mcpReq.notify({ method: 'notifications/elicitation/complete', params: { elicitationId } }),
  };
}

/** The number grows without an end: nobody knows how long a program runs. */
function progressOf(
  progressToken: ProgressToken,
  notify: ServerContext['mcpReq']['notify'],
): NonNullable<ToolCall['progress']> {
  let progress = 0;
  return (message) => {
    progress += 1;
    void notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(
      () => undefined,
    );
  };
}

function listed({ name, title, description, input, output, annotations }: AnyTool): Tool {
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(z.toJSONSchema(input, { io: 'input' })),
    ...(output === undefined ? {} : { outputSchema: objectSchema(z.toJSONSchema(output)) }),
    annotations: { title, ...annotations },
  };
}

/** JSON Schema as the protocol types it. */
const objectSchema = (schema: object): Tool['inputSchema'] => ({ ...schema, type: 'object' });

const failure = (code: string, message: string) => ({
  content: [{ type: 'text' as const, text: `${code}: ${message}` }],
  isError: true,
});

/** Models call what they found in a program as if it were a tool of ours. */
const ofPrograms = (name: string): string =>
  /^[\w$-]{1,60}(?:\.[\w$-]{1,60}){1,7}$/.test(name)
    ? `. It is called in a program: execute { "code": "return await tools.${name}({ … })" }`
    : '; search_tools finds what programs call, in execute';
