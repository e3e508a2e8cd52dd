// The HTTP side of an open Toolshed as one app: the API below /v1, agents over MCP at /mcp, the inbox, and webhooks.
// It puts the parts together and closes them in order; `request-pipeline.ts` says what happens to a request.
// It opens no socket: `serve.ts` does, or whichever server of the host calls `fetch`.

import type { ToolLog } from '@toolshed/kernel';
import { reminderWaits } from '@toolshed/kernel/runtime';
import { createMcpEndpoint, type McpEndpoint } from '../mcp/transport/mcp-endpoint.js';
import { type CheckCredential, createAuthenticate } from './access/authenticate.js';
import { createHostAuthenticate } from './access/host-authenticate.js';
import { HttpLimits } from './access/http-limits.js';
import { createLoginCodes } from './access/login-codes.js';
import { createClientAddress } from './access/client-address.js';
import { createRateLimit, type RateLimit } from './access/rate-limit.js';
import type { Tokens } from './access/tokens.js';
import { createSite, type Site } from './access/site.js';
import { createStreamQuota } from './events/stream-quota.js';
import {
  assertAppOptions,
  type CommonHttpOptions,
  type CredentialOptions,
  type HttpAppOptions,
} from './http-options.js';
import { readInbox } from './inbox-files.js';
import { problemOf, problemResponse } from './problem.js';
import { createPipeline } from './request-pipeline.js';
import type { HttpBindings, Route } from './route.js';
import { answerRoutes } from './routes/answers.js';
import { elicitationRoutes } from './routes/elicitations.js';
import { eventRoutes } from './routes/events.js';
import { executionActionRoutes } from './routes/execution-actions.js';
import { executionRoutes } from './routes/executions.js';
import { programRoutes } from './routes/programs.js';
import { scheduleRoutes } from './routes/schedules.js';
import { planRoutes } from './routes/plans.js';
import { grantRoutes } from './routes/grants.js';
import { stateRoutes } from './routes/state.js';
import { hostRoutes } from './routes/host.js';
import { callerRoutes, signInRoutes } from './routes/sign-in.js';
import { sourceSignInRoutes } from './routes/source-sign-in.js';
import { adaptShed } from './shed/shed-adapter.js';
import { currentFeed, lateFeed } from './webhooks/notice-feed.js';
import { notifyByJobs } from './webhooks/notify-by-jobs.js';
import { notify, type NotifyDeps } from './webhooks/notify-webhook.js';
import { createPositionFile } from './webhooks/position-file.js';
import { post } from './webhooks/post.js';
import { SILENT_LOG } from '../silent-log.js';

/** An app to mount: a web-standard `fetch`. Dispose of it to close it. */
export interface HttpApp extends AsyncDisposable {
  /** How clients reach it. */
  readonly url: string;
  /** Signs one browser in to the inbox; `undefined` where there is none. */
  readonly loginUrl: string | undefined;
  /** Resolves when `loginUrl` can be used, at every node that shares the tokens. */
  readonly ready: Promise<void>;
  /** Answers one request. Never rejects. `env`: what Node's adapter knows about the connection, for limits by address. */
  fetch(request: Request, env?: HttpBindings): Promise<Response>;
  /** Refuses new requests, and resolves when those under way are answered or cut off after ten seconds. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * The HTTP API, MCP and the inbox of an open Toolshed as one web-standard `fetch`, for a server of your own. It takes
 * `/v1/*`, `/mcp`, `/metrics`, `/healthz`, `/readyz`, `/.well-known/oauth-protected-resource*` and, for the inbox, every
 * other path: put your routes first.
 *
 * @example In Hono, with the tokens of `toolshed token create`:
 * ```ts
 * await using shed = await openToolshed({ tools, store: { sqlite: 'toolshed.db' } });
 * await using toolshed = createHttpApp({
 *   shed,
 *   url: 'https://shed.example.org',
 *   tokens: createTokenFolder({ home: '/var/lib/toolshed' }),
 * });
 * const app = new Hono<{ Bindings: HttpBindings }>();
 * app.get('/health', (c) => c.text('ok'));
 * app.all('*', (c) => toolshed.fetch(c.req.raw, c.env));
 * ```
 *
 * @example MCP alone, with your own authentication, in Bun:
 * ```ts
 * const toolshed = createHttpApp({
 *   shed,
 *   only: 'mcp',
 *   url: 'https://mcp.example.org',
 *   authenticate: async (request) => {
 *     const user = await verifyJwt(request.headers.get('authorization'));
 *     return user && { kind: 'agent', id: user.sub, name: user.name, session: user.team };
 *   },
 * });
 * Bun.serve({ fetch: (request) => toolshed.fetch(request) });
 * ```
 *
 * In Express and other servers of `node:http`, use the adapter of `@hono/node-server`:
 * `express.use(getRequestListener(toolshed.fetch))`.
 */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  assertAppOptions(options);
  const { hostname, port, protocol } = new URL(options.url);
  const site = createSite({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    publicUrl: options.url,
    allowedHosts: options.allowedHosts,
  });
  return openApp(options, site);
}

