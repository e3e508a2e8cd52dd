// The HTTP API as this page uses it. Failures arrive in RFC 9457 form and keep their code and their fields.

import type { Answer, AuditLine, AuditVerdict, ExecutionSummary, Grant, PendingElicitation } from '@toolshed/kernel';
import type { Plan, PolicyExplanation, ReplayReport } from '@toolshed/runtime';
import type { z } from 'zod';
import type { EntryView, ExecutionView as ExecutionSchema } from '@toolshed/server';
import type { QuestionSearch } from '@toolshed/server/present';
import type { AnswerBody } from '../answer/answer.ts';
import { connection, isLive } from './connection.ts';
import { keepKey, ownKey } from './key.ts';

const SESSION = '/v1/session';

export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** What is wrong with which field of an answer. */
    readonly fields: Readonly<Record<string, string>>,
    /** The earlier answer, and whose it is. */
    readonly answer: Earlier | undefined,
  ) {
    super(message);
  }
}

export interface Earlier {
  readonly action: string;
  readonly by: string;
  readonly at: number;
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly title?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  readonly answer?: Earlier;
}

/** Thrown before anything is sent. */
const notLive = (): ApiError =>
  new ApiError(
    0,
    'inbox/not-live',
    'Not sent: this page is not connected to the server. Nothing was changed',
    {},
    undefined,
  );

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  // What is shown may be out of date, so nothing is changed by it. Signing in is what makes a page live.
  if (method !== 'GET' && path !== SESSION && !isLive()) throw notLive();
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(method === 'GET' ? {} : { 'x-toolshed-key': ownKey() }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return response.json();
  // The session is over, whatever the event stream that it began still says. Who signs in is told by that what is wrong.
  if (response.status === 401 && path !== SESSION) connection.value = 'signed-out';
  const problem: Problem = await response.json().catch(() => ({}));
  const message = problem.detail ?? problem.title ?? `Cannot reach the server: it answered ${response.status}`;
  const fields = Object.fromEntries((problem.errors ?? []).map(({ field, message: what }) => [field, what]));
  throw new ApiError(response.status, problem.code ?? 'http/failed', message, fields, problem.answer);
}

const query = (facts: Readonly<Record<string, string | number | undefined>>): string => {
  const given = Object.entries(facts).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};

export interface Page<T> {
  readonly items: readonly T[];
  /** How many there are in all. */
  readonly total: number;
  readonly next?: string;
}

export type ExecutionView = z.infer<typeof ExecutionSchema>;

/** A question, open or not. */
export interface QuestionFacts extends PendingElicitation {
  readonly state: 'open' | 'answered' | 'closed';
  readonly answer?: Answer;
  readonly answeredAt?: number;
}

