// Sends a request, follows where it leads, and reads the answer within the limits.
//
// Invariants
//   H1. Every hop is checked before it is sent: protocol, host rule, and the address itself (pinned-lookup.ts for names).
//   H2. Size and time are limits on what arrives, not on what a server says will arrive.
//   H3. Nothing is sent to a redirect's target unless the caller of the request allows that: a rule
//       about a URL is about every request that is sent to it, and so is what people approved.

import { isIP } from 'node:net';
import type { Agent, Dispatcher } from 'undici';
import type { CheckHost } from './allowed-hosts.js';
import { HttpError } from './http-error.js';
import type { HttpRequest } from './http-request.js';
import { createPinnedLookup, refusePrivate, type ResolveHost } from './pinned-lookup.js';
import { followRedirect } from './redirect.js';

export interface HttpResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

export interface SenderDeps {
  readonly checkHost: CheckHost;
  readonly resolve: ResolveHost;
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** Whether a redirect may be followed. `hasLeft`: it leads, or led before, to another origin than the first. */
export type MayFollow = (next: HttpRequest, hasLeft: boolean) => boolean;

export type SendRequest = (request: HttpRequest, signal: AbortSignal, mayFollow: MayFollow) => Promise<HttpResponse>;

interface Journey {
  readonly signal: AbortSignal;
  readonly mayFollow: MayFollow;
  readonly hops: number;
  readonly hasLeft: boolean;
}

const MAX_REDIRECTS = 5;

const OWN_HEADERS = { 'user-agent': 'toolshed', accept: '*/*', 'accept-encoding': 'identity' };

export function createSender({ checkHost, resolve, allowPrivate, timeoutMs, maxBytes }: SenderDeps): SendRequest {
  const lookup = createPinnedLookup({ resolve, allowPrivate });
  let agent: Promise<Agent> | undefined;

  /** Loaded with the first request: most processes send none, and loading it takes a fifth of a command's start. */
  async function openAgent(): Promise<Agent> {
    const { Agent } = await import('undici');
    return new Agent({ connect: { lookup, timeout: timeoutMs }, allowH2: false, maxHeaderSize: 32_768 });
  }

  /** H1. A host given as a number is never looked up. */
  function check({ url }: HttpRequest): void {
    checkHost(url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!allowPrivate && isIP(host) !== 0) refusePrivate(url.hostname, host);
  }

  async function send(request: HttpRequest, journey: Journey): Promise<HttpResponse> {
    const { signal, mayFollow, hops } = journey;
    const { method, url, headers, body = null } = request;
    agent ??= openAgent();
    const response = await (await agent).request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { ...OWN_HEADERS, ...headers },
      body,
      signal,
    });
    const read = flatten(response.headers);
    const next = followOrDrop(request, response, read['location']);
    if (next === undefined) {
      return {
        url: url.href,
        status: response.statusCode,
        headers: read,
        body: await readBody(response.body, maxBytes),
      };
    }
    if (hops === MAX_REDIRECTS)
      throw new HttpError('http/too-many-redirects', `Cannot follow more than ${MAX_REDIRECTS} redirects`);
    check(next);
    const hasLeft = journey.hasLeft || next.url.origin !== url.origin;
    // H3.
    if (!mayFollow(next, hasLeft)) throw redirectRefused(next.url);
    return await send(next, { ...journey, hops: hops + 1, hasLeft });
  }

  return async (request, signal, mayFollow) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      check(request);
      const journey = { signal: AbortSignal.any([signal, timeout]), mayFollow, hops: 0, hasLeft: false };
      return await send(request, journey);
    } catch (error) {
      if (error instanceof HttpError) throw error;
      throw explain(request, error, { isCancelled: signal.aborted, isTimeout: timeout.aborted, timeoutMs });
    }
  };
}

const LONGEST_SHOWN = 2_000;

const redirectRefused = ({ href }: URL): HttpError => {
  const shown = href.length > LONGEST_SHOWN ? `${href.slice(0, LONGEST_SHOWN)}…` : href;
  return new HttpError(
    'http/redirect-refused',
    `Cannot follow the redirect to ${JSON.stringify(shown)}: the approval does not cover that address; request it in a separate call`,
  );
};

/** The body of a redirect response is never read. */
function followOrDrop(
  request: HttpRequest,
  { statusCode, body }: Dispatcher.ResponseData,
  location: string | undefined,
) {
  try {
    const next = followRedirect(request, statusCode, location);
    if (next !== undefined) drop(body);
    return next;
  } catch (error) {
    drop(body);
    throw error;
  }
}

/** H2. */
async function readBody(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes <= maxBytes) chunks.push(piece);
    if (bytes > maxBytes)
      throw new HttpError('http/too-large', `Cannot read the response: it has more than ${maxBytes} bytes`);
  }
  return Buffer.concat(chunks);
}

/** Ending a body early makes it report an error that nobody waits for. */
function drop(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => undefined).destroy();
}

const flatten = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

interface Circumstances {
  readonly isCancelled: boolean;
  readonly isTimeout: boolean;
  readonly timeoutMs: number;
}

/** Reveals only the code of a network error, never the host's addresses. */
function explain(
  { method, url }: HttpRequest,
  error: unknown,
  { isCancelled, isTimeout, timeoutMs }: Circumstances,
): HttpError {
  const action = `Cannot finish ${method} "${url.origin}"`;
  const advice = method === 'GET' || method === 'HEAD' ? '' : '; check whether it took effect before trying again';
  if (isCancelled) return new HttpError('http/cancelled', `${action}: the execution was cancelled${advice}`);
  if (isTimeout) return new HttpError('http/timeout', `${action}: it took longer than ${timeoutMs} ms${advice}`);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new HttpError('http/unreachable', `${action}: the connection failed (${code})${advice}`);
}
