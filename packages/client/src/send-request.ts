// One request to the server, repeated where that is safe.
//
// Invariants
//   C1. A request is repeated only if the server is known to have done nothing (429, 503, no connection for a read), or
//       if doing it twice is the same as once: reads, what has an idempotency key, a named answer.
//   C2. An abort ends the request and the waits between tries, with the signal's own reason.

import { errorOf, notSendable, ToolshedHttpError, unreachable } from './http-error.js';
import { backoffMs, pause } from './pause.js';

/** How to reach a server. */
export interface ConnectionOptions {
  /** Where it listens: `http://127.0.0.1:4180`. A path before `/v1` is kept. */
  readonly url: string;
  /** What `toolshed token create` printed. Leave it out in a page that the server itself serves. */
  readonly token?: string | undefined;
  /** Sent with every request; `x-toolshed-key` for a browser that signed in. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How often a failed request that is safe to repeat is repeated. Default: 3. */
  readonly retries?: number | undefined;
  /** The wait before the first repetition, in milliseconds; it doubles from there. Default: 250. */
  readonly retryMs?: number | undefined;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** A request below the server's address. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether doing it twice is the same as once. */
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Resolves with a success; rejects with a `ToolshedHttpError`, or the reason of an abort. */
export type Send = (request: SentRequest) => Promise<Response>;

const RETRIES = 3;
const RETRY_MS = 250;

export function createSend({
  url,
  token,
  headers,
  retries = RETRIES,
  retryMs = RETRY_MS,
  fetch,
}: ConnectionOptions): Send {
  assertSendable(url, token);
  const base = url.replace(/\/+$/, '');

  const sendOnce = async (request: SentRequest): Promise<Response> => {
    const { method, path, body, signal } = request;
    const address = `${base}${path}`;
    const response = await (fetch ?? globalThis.fetch)(address, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...request.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw signal.reason;
      throw unreachable(address, cause);
    });
    if (response.ok) return response;
    throw await errorOf(response);
  };

  return async (request) => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await sendOnce(request);
      } catch (error) {
        if (tries >= retries || !mayRepeat(error, request)) throw error;
        await pause(Math.max(backoffMs(tries, retryMs), (error.retryAfter ?? 0) * 1_000), request.signal);
      }
    }
  };
}

/** Threat: an error of `fetch` that quotes the header or the address, with the secret in it. */
function assertSendable(url: string, token: string | undefined): void {
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw notSendable(
      'client/invalid-token',
      'Cannot create a client: the token is empty, or contains white space or other characters that no token has; give it as "toolshed token create" printed it',
    );
  // A page that the server serves may name it by a path.
  const address = URL.parse(url, 'http://page.invalid');
  if (address === null || !/^https?:$/.test(address.protocol) || address.username !== '' || address.password !== '')
    throw notSendable(
      'client/invalid-url',
      'Cannot create a client: the address of the server is invalid, or contains a password; give it as http://127.0.0.1:4180',
    );
}

/** Statuses with which the server says that nothing was done. */
const NOTHING_DONE: ReadonlySet<string> = new Set(['access/rate', 'server/stopping', 'host/draining']);

function mayRepeat(error: unknown, { isRepeatable }: SentRequest): error is ToolshedHttpError {
  if (!(error instanceof ToolshedHttpError)) return false;
  if (NOTHING_DONE.has(error.code)) return true;
  return isRepeatable && (error.status === 0 || error.status === 429 || error.status >= 502);
}
