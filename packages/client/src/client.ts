// The client: one method for each everyday operation of the HTTP API, and `call` for all others. `send-request.ts` sends
// and repeats requests, `follow-events.ts` follows the event stream.

import { type EventsOptions, followEvents } from './follow-events.js';
import {
  type AnswerQuestion,
  type CreateGrant,
  type Event,
  type Execution,
  type ExecutionPage,
  type Grant,
  type GrantPage,
  OPERATIONS,
  type Operations,
  type QuestionDetail,
  type QuestionPage,
  type RevokedGrant,
  type StartExecution,
} from './generated-api.js';
import { notSendable, unexpected } from './http-error.js';
import { pause } from './pause.js';
import { type ConnectionOptions, createSend } from './send-request.js';

/** An operation of the API that replies with JSON; `events` follows the one that streams. */
export type OperationName = Exclude<keyof Operations, 'followEvents'>;

/** What every method takes. */
export interface CallOptions {
  /** Ends the request, and the waits between tries. */
  readonly signal?: AbortSignal | undefined;
}

/** How to start a program. */
export type StartOptions = Omit<StartExecution, 'program'> & CallOptions;

/** How long to wait for an execution. */
export interface WaitOptions extends CallOptions {
  /** `idle`: until it needs something or is over. `end`: until it is over. Default: `idle`. */
  readonly until?: 'idle' | 'end' | undefined;
  /** How often to poll, in milliseconds. Default: 500. */
  readonly everyMs?: number | undefined;
}

/** A client of one server. Methods reject with a `ToolshedHttpError`. */
export interface ToolshedClient {
  /**
   * Starts a program and resolves once the server has recorded it, or with `waitMs` once it is idle. It gets an
   * idempotency key if you give none, so that a start whose reply was lost is sent again without starting twice.
   */
  start(program: string, options?: StartOptions): Promise<Execution>;
  /** An execution as far as it got. */
  get(executionId: string, options?: CallOptions): Promise<Execution>;
  /** Executions, newest first. */
  list(query?: QueryOf<'listExecutions'>, options?: CallOptions): Promise<ExecutionPage>;
  /** Polls until an execution is idle, or over. */
  wait(executionId: string, options?: WaitOptions): Promise<Execution>;
  /** Cancels an execution; its pending calls never run. */
  cancel(executionId: string, reason?: string, options?: CallOptions): Promise<Execution>;
  /** Open questions, newest first. */
  questions(query?: QueryOf<'listQuestions'>, options?: CallOptions): Promise<QuestionPage>;
  /** A question, open or not. */
  question(elicitationId: string, options?: CallOptions): Promise<QuestionDetail>;
  /** Answers a question: `true`, `false`, or an answer with its data, reason or arguments. */
  answer(elicitationId: string, answer: boolean | AnswerQuestion, options?: CallOptions): Promise<Execution>;
  /** Remembered approvals and refusals. */
  readonly grants: GrantsClient;
  /**
   * What is journaled, as it happens. It reconnects by itself and continues where it was, without loss and without
   * duplicates, until you leave the loop or abort.
   *
   * @example
   * ```ts
   * for await (const { executionId, entry } of client.events({ after: '0' })) console.log(executionId, entry.kind);
   * ```
   */
  events(options?: EventsOptions): AsyncIterable<Event>;
  /** Any other operation of the API, by its id in the OpenAPI document. */
  call<K extends OperationName>(
    operation: K,
    input: Operations[K]['input'],
    options?: CallOptions,
  ): Promise<Operations[K]['reply']>;
}

/** The query of a list. */
export type QueryOf<K extends 'listExecutions' | 'listQuestions' | 'listGrants'> = NonNullable<
  Operations[K]['input']['query']
>;

/** Remembered approvals and refusals. */
export interface GrantsClient {
  /** Grants, newest first. */
  list(query?: QueryOf<'listGrants'>, options?: CallOptions): Promise<GrantPage>;
  /** Approves or refuses calls from now on. */
  create(grant: CreateGrant, options?: CallOptions): Promise<Grant>;
  /** Revokes a grant: such calls ask again. */
  revoke(grantId: string, options?: CallOptions): Promise<RevokedGrant>;
}

/** Operations that can be repeated after a lost reply without being done twice, besides reads. */
const REPEATABLE: ReadonlySet<OperationName> = new Set<OperationName>(['answerQuestion', 'explainCall']);

/** Operations that can be repeated only with an idempotency key: without one, each request is a new start. */
const KEYED: ReadonlySet<OperationName> = new Set<OperationName>(['startExecution', 'makePlan', 'runProgram']);

const EVERY_MS = 500;

/**
 * A client of the server at `url`. It opens nothing until you call it, and keeps nothing open but `events`.
 *
 * @example
 * ```ts
 * const client = createClient({ url: 'http://127.0.0.1:4180', token: 'tsh_…' });
 * const execution = await client.start('return 6 * 7', { waitMs: 5_000 });
 * if (execution.status === 'completed') console.log(execution.value);
 * ```
 */
export function createClient(connection: ConnectionOptions): ToolshedClient {
  const send = createSend(connection);

  const call: ToolshedClient['call'] = async (operation, input, { signal } = {}) => {
    if (!Object.hasOwn(OPERATIONS, operation))
      throw notSendable(
        'client/unknown-operation',
        'Cannot call the server: it has no such operation; use an id of the OpenAPI document',
      );
    const { method, path } = OPERATIONS[operation];
    const { params = {}, query = {}, body }: CallInput = input;
    const response = await send({
      method,
      path: `${filled(path, params)}${queryText(query)}`,
      ...(body === undefined ? {} : { body }),
      isRepeatable: method === 'GET' || REPEATABLE.has(operation) || (KEYED.has(operation) && hasKey(body)),
      signal,
    });
    return await response.json().catch((cause: unknown) => {
      if (signal?.aborted) throw signal.reason;
      throw unexpected(response, cause);
    });
  };

  const get: ToolshedClient['get'] = (id, options) => call('getExecution', { params: { id } }, options);

  return {
    call,
    get,
    start(program, { signal, ...options } = {}) {
      const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID();
      return call('startExecution', { body: { ...options, program, idempotencyKey } }, { signal });
    },
    list: (query, options) => call('listExecutions', { query }, options),
    async wait(id, { until = 'idle', everyMs = EVERY_MS, signal } = {}) {
      for (;;) {
        const execution = await get(id, { signal });
        if (isOver(execution) || (until === 'idle' && execution.status === 'paused')) return execution;
        await pause(everyMs, signal);
      }
    },
    cancel: (id, reason, options) => call('cancelExecution', { params: { id }, body: { reason } }, options),
    questions: (query, options) => call('listQuestions', { query }, options),
    question: (id, options) => call('getQuestion', { params: { id } }, options),
    answer: (id, answer, options) =>
      call(
        'answerQuestion',
        { params: { id }, body: typeof answer === 'boolean' ? { approved: answer } : answer },
        options,
      ),
    grants: {
      list: (query, options) => call('listGrants', { query }, options),
      create: (body, options) => call('createGrant', { body }, options),
      revoke: (id, options) => call('revokeGrant', { params: { id } }, options),
    },
    events: (options = {}) => followEvents(send, options),
  };
}

interface CallInput {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

const isOver = ({ status }: Execution): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

const hasKey = (body: unknown): boolean => Object(body).idempotencyKey !== undefined;

const filled = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

function queryText(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
