// A route of the API: who may call it, what it takes, what it replies, and what it does. The document at
// /v1/openapi.json, the validation and the access check all come from this one description.

import type { Context } from 'hono';
import { z } from 'zod';
import { AccessError } from './access/access-errors.js';
import type { Principal } from './access/principal.js';
import type { Tag } from './document/tags.js';
import { parseJsonBody } from './request/json-body.js';
import { readBody } from './request/read-body.js';
import { RequestError } from './request/request-errors.js';

/** What Node's HTTP server knows about a request; empty if another host calls `fetch`. */
export interface HttpBindings {
  /** The connection, for limits by address. */
  readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } };
  /** The response, to cut off a client that does not read it. */
  readonly outgoing?: { destroy(): unknown };
}

export interface HttpEnv {
  Bindings: HttpBindings;
  Variables: { caller: Principal };
}

export type HttpContext = Context<HttpEnv>;

/** The host name a request was sent to. Hosts other than Node's may leave the header out and have it in the URL alone. */
export const hostOf = ({ req }: HttpContext): string => req.header('host') ?? new URL(req.url).host;

/** Where a request comes from; empty if the host that called `fetch` did not say. */
export const addressOf = ({ env }: HttpContext): string => env.incoming?.socket.remoteAddress ?? '';

/** The trace a request belongs to, where its sender traces. */
export function traceOf({ req }: HttpContext): { readonly trace?: string } {
  const trace = req.header('traceparent');
  return trace === undefined ? {} : { trace };
}

/** Which principals a route lets in. */
export type Access = 'everyone' | 'members' | 'approvers' | 'flow-owners';

export interface Reply {
  readonly status?: 200 | 201 | 202;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RouteInput<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly caller: Principal;
  readonly context: HttpContext;
}

export interface RouteSpec<P, Q, B> {
  /** What generated clients call it. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'delete';
  /** With `{name}` for parameters. */
  readonly path: `/v1/${string}`;
  readonly tag: Tag;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  /** Headers that mean something to this route; the handler reads them. */
  readonly headers?: z.ZodType;
  readonly body?: z.ZodType<B>;
  /** What a success replies; a `Response` is passed on as it is. */
  readonly reply: z.ZodType;
  readonly status?: 200 | 201;
  /** Whether it replies with Server-Sent Events, each with a `reply` as its data. */
  readonly stream?: true;
  /** Codes of its own failures, beside those that its access, parameters and body imply. */
  readonly failures?: readonly string[];
  handle(input: RouteInput<P, Q, B>): Promise<Reply | Response>;
}

/** A route with its own types hidden. */
export interface Route extends Omit<RouteSpec<unknown, unknown, unknown>, 'handle'> {
  /** `assertServing` throws if the server began to stop while the request arrived. */
  run(context: HttpContext, maxBodyBytes: number, assertServing: () => void): Promise<Response>;
}

export function route<P = undefined, Q = undefined, B = undefined>(spec: RouteSpec<P, Q, B>): Route {
  const { handle, ...facts } = spec;
  return {
    ...facts,
    async run(context, maxBodyBytes, assertServing) {
      const caller = context.get('caller');
      assertAccess(spec.access, caller);
      const input = {
        params: read(spec.params, context.req.param(), 'path'),
        query: read(spec.query, queryOf(context), 'query'),
        body: read(spec.body, spec.body && (await jsonBody(context, maxBodyBytes, mayBeAbsent(spec.body))), 'body'),
      };
      assertServing();
      const reply = await handle({ ...input, caller, context });
      return reply instanceof Response ? reply : toResponse(reply, spec.status);
    },
  };
}

function assertAccess(access: Access, caller: Principal): void {
  if (access === 'everyone') return;
  if (caller.kind === 'nobody') {
    throw new AccessError(
      'access/unauthorized',
      401,
      'Cannot do this without a token; "toolshed token create" makes one',
    );
  }
  if (caller.kind === 'flow') {
    if (access === 'flow-owners') return;
    throw new AccessError(
      'access/flows-only',
      403,
      "Cannot do this with a flow's token: all it can do is complete flows; use an agent's or an approver's token",
    );
  }
  if (caller.kind === 'metrics')
    throw new AccessError(
      'access/metrics-only',
      403,
      'Cannot do this with a token for metrics: all it can do is read /metrics; use an agent’s or an approver’s token',
    );
  if (caller.kind === 'approver' || (caller.kind === 'agent' && access === 'members')) return;
  throw new AccessError(
    'access/approver-only',
    403,
    "Cannot do this with an agent's token: agents ask, people answer; use an approver's token",
  );
}

function read<T>(schema: z.ZodType<T> | undefined, value: unknown, place: string): T {
  const parsed = (schema ?? NOTHING).safeParse(schema === undefined ? undefined : value);
  // Without a schema the type parameter is `undefined`, and so is the value.
  if (parsed.success) return parsed.data as T;
  const issues = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  const list = issues.map(({ field, message }) => (field === '' ? message : `"${field}": ${message}`)).join('; ');
  throw new RequestError('request/invalid', 422, `Cannot read the ${place} of the request: ${list}`, issues);
}

/** Each parameter once: of two, nobody can say which was meant. */
function queryOf({ req }: HttpContext): Readonly<Record<string, string>> {
  const twice = Object.entries(req.queries()).find(([, values]) => values.length > 1);
  if (twice === undefined) return req.query();
  throw new RequestError(
    'request/duplicate-key',
    400,
    `Cannot read the request: its query has "${twice[0].slice(0, 100)}" more than once; give it once`,
  );
}

const NOTHING = z.undefined();

export const mayBeAbsent = (body: z.ZodType): boolean => body.safeParse(undefined).success;

/** Requires a content type that an HTML form of another site cannot send. */
async function jsonBody({ req }: HttpContext, maxBytes: number, isOptional: boolean): Promise<unknown> {
  const type = req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === undefined && isOptional && (await readBody(req.raw, maxBytes)).length === 0) return undefined;
  if (type !== 'application/json') {
    throw new RequestError(
      'request/not-json',
      415,
      'Cannot read the request: its content-type is not application/json',
    );
  }
  const text = await readBody(req.raw, maxBytes);
  return parseJsonBody(text);
}

function toResponse({ status, body, headers }: Reply, usual: 200 | 201 = 200): Response {
  return new Response(JSON.stringify(body), {
    status: status ?? usual,
    headers: { 'content-type': 'application/json', ...headers },
  });
}
