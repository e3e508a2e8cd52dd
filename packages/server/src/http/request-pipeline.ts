// What happens to a request, in this order: probes, stopping, host, origin, rate, credential, rate of the credential, and then
// a route of the API (whose line in the table says who may call it), MCP, or a file of the inbox.
// `http-app.ts` makes it; `route.ts` runs one route; `problem.ts` turns what is thrown into a response.
//
// Invariants
//   H1. A request with a foreign Host or Origin is refused before anything is looked up for it.
//   H2. Every response carries the security headers, failures included; no response allows another origin.
//   H3. A server that is stopping starts nothing: it refuses a request when it arrives, and again once its body was
//       read. It closes every connection after its response.
//   H4. Below /v1 there are the routes of the table and their document, and nothing else.

import type { ToolLog } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { Hono } from 'hono';
import type { McpEndpoint } from '../mcp/transport/mcp-endpoint.js';
import { createCredentialChecks } from './guards/credential-checks.js';
import { whileAuthorized } from './guards/while-authorized.js';
import { AccessError } from './access/access-errors.js';
import type { CheckCredential } from './access/authenticate.js';
import type { HttpLimits } from './access/http-limits.js';
import type { Principal } from './access/principal.js';
import { createRateLimit } from './access/rate-limit.js';
import type { Site } from './access/site.js';
import type { InboxFiles } from './inbox-files.js';
import { mountMcp } from './mount-mcp.js';
import { mountMetrics, mountProbes } from './operate/mount-operator.js';
import { DOCUMENT_PATH, openApiDocument } from './document/openapi.js';
import { problemOf, problemResponse } from './problem.js';
import { RequestError, StoppingError } from './request/request-errors.js';
import { addressOf, hostOf, type HttpContext, type HttpEnv, type Route } from './route.js';
import { SECURITY_HEADERS } from './guards/security-headers.js';

export interface PipelineDeps {
  readonly site: Site;
  readonly authenticate: CheckCredential;
  /** Whether a credential that was accepted is still valid. */
  readonly isValid: (id: string) => Promise<boolean>;
  readonly operator: Pick<Toolshed, 'metrics' | 'readiness'>;
  readonly mcp: McpEndpoint;
  readonly authorizationServers: readonly string[];
  /** The API; `undefined` if only MCP is served. */
  readonly routes?: readonly Route[];
  readonly inbox?: Promise<InboxFiles> | undefined;
  readonly limits: HttpLimits;
  readonly version: string;
  readonly log: ToolLog;
  readonly closing: AbortSignal;
  readonly now: () => number;
}

export type Pipeline = Hono<HttpEnv>;

export function createPipeline(deps: PipelineDeps): Pipeline {
  const { site, limits, log, now, isValid, routes, inbox } = deps;
  const perSecond = limits.requestsPerSecond;
  const byAddress = createRateLimit({ burst: perSecond * 4, perSecond: perSecond * 2, now });
  const byToken = createRateLimit({ burst: perSecond * 2, perSecond, now });
  const checks = createCredentialChecks(isValid);
  const app: Pipeline = new Hono();

  // H2, and the last of H3.
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.res.headers.set(name, value);
    if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store');
    if (deps.closing.aborted) context.res.headers.set('connection', 'close');
  });
  /** H3: called when a request arrives, and again by its route once its body was read. */
  const assertServing = (): void => {
    if (deps.closing.aborted) throw new StoppingError();
  };
  mountProbes(app, { shed: deps.operator, closing: deps.closing });
  app.use(async (_context, next) => {
    assertServing();
    await next();
  });
  // H1.
  app.use(async (context, next) => {
    const { req } = context;
    if (!site.accepts(hostOf(context))) {
      throw new AccessError(
        'access/host',
        421,
        'Cannot answer under this host name; start the server with it: --url for the public address, --allowed-host for others',
      );
    }
    const origin = req.header('origin');
    if (origin !== undefined && !site.isOwnOrigin(origin)) {
      throw new AccessError('access/origin', 403, 'Cannot answer a page of another origin');
    }
    assertWithin(byAddress.take(addressOf(context)));
    await next();
  });
  const identify = async (context: HttpContext): Promise<Principal> => {
    const caller = await deps.authenticate(context.req.raw, addressOf(context));
    if (caller.kind !== 'nobody') assertWithin(byToken.take(caller.id));
    return caller;
  };

  const mountApi = (table: readonly Route[]): void => {
    const document = openApiDocument(table, deps.version, site.url);
    app.use('/v1/*', async (context, next) => {
      context.set('caller', isSigningIn(context) ? NOBODY : await identify(context));
      await next();
    });
    for (const one of table) {
      app.on(one.method.toUpperCase(), honoPath(one), async (context) => {
        const caller = context.get('caller');
        const serve = (): Promise<Response> => one.run(context, limits.bodyBytes, assertServing);
        if (caller.kind === 'nobody' || one.path === SESSION_PATH) return await serve();
        const refuse = (): Response => problemResponse(problemOf(revoked(), log));
        return await whileAuthorized(serve, { checks, id: caller.id, refuse, log });
      });
    }
    app.get(DOCUMENT_PATH, (context) => context.json(document));
    // H4.
    app.all('/v1/*', () => {
      throw new RequestError(
        'request/unknown-route',
        404,
        'Cannot find this route: /v1/openapi.json lists all of them',
      );
    });
  };
  const mountInbox = (files: Promise<InboxFiles>): void => {
    app.get('*', async (context) => {
      const file = (await files)(context.req.path, context.req.header('accept-encoding'));
      if (file === undefined) throw new RequestError('request/unknown-route', 404, 'Cannot find this file');
      if (context.req.header('if-none-match') === file.headers['etag'])
        return context.body(null, 304, { ...file.headers });
      return context.body(file.content, 200, { ...file.headers });
    });
  };

  mountMetrics(app, { shed: deps.operator, isLocal: site.isLocal, version: deps.version, identify });
  if (routes !== undefined) mountApi(routes);
  mountMcp(app, {
    endpoint: deps.mcp,
    authorizationServers: deps.authorizationServers,
    site,
    maxBodyBytes: limits.bodyBytes,
    identify,
    checks,
    assertServing,
    log,
  });
  if (inbox !== undefined) mountInbox(inbox);
  app.notFound(() =>
    problemResponse(problemOf(new RequestError('request/unknown-route', 404, 'Cannot find this path'), log)),
  );
  app.onError((error) => problemResponse(problemOf(error, log)));
  return app;
}

const NOBODY: Principal = { kind: 'nobody' };

/** A sign-in is proved by its body: a cookie whose key was lost must not prevent it. */
const isSigningIn = ({ req }: HttpContext): boolean => req.method === 'POST' && req.path === SESSION_PATH;

/** Where a browser signs in, and out, which ends its credential. */
const SESSION_PATH = '/v1/session';

const revoked = (): AccessError =>
  new AccessError(
    'access/unauthorized',
    401,
    'Cannot reply: the credential was revoked or expired meanwhile; use another',
  );

const honoPath = ({ path }: Route): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

function assertWithin(isWithin: boolean): void {
  if (!isWithin)
    throw new AccessError(
      'access/rate',
      429,
      'Cannot take this request: too many came this second; wait and try again',
    );
}