/** How long requests under way may take once the app is closing. */
export const CLOSE_GRACE_MS = 10_000;

/** The app of a server whose address is known. */
export function openApp(options: CommonHttpOptions & CredentialOptions, site: Site): HttpApp {
  const { log = SILENT_LOG, now = () => options.shed.clock.now(), only } = options;
  const limits = HttpLimits.parse(options.limits ?? {});
  const failures = createRateLimit({ burst: limits.failedLogins, perSecond: 1, now });
  const credentials = credentialsOf(options, { site, failures, log });
  const closing = new AbortController();
  const { signal } = closing;
  const mcp = endpointOf(options, site, { log, now });
  const api = only === 'mcp' ? undefined : openApi(options, { site, limits, log, now, failures, credentials, signal });
  const { fetch } = createPipeline({
    ...api,
    ...credentials,
    site,
    limits,
    operator: options.shed,
    mcp,
    authorizationServers: options.authorizationServers ?? [],
    version: options.version ?? '',
    log,
    now,
    closing: signal,
  });
  const clientOf = createClientAddress(options.trustedProxies);
  const behindProxies = (request: Request, env: HttpBindings): HttpBindings => {
    if (env.incoming === undefined) return env;
    const remoteAddress = clientOf(env.incoming.socket.remoteAddress, request.headers.get('x-forwarded-for'));
    return { ...env, incoming: { socket: { remoteAddress } } };
  };
  const underWay = new Set<Promise<unknown>>();
  return {
    url: site.url,
    get loginUrl() {
      return api?.loginUrl();
    },
    ready: api?.ready ?? Promise.resolve(),
    async fetch(request, env) {
      const response = (async () => await fetch(request, behindProxies(request, env ?? {})))().catch(
        // Hono passes only errors to its handler, and a function of the host may throw anything.
        (error: unknown) => problemResponse(problemOf(error, log)),
      );
      underWay.add(response);
      try {
        return await response;
      } finally {
        underWay.delete(response);
      }
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await mcp[Symbol.asyncDispose]();
      const cut = Promise.withResolvers<void>();
      const timer = setTimeout(cut.resolve, CLOSE_GRACE_MS);
      await Promise.race([Promise.allSettled(underWay), cut.promise]);
      clearTimeout(timer);
      await api?.[Symbol.asyncDispose]();
    },
  };
}

interface Credentials {
  readonly authenticate: CheckCredential;
  readonly isValid: (id: string) => Promise<boolean>;
}

const hasTokens = <O extends CredentialOptions>(options: O): options is O & { readonly tokens: Tokens } =>
  'tokens' in options && options.tokens !== undefined;

function credentialsOf(
  options: CredentialOptions,
  { site, failures, log }: { readonly site: Site; readonly failures: RateLimit; readonly log: ToolLog },
): Credentials {
  if (hasTokens(options)) {
    const { tokens } = options;
    return { authenticate: createAuthenticate({ tokens, site, failures }), isValid: tokens.isValid };
  }
  const { authenticate, isValid = async () => true } = options;
  return { authenticate: createHostAuthenticate(authenticate, log), isValid };
}

