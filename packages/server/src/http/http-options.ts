// The options of `createHttpApp` and `serve`, and their check: a misspelt or missing key is refused before anything opens.
//
// Threat: `authentiate:` instead of `authenticate:`, and a server that lets everybody in or fails at its first request.

import { type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EntryOf, ToolLog } from '@toolshed/kernel';
import { hasMethods, passed, readOptions, Reminders } from '@toolshed/kernel/runtime';
import type { Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { type McpOptions, readMcpOptions } from '../mcp/server/mcp-options.js';
import type { McpEndpoint } from '../mcp/transport/mcp-endpoint.js';
import { aFunction, ALog, AToolshed } from '../host-parts.js';
import { isAddressRange } from './access/client-address.js';
import { HttpLimits } from './access/http-limits.js';
import type { Principal } from './access/principal.js';
import type { Tokens } from './access/tokens.js';

/** Who makes a request; `undefined` for a request without a credential you know. */
export type Authenticate = (request: Request) => Promise<Principal | undefined>;

/** How the server learns who makes a request: by tokens, or by your own authentication. One of the two is required. */
export type CredentialOptions =
  | {
      /** The tokens that `toolshed token create` makes, or `Tokens.create`. Browsers sign in to the inbox with them. */
      readonly tokens: Tokens;
    }
  | {
      /** Your own authentication instead of tokens. The inbox is not served: it signs in with tokens. */
      readonly authenticate: Authenticate;
      /** Whether a principal may still use the server, asked while its requests are under way. Default: always. */
      readonly isValid?: (id: string) => Promise<boolean>;
    };

/** What `createHttpApp` and `serve` have in common. */
export interface CommonHttpOptions {
  /** The open Toolshed to serve. You close it after the app. */
  readonly shed: Toolshed;
  /** Leaves everything but `/mcp` out. Default: the API, MCP and the inbox. */
  readonly only?: 'mcp';
  /** How agents are served over MCP: an endpoint of your own, or options for one. */
  readonly mcp?: McpEndpoint | Omit<McpOptions, 'shed'>;
  /** Further host names that requests may address the server by, beside that of `url`. */
  readonly allowedHosts?: readonly string[];
  /**
   * Proxies in front, as addresses or ranges (`10.0.0.0/8`): clients that they name in `X-Forwarded-For` have limits of
   * their own. Default: none, and the header is ignored.
   */
  readonly trustedProxies?: readonly string[];
  /** The issuers of tokens that your `authenticate` accepts, for MCP clients that fetch a token by themselves. */
  readonly authorizationServers?: readonly string[];
  /** How much one client, and all of them, may ask for. Default: that of `HttpLimits` for each that is left out. */
  readonly limits?: Partial<HttpLimits>;
  /** Labels of executions that start here. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether an execution was started with the tools and rules of this host; it resumes no others. Default: all were. */
  readonly isOurs?: (started: EntryOf<'started'>) => boolean;
  /** Addresses that are notified of questions. Default: none. */
  readonly webhooks?: WebhookOptions;
  /** The folder with the built inbox. Default: a page that points to the API. */
  readonly inbox?: string;
  /** The name on answers from a browser that signed in with `loginUrl`. Default: `owner`. */
  readonly user?: string;
  /** The version of your host, as clients see it. Default: none. */
  readonly version?: string;
  /** Default: nothing is logged. */
  readonly log?: ToolLog;
  /** The time, in milliseconds since 1970. Default: that of `shed`, which the nodes of a cluster share. */
  readonly now?: () => number;
  /** Called after a browser signed in with `loginUrl`, which then changes. */
  readonly onSignIn?: () => void;
}

/** Addresses that are notified of every question, at least once each, with a signature made with `secret`. */
export interface WebhookOptions {
  /** The data folder, which keeps how far each webhook has been notified. */
  readonly home: string;
  /** The addresses; `allowPrivate` lets one be in a private network. */
  readonly to: readonly {
    readonly url: string;
    readonly secret: string;
    readonly allowPrivate?: boolean;
    /** Whether it is notified only of questions that are escalated. */
    readonly escalation?: boolean;
  }[];
  /** When webhooks are reminded of a question that is still open. Default: never. */
  readonly reminders?: Reminders;
}

/** How `createHttpApp` serves an open Toolshed, and under which address. */
export type HttpAppOptions = CommonHttpOptions &
  CredentialOptions & {
    /** How clients reach the app: `https://shed.example.org`. Requests under another host name are refused. */
    readonly url: string;
  };

const aWebAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true });

/** The app serves a whole host: nothing would be found below a path. */
const AnOrigin = aWebAddress.refine((text) => /^https?:\/\/[^/?#@]+\/?$/i.test(text), {
  error: 'must be an address without a path, such as "https://shed.example.org"',
});

