// Requests to hosts on a list. GET and HEAD are safe; all else asks.

import { definePlugin, defineTool, type Plugin, type Tool, type ToolContext } from '@toolshed/kernel';
import { readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { createHostCheck, HostRule } from './allowed-hosts.js';
import { ChangeInput, describeRequest, type HttpRequest, type Method, readRequest, ReadInput } from './http-request.js';
import type { Headers } from './request-headers.js';
import { resolveHost, type ResolveHost } from './pinned-lookup.js';
import { createSender, type HttpResponse, type MayFollow, type SendRequest } from './send-request.js';

/** Which hosts the HTTP tools may talk to, and how much they may read. */
export const HttpOptions = z.strictObject({
  /** Hosts that may be reached: `api.example.com`, `*.example.org`, with a port if it is not the default one. */
  hosts: z.array(HostRule),
  /** Whether private and link-local addresses, this machine's included, may be reached if `hosts` names them. */
  allowPrivate: z.boolean().optional(),
  /** How long one request may take, in milliseconds. Default: 30,000. */
  timeoutMs: z.int().positive().max(600_000).optional(),
  /** The largest body that is read, in bytes. Default: 1,048,576. */
  maxBytes: z.int().positive().max(67_108_864).optional(),
});
export type HttpOptions = Readonly<z.infer<typeof HttpOptions>>;

/** What the HTTP tools use of the host. */
export interface HttpDeps {
  /** All addresses of a name. */
  readonly resolve: ResolveHost;
}

const Output = z.strictObject({
  /** Where the answer came from, after redirects. */
  url: z.string(),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  encoding: z.enum(['utf8', 'base64']),
  json: z.unknown().optional(),
});
type Output = z.infer<typeof Output>;

/**
 * Requests to hosts on a list. GET and HEAD run unasked; everything else asks.
 *
 * @example
 * ```ts
 * httpPlugin({ hosts: ['api.example.com', '*.example.org'] });
 * ```
 */
export function httpPlugin(options: HttpOptions, { resolve }: HttpDeps = { resolve: resolveHost }): Plugin {
  const read = readOptions('create the http plugin', HttpOptions, options);
  const { hosts, allowPrivate = false, timeoutMs = 30_000, maxBytes = 1_048_576 } = read;
  const checkHost = createHostCheck(hosts);
  const send = createSender({ checkHost, resolve, allowPrivate, timeoutMs, maxBytes });
  const check: Check = (method, args) => {
    const request = readRequest(method, args);
    checkHost(request.url);
    return request;
  };
  const changing = (['POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => changingTool(method, send, check));
  return definePlugin({
    name: 'http',
    tools: [readingTool('GET', send, check), readingTool('HEAD', send, check), ...changing],
  });
}

/** The request that is made of the arguments; throws HttpError if it cannot be sent, or not to that host. */
type Check = (method: Method, args: ChangeInput) => HttpRequest;

const readingTool = (method: 'GET' | 'HEAD', send: SendRequest, check: Check): Tool =>
  defineTool({
    path: `http.${method.toLowerCase()}`,
    description: `Send a ${method} request to an allowed host, following at most 5 redirects to where it could be sent without another question. json is there when the body is JSON; a body that is not text comes as base64. A secret goes in secretHeaders, and asks.`,
    input: ReadInput,
    output: Output,
    // Threat: a program that sends a secret where it was not meant to go. A person sees where it goes first.
    destructive: ({ secretHeaders = {} }) => Object.keys(secretHeaders).length > 0,
    idempotent: true,
    check: (args) => void check(method, args),
    message: (args) => messageFor(method, args),
    handler: async (context, args) =>
      toOutput(await send(readRequest(method, args), context.signal, mayFollow(context))),
  });

/** Not marked idempotent, PUT and DELETE included: a server that is not must not be asked twice without a person. */
const changingTool = (method: Exclude<Method, 'GET' | 'HEAD'>, send: SendRequest, check: Check): Tool =>
  defineTool({
    path: `http.${method.toLowerCase()}`,
    description: `Send a ${method} request to an allowed host. A body that is not a string is sent as JSON. Redirects are returned, not followed. A secret goes in secretHeaders.`,
    input: ChangeInput,
    output: Output,
    destructive: true,
    idempotent: false,
    check: (args) => void check(method, args),
    message: (args) => messageFor(method, args),
    preview: (_, args) => ({ kind: 'json', value: describeRequest(check(method, args)) }),
    handler: async (context, args) =>
      toOutput(await send(readRequest(method, args), context.signal, mayFollow(context))),
  });

/**
 * The same tool with the redirect's URL and, at another origin, only the headers that still go there. People let a
 * call pass for the host they saw.
 */
const mayFollow =
  ({ reconsider }: ToolContext): MayFollow =>
  ({ url: { href: url }, headers }, hasLeft) =>
    hasLeft
      ? [{ url }, { url, ...withHeaders(headers) }].every((changes) => reconsider(changes) === 'unasked')
      : reconsider({ url }) !== 'no';

const withHeaders = (headers: Headers): Partial<ChangeInput> => ({
  headers: Object.keys(headers).length === 0 ? undefined : headers,
  secretHeaders: undefined,
});

/** A call that cannot be sent still needs words; it fails when it is run. */
function messageFor(method: Method, args: ChangeInput): string {
  try {
    const { url, headers, body } = describeRequest(readRequest(method, args));
    return `Send ${method} ${url}?\nheaders ${JSON.stringify(headers)}\nbody ${JSON.stringify(body)}`;
  } catch {
    return `Send ${method} ${JSON.stringify(args.url)}? (it cannot be sent as it is)`;
  }
}

function toOutput({ url, status, headers, body }: HttpResponse): Output {
  const text = decodeText(body);
  if (text === undefined) return { url, status, headers, body: body.toString('base64'), encoding: 'base64' };
  const json = isJson(headers['content-type']) ? parseJson(text) : undefined;
  return { url, status, headers, body: text, encoding: 'utf8', ...(json === undefined ? {} : { json }) };
}

const isJson = (type = ''): boolean => /^application\/(?:[\w.+-]+\+)?json(?:;|$)/i.test(type.trim());

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
