// Puts the routes behind the guards, in this order: host, origin, rate, credential, rate of the credential, access.
//
// Invariants
//   H1. Nothing is looked up for a request whose Host or Origin is not ours.
//   H2. Every response carries the security headers, failures included; no response allows another origin.
//   H3. A server that is stopping begins nothing: a request is refused when it comes, and again once its body was read.
//       Every connection it still has is closed after its response.
//   H4. Below /v1 there is the table of routes and its document, and nothing else.

import type { ToolLog } from '@toolshed/kernel';
import { Hono } from 'hono';
import { AccessError } from './access/access-errors.js';
import { createAuthenticate } from './access/authenticate.js';
import type { HttpLimits } from './access/http-limits.js';
import type { LoginCodes } from './access/login-codes.js';
import type { Principal } from './access/principal.js';
import { createRateLimit } from './access/rate-limit.js';
import type { Site } from './access/site.js';
import type { Tokens } from './access/token-folder.js';
import type { EventTail } from './events/event-tail.js';
import { createStreamQuota } from './events/stream-quota.js';
import type { McpEndpoint } from '../mcp/transport/mcp-endpoint.js';
import { whileWelcome } from '../mcp/transport/while-welcome.js';
import type { InboxFiles } from './inbox-files.js';
import { mountMcp } from './mount-mcp.js';
import { openApiDocument } from './openapi.js';
import { problemOf, problemResponse } from './problem.js';
import { RequestError, StoppingError } from './request-errors.js';
import type { HttpContext, HttpEnv, Route } from './route.js';
import { elicitationRoutes } from './routes/elicitations.js';
import { eventRoutes } from './routes/events.js';
import { executionRoutes } from './routes/executions.js';
import { grantRoutes } from './routes/grants.js';
import { hostRoutes } from './routes/host.js';
import { signInRoutes } from './routes/sign-in.js';
import { SECURITY_HEADERS } from './security-headers.js';
import type { Shed } from './shed.js';

export interface AppDeps {
  readonly shed: Shed;
  readonly tail: EventTail;
  readonly tokens: Tokens;
  readonly codes: LoginCodes;
  readonly site: Site;
  readonly inbox: InboxFiles;
  readonly mcp: McpEndpoint;
  readonly limits: HttpLimits;
  readonly labels: Readonly<Record<string, string>>;
  readonly user: string;
  readonly version: string;
  readonly log: ToolLog;
  readonly closing: AbortSignal;
  now(): number;
  signedIn(): void;
}

export type App = Hono<HttpEnv>;

export function createApp(deps: AppDeps): App {
  const { site, tokens, limits, log, now } = deps;
  const failures = createRateLimit({ burst: limits.failedLogins, perSecond: 1, now });
  const perSecond = limits.requestsPerSecond;
  const byAddress = createRateLimit({ burst: perSecond * 4, perSecond: perSecond * 2, now });
  const byToken = createRateLimit({ burst: perSecond * 2, perSecond, now });
  const authenticate = createAuthenticate({ tokens, site, failures });
  const signIn = { ...deps, failures, addressOf };
  const places = createStreamQuota(limits.streamsEach, limits.streams);
  const routes = [
    ...executionRoutes(deps),
    ...elicitationRoutes(deps),
    ...grantRoutes(deps.shed),
    ...hostRoutes(deps.shed),
    ...eventRoutes({ ...deps, places }),
    ...signInRoutes(signIn),
  ];
  const document = openApiDocument(routes, deps.version, site.url);
  const app: App = new Hono();

  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.res.headers.set(name, value);
    if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store');
    if (deps.closing.aborted) context.res.headers.set('connection', 'close');
  });
  const assertServing = (): void => {
    if (deps.closing.aborted) throw new StoppingError();
  };
  app.use(async (_context, next) => {
    assertServing();
    await next();
  });
  app.use(async ({ req, env }, next) => {
    if (!site.accepts(req.header('host'))) {
      throw new AccessError('access/host', 421, 'Cannot answer under this host name; start with --url to add one');
    }
    const origin = req.header('origin');
    if (origin !== undefined && !site.isOwnOrigin(origin)) {
      throw new AccessError('access/origin', 403, 'Cannot answer a page of another origin');
    }
    assertWithin(byAddress.take(env.incoming.socket.remoteAddress ?? ''));
    await next();
  });
  const identify = async (context: HttpContext): Promise<Principal> => {
    const caller = await authenticate(context, addressOf(context));
    if (caller.kind !== 'nobody') assertWithin(byToken.take(caller.id));
    return caller;
  };
  app.use('/v1/*', async (context, next) => {
    context.set('caller', isSigningIn(context) ? NOBODY : await identify(context));
    await next();
  });

  const isWelcome = (id: string): Promise<boolean> => tokens.isValid(id);
  for (const one of routes) {
    app.on(one.method.toUpperCase(), honoPath(one), async (context) => {
      const caller = context.get('caller');
      const serve = (): Promise<Response> => one.run(context, limits.bodyBytes, assertServing);
      if (caller.kind === 'nobody' || one.path === SESSION_PATH) return await serve();
      const refuse = (): Response => problemResponse(problemOf(revoked(), log));
      return await whileWelcome(serve, { isWelcome: () => isWelcome(caller.id), refuse });
    });
  }
  app.get('/v1/openapi.json', (context) => context.json(document));
  app.all('/v1/*', () => {
    throw new RequestError('request/unknown-route', 404, 'Cannot find this: /v1/openapi.json lists what there is');
  });
  mountMcp(app, { endpoint: deps.mcp, url: site.url, maxBodyBytes: limits.bodyBytes, identify, isWelcome });
  app.get('*', (context) => {
    const file = deps.inbox(context.req.path);
    if (file === undefined) throw new RequestError('request/unknown-route', 404, 'Cannot find this file');
    if (context.req.header('if-none-match') === file.headers['etag'])
      return context.body(null, 304, { ...file.headers });
    return context.body(file.content, 200, { ...file.headers });
  });
  app.notFound(() =>
    problemResponse(problemOf(new RequestError('request/unknown-route', 404, 'Cannot find this'), log)),
  );
  app.onError((error) => problemResponse(problemOf(error, log)));
  return app;
}

const addressOf = ({ env }: HttpContext): string => env.incoming.socket.remoteAddress ?? '';

const NOBODY: Principal = { kind: 'nobody' };

/** Whoever signs in proves it in the body; a cookie whose key was lost must not stand in the way. */
const isSigningIn = ({ req }: HttpContext): boolean => req.method === 'POST' && req.path === SESSION_PATH;

/** Where a browser signs in and, which ends its credential, out. */
const SESSION_PATH = '/v1/session';

const revoked = (): AccessError =>
  new AccessError('access/unauthorized', 401, 'Cannot reply: the credential was revoked or expired meanwhile');

const honoPath = ({ path }: Route): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

function assertWithin(isWithin: boolean): void {
  if (!isWithin) throw new AccessError('access/rate', 429, 'Cannot take more requests this second; wait and try again');
}
