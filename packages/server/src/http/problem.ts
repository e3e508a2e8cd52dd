// Every failure as a problem document of RFC 9457, with the code the rest of Toolshed uses for it. The only place that
// maps codes to HTTP statuses.

import { randomUUID } from 'node:crypto';
import {
  AlreadyAnsweredError,
  AmbiguousAnswerError,
  InvalidAnswerError,
  OutcomeUnknownError,
  StaleAnswerError,
  StoreUnavailableError,
  type ToolLog,
  ToolshedError,
} from '@toolshed/kernel';
import { z } from 'zod';
import { AccessError } from './access/access-errors.js';
import { FlowRefusedError, RequestError, StoppingError } from './request/request-errors.js';

export const Problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  /** What is wrong with each field, for a form to show. */
  errors: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
  /** The questions that are open, where an answer could be meant for several. */
  open: z.array(z.strictObject({ elicitationId: z.string(), message: z.string() })).optional(),
  /** The earlier answer to the question. */
  answer: z.strictObject({ action: z.string(), by: z.string(), at: z.int() }).optional(),
  /** The execution to look at, if it is unknown whether the store has what was sent. */
  executionId: z.string().optional(),
});
export type Problem = z.infer<typeof Problem>;

export function problemOf(error: unknown, log: ToolLog): Problem {
  if (error instanceof ToolshedError) return known(error);
  const reference = randomUUID();
  log.error({ err: error, reference }, 'a request failed; the client gets the reference');
  const detail = `Unexpected failure ${reference}; see the server's log`;
  return { ...head('internal/defect', 500), detail };
}

export function problemResponse(problem: Problem): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      ...(problem.status === 401 ? { 'www-authenticate': 'Bearer realm="toolshed"' } : {}),
      ...(problem.status === 429 || problem.status === 503 ? { 'retry-after': '1' } : {}),
    },
  });
}

function known(error: ToolshedError): Problem {
  const problem = { ...head(error.code, statusOf(error)), detail: error.message };
  if (error instanceof InvalidAnswerError) return { ...problem, errors: fields(error.issues) };
  if (error instanceof RequestError && error.issues.length > 0) return { ...problem, errors: fields(error.issues) };
  if (error instanceof AmbiguousAnswerError || error instanceof StaleAnswerError)
    return { ...problem, open: error.open.map((one) => ({ ...one })) };
  if (error instanceof OutcomeUnknownError && error.executionId !== undefined)
    return { ...problem, executionId: error.executionId };
  if (error instanceof AlreadyAnsweredError) return { ...problem, answer: { ...error.answer } };
  return problem;
}

const head = (code: string, status: number) => ({
  type: `urn:toolshed:problem:${code.replace('/', ':')}`,
  title: TITLES[status] ?? 'Error',
  status,
  code,
});

const fields = (issues: readonly { readonly field: string; readonly message: string }[]) =>
  issues.map(({ field, message }) => ({ field, message }));

export function statusOf(error: ToolshedError): number {
  if (error instanceof AccessError || error instanceof RequestError || error instanceof FlowRefusedError)
    return error.status;
  if (error instanceof StoreUnavailableError || error instanceof StoppingError) return 503;
  return statusOfCode(error.code);
}

/** The status of a code that no error class determines. */
export const statusOfCode = (code: string): number => STATUSES[code] ?? (code.startsWith('limit/') ? 413 : 422);

const STATUSES: Readonly<Record<string, number>> = {
  'access/flow': 403,
  'access/session': 403,
  'access/streams': 429,
  'grant/unknown': 404,
  'tool/unknown': 404,
  'store/unavailable': 503,
  'store/outcome-unknown': 503,
  'journal/corrupt': 500,
  'execution/key-taken': 409,
  'execution/not-completed': 409,
  'execution/unknown': 404,
  'options/invalid': 422,
  'plan/unknown': 404,
  'undo/not-ended': 409,
  'undo/nothing': 409,
  'undo/key-taken': 409,
  'plan/changed': 409,
  'plan/not-ready': 409,
  'plan/key-taken': 409,
  'plan/person-only': 403,
  'elicitation/unknown': 404,
  'elicitation/foreign': 404,
  'elicitation/ambiguous': 409,
  'elicitation/stale': 409,
  'elicitation/preview-changed': 409,
  'elicitation/changed': 409,
  'elicitation/cannot-fork': 409,
  'elicitation/cannot-reask': 409,
  'elicitation/not-consented': 409,
  'elicitation/unknown-flow': 404,
  'answer/unseen-arguments': 409,
  'tool/not-here': 409,
  'replay/unfinished': 503,
  'host/draining': 503,
  'execution/owner-silent': 409,
  'elicitation/already-answered': 409,
  'policy/denied-since': 409,
  'answer/forbidden': 403,
  'answer/own-execution': 403,
  'answer/invalid': 422,
  'program/unknown': 404,
  'program/cannot-save': 409,
  'program/not-kept': 409,
  'schedule/unknown': 404,
  'schedule/not-kept': 409,
  'state/unavailable': 409,
  'state/unreadable': 409,
  'list/unknown-cursor': 410,
  'limit/live-executions': 429,
  'limit/open-questions': 429,
  'limit/queue-full': 429,
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Sign in first',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Too large',
  415: 'Not JSON',
  421: 'Wrong host',
  422: 'Not valid',
  429: 'Too many requests',
  500: 'Unexpected failure',
  503: 'Not available',
};