export interface ToolDescription {
  readonly path: string;
  readonly destructive: boolean;
  /** Whether its calls can be undone; `sometimes`: it depends on the call. */
  readonly undo: 'never' | 'sometimes';
  readonly description: string;
  readonly signature: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export const listQuestions = (
  cursor?: string,
  search: QuestionSearch = {},
  limit = 200,
): Promise<Page<PendingElicitation>> => call('GET', `/v1/elicitations${query({ ...search, cursor, limit })}`);

interface Counted {
  readonly name: string;
  readonly count: number;
}

/** How many open questions there are of each, the most frequent first. */
export type Facets = Readonly<Record<'tools' | 'agents' | 'sessions' | 'kinds', readonly Counted[]>>;

export const getFacets = (): Promise<Facets> => call('GET', '/v1/facets');

/** How many questions of an execution are open. */
export const countQuestionsOf = async (executionId: string): Promise<number> =>
  (await call<Page<never>>('GET', `/v1/elicitations${query({ executionId, limit: 0 })}`)).total;

/** How many are open in all. */
export const countQuestions = async (): Promise<number> =>
  (await call<Page<never>>('GET', `/v1/elicitations${query({ limit: 0 })}`)).total;

export const questionsOf = (executionId: string, cursor?: string): Promise<Page<PendingElicitation>> =>
  call('GET', `/v1/elicitations${query({ executionId, cursor, limit: 200 })}`);

/** As a page: empty where it is not open. */
export const findQuestion = (elicitationId: string): Promise<Page<PendingElicitation>> =>
  call('GET', `/v1/elicitations${query({ elicitationId })}`);

export const showQuestion = (id: string): Promise<QuestionFacts> =>
  call('GET', `/v1/elicitations/${encodeURIComponent(id)}`);

/** Long enough to learn of a refusal that follows at once; the event stream reports what becomes of the call. */
const ANSWER_WAIT_MS = 400;

export const answerQuestion = (id: string, answer: AnswerBody): Promise<ExecutionView> =>
  call('POST', `/v1/elicitations/${encodeURIComponent(id)}/answer`, { ...answer, waitMs: ANSWER_WAIT_MS });

/** Answers several questions of one execution in one write: all of them, or none. */
export const answerTogether = (
  executionId: string,
  answers: Readonly<Record<string, AnswerBody>>,
): Promise<ExecutionView> =>
  call('POST', `/v1/executions/${encodeURIComponent(executionId)}/resume`, { answers, waitMs: 0 });

export const reaskQuestion = (id: string): Promise<unknown> =>
  call('POST', `/v1/elicitations/${encodeURIComponent(id)}/reask`);

/** Starts a side quest of an open question. */
export const forkQuestion = (id: string, program: string): Promise<ExecutionView> =>
  call('POST', `/v1/elicitations/${encodeURIComponent(id)}/fork`, { program });

export const completeFlow = (flow: string): Promise<unknown> =>
  call('POST', `/v1/elicitations/${encodeURIComponent(flow)}/complete`);

/** An execution as a list shows it. */
export interface ExecutionRow extends ExecutionSummary {
  /** The first comment of its program, or its first line. */
  readonly title?: string;
  /** The beginning of its result, as JSON. */
  readonly result?: string;
  /** Left out: it runs its program. */
  readonly purpose?: 'plan' | 'approved-plan' | 'undo';
  /** The plan it runs, or the execution it undoes. */
  readonly of?: string;
}

/** Starts the program of an execution again, as a new one with the same input, session, agent, labels and placement. */
export const rerunExecution = (id: string): Promise<ExecutionView> =>
  call('POST', `/v1/executions/${encodeURIComponent(id)}/rerun`, {});

export const listExecutions = (filter: {
  status?: string;
  parent?: string;
  purpose?: string;
  of?: string;
  cursor?: string | undefined;
  limit?: number;
}): Promise<Page<ExecutionRow>> => call('GET', `/v1/executions${query({ limit: 50, ...filter })}`);

export const showExecution = (id: string): Promise<ExecutionView> =>
  call('GET', `/v1/executions/${encodeURIComponent(id)}`);

export const readJournal = (id: string): Promise<Pick<Page<EntryView>, 'items'>> =>
  call('GET', `/v1/executions/${encodeURIComponent(id)}/journal`);

export const cancelExecution = (id: string): Promise<unknown> =>
  call('POST', `/v1/executions/${encodeURIComponent(id)}/cancel`, {});

/** Starts an execution that undoes what this one did; it asks about each call. */
export const undoExecution = (id: string): Promise<ExecutionView> =>
  call('POST', `/v1/executions/${encodeURIComponent(id)}/undo`, {});

export const getPlan = (id: string): Promise<Plan> => call('GET', `/v1/plans/${encodeURIComponent(id)}`);

/** Finds out what a program would ask; nothing it does has an effect. */
export const makePlan = (program: {
  readonly program: string;
  readonly session: string;
  readonly input?: unknown;
}): Promise<Plan> => call('POST', '/v1/plans', program);

/** `shown` is the digest of what was on the screen. Replies with the run. */
export const approvePlan = (id: string, shown: string): Promise<ExecutionView> =>
  call('POST', `/v1/plans/${encodeURIComponent(id)}/approve`, { shown, waitMs: ANSWER_WAIT_MS });

export interface NewProgram {
  readonly executionId: string;
  /** The path of the tool it becomes. */
  readonly as: string;
  readonly description?: string;
  /** What it takes, as JSON Schema. */
  readonly input?: unknown;
}

export const saveProgram = (program: NewProgram): Promise<{ readonly path: string; readonly version: number }> =>
  call('POST', '/v1/programs', program);

export const replayExecution = (id: string): Promise<ReplayReport> =>
  call('POST', `/v1/executions/${encodeURIComponent(id)}/replay`);

export const searchTools = (words: string, cursor?: string): Promise<Page<ToolDescription>> =>
  call('GET', `/v1/tools${query({ query: words, cursor, limit: 100 })}`);

export const describeTool = (path: string): Promise<ToolDescription> =>
  call('GET', `/v1/tools/${encodeURIComponent(path)}`);

export const listGrants = (cursor?: string): Promise<Page<Grant>> =>
  call('GET', `/v1/grants${query({ cursor, limit: 100 })}`);
export const revokeGrant = (id: string): Promise<unknown> => call('DELETE', `/v1/grants/${encodeURIComponent(id)}`);

export interface NewGrant {
  readonly pattern: string;
  readonly scope: 'always' | { readonly session: string };
  readonly expiresInMs?: number;
  readonly uses?: number;
  /** A condition on arguments. */
  readonly when?: unknown;
}

export const addGrant = (grant: NewGrant): Promise<Grant> => call('POST', '/v1/grants', grant);

export const explainPolicy = (path: string, args: unknown): Promise<PolicyExplanation> =>
  call('POST', '/v1/policy/explain', { path, args });

export const listAudit = (cursor?: string): Promise<Page<AuditLine>> =>
  call('GET', `/v1/audit${query({ cursor, limit: 100 })}`);
export const verifyAudit = (): Promise<AuditVerdict> => call('GET', '/v1/audit/verify');

/** An answer that was given, and how it ended. */
export interface Answered {
  readonly at: number;
  readonly executionId: string;
  readonly elicitationId: string;
  readonly call: number;
  readonly asker: PendingElicitation['asker'];
  readonly toolPath?: string;
  readonly message: string;
  readonly session: string;
  readonly agent?: string;
  readonly action: Answer['action'];
  readonly by: Answer['by'];
  readonly reason?: string;
  readonly args?: unknown;
  readonly areEdited: boolean;
  /** The call has returned, can be undone, and its execution is over. */
  readonly canUndo: boolean;
  readonly outcome:
    | { readonly kind: 'running' | 'ended' }
    | { readonly kind: 'returned'; readonly ms: number }
    | { readonly kind: 'threw'; readonly ms: number; readonly message: string };
}

/** Nobody counts them: there is more as long as there is a `next`. */
export const listAnswers = (cursor?: string, path?: string): Promise<Omit<Page<Answered>, 'total'>> =>
  call('GET', `/v1/answers${query({ cursor, path, limit: 50 })}`);

interface Share {
  readonly name: string;
  readonly count: number;
  readonly medianMs: number;
}

/** How much waits, for how long, and what was answered lately. */
export interface Overview {
  readonly open: {
    readonly total: number;
    readonly looked: number;
    readonly medianMs: number;
    readonly p95Ms: number;
    readonly tools: readonly Share[];
    readonly agents: readonly Share[];
    /** Those that programs ask themselves. */
    readonly programs: Omit<Share, 'name'>;
  };
  readonly days: readonly { readonly day: string; readonly approved: number; readonly denied: number }[];
  readonly asked: readonly {
    readonly path: string;
    readonly asked: number;
    readonly approved: number;
    readonly denied: number;
  }[];
  readonly lines: number;
}

export const getOverview = (): Promise<Overview> => call('GET', '/v1/overview');

export const whoAmI = (): Promise<{ readonly kind: string; readonly name?: string }> => call('GET', SESSION);

/** With an approver's token, or with the code of a sign-in link, which is used up by it. */
export async function signIn(credential: { readonly token: string } | { readonly code: string }): Promise<void> {
  const { key } = await call<{ readonly key: string }>('POST', SESSION, credential);
  keepKey(key);
}

export const signOut = (): Promise<unknown> => call('DELETE', SESSION);