function endpointOf(
  { shed, mcp = {}, only, labels, isOurs, version }: CommonHttpOptions,
  { url }: Site,
  host: { readonly log: ToolLog; readonly now: () => number },
): McpEndpoint {
  if ('fetch' in mcp) return mcp;
  const hasInbox = only === undefined;
  return createMcpEndpoint({
    ...host,
    shed,
    ...(labels && { labels }),
    ...(isOurs && { isOurs }),
    ...(version && { version }),
    ...(hasInbox && { inboxUrl: (id: string) => `${url}/questions/${encodeURIComponent(id)}` }),
    ...mcp,
  });
}

interface ApiDeps {
  readonly site: Site;
  readonly limits: HttpLimits;
  readonly log: ToolLog;
  readonly now: () => number;
  readonly failures: RateLimit;
  readonly credentials: Credentials;
  readonly signal: AbortSignal;
}

/** Everything but MCP: the routes, the inbox, and what runs in the background until `signal`. */
function openApi(options: CommonHttpOptions & CredentialOptions, deps: ApiDeps) {
  const { site, limits, log, now, failures, credentials, signal: closing } = deps;
  const { webhooks, labels = {}, isOurs = () => true } = options;
  const shed = adaptShed(options.shed, { isOurs });
  const codes = createLoginCodes({
    records: hasTokens(options) ? options.tokens.records : undefined,
    user: options.user ?? 'owner',
    log,
    onUsedElsewhere: () => options.onSignIn?.(),
  });
  const quota = createStreamQuota(limits.streamsEach, limits.streams);
  const common = { shed, closing, labels };
  const routes: readonly Route[] = [
    ...executionRoutes(common),
    ...executionActionRoutes(common),
    ...planRoutes(common),
    ...elicitationRoutes(common),
    ...answerRoutes(shed, now),
    ...grantRoutes(shed),
    ...programRoutes(common),
    ...scheduleRoutes(common),
    ...stateRoutes(shed),
    ...hostRoutes(shed),
    ...eventRoutes({ ...common, quota, log, isValid: credentials.isValid }),
    ...callerRoutes(),
    ...(options.shed.records ? sourceSignInRoutes({ records: options.shed.records, failures }) : []),
    ...(hasTokens(options)
      ? signInRoutes({
          tokens: options.tokens,
          codes,
          site,
          failures,
          signedIn: () => options.onSignIn?.(),
        })
      : []),
  ];
  const { jobs } = options.shed;
  const feedDeps = { shed, inbox: site.url, now };
  const { escalateAfterMs, ...reminders } = webhooks?.reminders ?? {};
  const feeds = [currentFeed(feedDeps), ...reminderWaits(reminders).map((ms) => lateFeed(feedDeps, 'reminder', ms))];
  const escalations = escalateAfterMs === undefined ? [] : [lateFeed(feedDeps, 'escalation', escalateAfterMs)];
  const notifying = (webhooks?.to ?? []).flatMap(({ url, secret, allowPrivate = false, escalation = false }) =>
    (escalation ? escalations : feeds).map((feed) => {
      const common: Omit<NotifyDeps, 'kept'> = {
        shed,
        feed,
        secret,
        log,
        now,
        closing,
        post: (body, headers, cut) => post({ url, body, headers, allowPrivate, signal: cut }),
      };
      const name = [url, feed.name].filter(Boolean).join('\n');
      return jobs === undefined
        ? notify({ ...common, kept: createPositionFile(webhooks?.home ?? '', name) })
        : notifyByJobs({ ...common, jobs, url });
    }),
  );
  return {
    routes,
    inbox: hasTokens(options) ? readInbox(options.inbox) : undefined,
    loginUrl: () => (hasTokens(options) ? `${site.url}/login?code=${codes.current}` : undefined),
    ready: codes.ready,
    async [Symbol.asyncDispose]() {
      await codes[Symbol.asyncDispose]();
      await Promise.all(notifying);
    },
  };
}
