// The options of `createHttpApp` and `serve`, and their check: a misspelt or missing key is refused before anything opens.
//
// Threat: `authentiate:` instead of `authenticate:`, and a server that lets everybody in or fails at its first request.

import type { EntryOf, ToolLog } from '@toolshed/kernel';
import { readOptions } from '@toolshed/kernel/runtime';
import type { Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import type { McpOptions } from '../mcp/server/mcp-host.js';
import type { McpEndpoint } from '../mcp/transport/mcp-endpoint.js';
import { HttpLimits } from './access/http-limits.js';
import type { Principal } from './access/principal.js';
import type { Tokens } from './access/token-folder.js';

/** Who makes a request; `undefined` for a request without a credential you know. */
export type Authenticate = (request: Request) => Promise<Principal | undefined>;

export type CredentialOptions =
  | {
      /** The tokens that `toolshed token create` makes, or `Tokens.create`. Browsers sign in to the inbox with them. */
      readonly tokens: Tokens;
    }
  | {
      /** Your own authentication instead of tokens. The inbox is not served: it signs in with tokens. */
      readonly authenticate: Authenticate;
      /** Whether a principal is still welcome, asked while its requests are under way. Default: always. */
      readonly isValid?: (id: string) => Promise<boolean>;
    };

export interface CommonHttpOptions {
  /** The open Toolshed to serve. You close it after the app. */
  readonly shed: Toolshed;
  /** Leaves everything but `/mcp` out. Default: the API, MCP and the inbox. */
  readonly only?: 'mcp';
  /** How agents are served over MCP: an endpoint of your own, or options for one. */
  readonly mcp?: McpEndpoint | Omit<McpOptions, 'shed'>;
  /** Further host names that requests may address the server by, beside that of `url`. */
  readonly allowedHosts?: readonly string[];
  /** The issuers of tokens that your `authenticate` accepts, for MCP clients that fetch a token by themselves. */
  readonly authorizationServers?: readonly string[];
  readonly limits?: Partial<HttpLimits>;
  /** What executions that start here carry. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether an execution was started with the tools and rules of this host; it resumes no others. Default: all were. */
  readonly isOurs?: (started: EntryOf<'started'>) => boolean;
  readonly webhooks?: WebhookOptions;
  /** The folder with the built inbox. Default: a page that points to the API. */
  readonly inbox?: string;
  /** Whose name answers carry from a browser that signed in with `loginUrl`. Default: `owner`. */
  readonly user?: string;
  readonly version?: string;
  readonly log?: ToolLog;
  readonly now?: () => number;
  /** Called after a browser signed in with `loginUrl`, which is another one from then on. */
  readonly onSignIn?: () => void;
}

/** Addresses that are notified of every question, at least once each, with a signature made with `secret`. */
export interface WebhookOptions {
  /** The data folder, which keeps how far each webhook has been notified. */
  readonly home: string;
  readonly to: readonly { readonly url: string; readonly secret: string; readonly allowPrivate?: boolean }[];
}

export type HttpAppOptions = CommonHttpOptions &
  CredentialOptions & {
    /** How clients reach the app: `https://shed.example.org`. Requests under another host name are refused. */
    readonly url: string;
  };

const anObject = z.custom<object>((value) => typeof value === 'object' && value !== null, 'must be an object');
const aFunction = z.custom<() => unknown>((value) => typeof value === 'function', 'must be a function');
const aWebAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

const KnownOptions = z
  .strictObject({
    shed: anObject,
    tokens: anObject.optional(),
    authenticate: aFunction.optional(),
    isValid: aFunction.optional(),
    only: z.literal('mcp').optional(),
    mcp: anObject.optional(),
    url: aWebAddress.optional(),
    host: z.string().min(1).optional(),
    port: z.int().min(0).max(65_535).optional(),
    allowedHosts: z.array(z.string()).optional(),
    authorizationServers: z.array(aWebAddress).optional(),
    limits: HttpLimits.optional(),
    labels: z.record(z.string(), z.string()).optional(),
    isOurs: aFunction.optional(),
    webhooks: z
      .strictObject({
        home: z.string(),
        to: z.array(
          z.strictObject({ url: aWebAddress, secret: z.string().min(1), allowPrivate: z.boolean().optional() }),
        ),
      })
      .optional(),
    inbox: z.string().optional(),
    user: z.string().min(1).optional(),
    version: z.string().optional(),
    log: anObject.optional(),
    now: aFunction.optional(),
    onSignIn: aFunction.optional(),
  })
  .refine(({ tokens, authenticate }) => (tokens === undefined) !== (authenticate === undefined), {
    message: 'give either "tokens" or "authenticate"',
    path: ['tokens'],
  });

/** `what` completes "Cannot …". Throws InvalidOptionsError. */
export function assertHttpOptions(what: string, options: object): void {
  readOptions(what, KnownOptions, options);
}
