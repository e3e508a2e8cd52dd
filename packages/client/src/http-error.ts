// The one error of this client: what the server replied, or why there was no reply that could be used.

import type { Problem, ProblemCode } from './generated-api.js';

/** The codes this client adds to those of the server. */
export type ClientCode =
  | 'client/unreachable'
  | 'client/unexpected-reply'
  | 'client/invalid-url'
  | 'client/invalid-token'
  | 'client/unknown-operation';

/**
 * A request that failed. `code` says why, in the words the server, the library and the command share.
 *
 * @example
 * ```ts
 * try {
 *   await client.answer(id, true);
 * } catch (error) {
 *   if (!(error instanceof ToolshedHttpError) || error.code !== 'elicitation/already-answered') throw error;
 *   console.log(error.problem?.answer?.by);
 * }
 * ```
 */
export class ToolshedHttpError extends Error {
  override readonly name = 'ToolshedHttpError';
  /** Why it failed. A newer server may have codes that this version does not list. */
  readonly code: ProblemCode | ClientCode | (string & {});
  /** The HTTP status; 0 where no reply came. */
  readonly status: number;
  /** How many seconds to wait before another try, where the server says so. */
  readonly retryAfter: number | undefined;
  /** The whole problem document, where there is one. */
  readonly problem: Problem | undefined;

  constructor(message: string, facts: HttpFailure, options?: ErrorOptions) {
    super(message, options);
    this.code = facts.code;
    this.status = facts.status;
    this.retryAfter = facts.retryAfter;
    this.problem = facts.problem;
  }
}

/** What describes a failed request. */
export interface HttpFailure {
  /** Why it failed. */
  readonly code: string;
  /** The HTTP status; 0 where no reply came. */
  readonly status: number;
  /** Seconds to wait. */
  readonly retryAfter?: number | undefined;
  /** The problem document. */
  readonly problem?: Problem | undefined;
}

/** What was given cannot be sent. The message never repeats it: it may be a secret. */
export const notSendable = (
  code: Extract<ClientCode, `client/invalid-${string}` | 'client/unknown-operation'>,
  problem: string,
): ToolshedHttpError => new ToolshedHttpError(problem, { code, status: 0 });

export const unreachable = (url: string, cause: unknown): ToolshedHttpError =>
  new ToolshedHttpError(
    `Cannot reach ${url}: ${cause instanceof Error ? cause.message : String(cause)}. Is the server running?`,
    { code: 'client/unreachable', status: 0 },
    { cause },
  );

/** The error of a response that is not a success. */
export async function errorOf(response: Response): Promise<ToolshedHttpError> {
  const { status, headers } = response;
  const retryAfter = secondsOf(headers.get('retry-after'));
  const problem = await problemIn(response);
  if (problem !== undefined) return new ToolshedHttpError(problem.detail, { ...problem, status, retryAfter, problem });
  return new ToolshedHttpError(
    `Cannot read the reply of ${response.url}: status ${status} without a problem document. Is it a Toolshed server?`,
    { code: 'client/unexpected-reply', status, retryAfter },
  );
}

/** A reply with a success status that is something else. */
export const unexpected = (response: Response, cause: unknown): ToolshedHttpError =>
  new ToolshedHttpError(
    `Cannot read the reply of ${response.url}: it does not match this operation. Is it a Toolshed server?`,
    { code: 'client/unexpected-reply', status: response.status },
    { cause },
  );

async function problemIn(response: Response): Promise<Problem | undefined> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return undefined;
  return await response.json().catch(() => undefined);
}

function secondsOf(header: string | null): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