const Webhooks = z
  .strictObject({
    home: passed<string>('the path of a folder', mayBeFolder),
    to: z.array(
      z.strictObject({
        url: aWebAddress,
        secret: z.string().min(1),
        allowPrivate: z.boolean().optional(),
        escalation: z.boolean().optional(),
      }),
    ),
    reminders: Reminders.optional(),
  })
  .refine(({ to, reminders }) => reminders?.escalateAfterMs !== undefined || !to.some(({ escalation }) => escalation), {
    error: 'one has "escalation", and would never be notified: set "reminders.escalateAfterMs"',
  });

const common = {
  shed: AToolshed,
  tokens: passed<Tokens>(
    'tokens made with createTokenFolder or createTokenRecords',
    hasMethods('create', 'list', 'revoke', 'verify', 'isValid'),
  ).optional(),
  authenticate: aFunction('(request) => principal').optional(),
  isValid: aFunction('(id) => boolean').optional(),
  only: z.literal('mcp').optional(),
  mcp: passed('an endpoint made with createMcpEndpoint, or options for one', isEndpointOrOptions).optional(),
  allowedHosts: z.array(z.string()).optional(),
  trustedProxies: z
    .array(z.string().refine(isAddressRange, { error: 'must be an address or a range, such as 10.0.0.0/8' }))
    .optional(),
  authorizationServers: z.array(aWebAddress).optional(),
  limits: HttpLimits.optional(),
  labels: z.record(z.string(), z.string()).optional(),
  isOurs: aFunction('(started) => boolean').optional(),
  webhooks: Webhooks.optional(),
  inbox: passed('the path of a folder that exists', isFolder).optional(),
  user: z.string().min(1).optional(),
  version: z.string().optional(),
  log: ALog.optional(),
  now: aFunction('() => milliseconds').optional(),
  onSignIn: aFunction('() => void').optional(),
};

const KnownAppOptions = together(z.strictObject({ ...common, url: AnOrigin }));
const KnownServeOptions = together(
  z.strictObject({
    ...common,
    url: AnOrigin.optional(),
    host: z.string().min(1).optional(),
    port: z.int().min(0).max(65_535).optional(),
  }),
);

/** Options that each are fine, and do nothing or the wrong thing together. */
function together<T extends object>(schema: z.ZodType<T>): z.ZodType<T> {
  return schema.check(({ value, issues }) => {
    const has = (key: string): boolean => Reflect.get(value, key) !== undefined;
    const refuse = (key: string, message: string): void => {
      issues.push({ code: 'custom', message, path: [key], input: value });
    };
    if (!has('tokens') && !has('authenticate')) refuse('tokens', 'or "authenticate" must be given');
    if (has('tokens') && has('authenticate')) refuse('authenticate', 'cannot be given beside "tokens"');
    if (has('tokens') && has('isValid'))
      refuse('isValid', 'cannot be given beside "tokens", which decide it themselves');
    for (const key of ['inbox', 'user', 'onSignIn'])
      if (has(key) && !has('tokens')) refuse(key, 'needs "tokens": the inbox signs in with them');
    for (const key of ['inbox', 'webhooks', 'user', 'onSignIn'])
      if (has(key) && has('only')) refuse(key, 'cannot be given with "only": "mcp", which leaves it out');
  });
}

/** A folder, or a path at which one can be made: the nearest thing above it that exists is one. */
function mayBeFolder(path: unknown): boolean {
  if (typeof path !== 'string' || path === '') return false;
  const found = statOf(path);
  if (found !== undefined) return found.isDirectory();
  return dirname(path) !== path && mayBeFolder(dirname(path));
}

function isFolder(path: unknown): boolean {
  return typeof path === 'string' && (statOf(path)?.isDirectory() ?? false);
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function isEndpointOrOptions(mcp: unknown): boolean {
  return typeof mcp === 'object' && mcp !== null && (!('fetch' in mcp) || hasMethods('fetch')(mcp));
}

export function assertAppOptions(options: HttpAppOptions): void {
  assertOptions('create the HTTP app', KnownAppOptions, options);
}

export function assertServeOptions(options: object): void {
  assertOptions('serve', KnownServeOptions, options);
}

/** Throws InvalidOptionsError. `what` completes "Cannot …". */
function assertOptions(what: string, schema: z.ZodType<{ readonly mcp?: unknown }>, options: object): void {
  const { mcp } = readOptions(what, schema, options);
  if (typeof mcp === 'object' && mcp !== null && !('fetch' in mcp))
    readMcpOptions({ shed: Reflect.get(options, 'shed'), ...mcp });
}
