// Node's HTTP server: from listening on a port to the last answered request. `serve.ts` gives it the app.

import { createServer, type Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { HttpLimits } from './access/http-limits.js';
import { guardConnections } from './guards/guard-connections.js';
import type { HttpApp } from './http-app.js';
import { CannotListenError } from '../server-errors.js';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly limits: HttpLimits;
}

export interface HttpServer {
  /** The port it listens on; the one it was given, unless that was 0. */
  readonly port: number;
  /** Sends requests to the app. Requests that arrive before this wait. */
  handle(app: Pick<HttpApp, 'fetch'>): void;
  /** Accepts no new connections. Resolves when the last request was answered, or after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

const MAX_HEADER_BYTES = 16_384;
const KEEP_ALIVE_MS = 10_000;
/** How often Node checks for requests that take too long to arrive. */
const CHECK_MS = 1_000;
const LOOK_MS = 50;

export async function listen({ host, port, limits }: ListenOptions): Promise<HttpServer> {
  const app = Promise.withResolvers<Pick<HttpApp, 'fetch'>>();
  const server = createAdaptorServer({
    fetch: async (request, env) => (await app.promise).fetch(request, env),
    overrideGlobalObjects: false,
    createServer,
    serverOptions: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
  }) as Server;
  guardConnections(server, limits);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new CannotListenError({ host, port }, error)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    handle: app.resolve,
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      // A connection whose last response began before the server asked it to close stays open and idle.
      const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearInterval(idle);
      clearTimeout(timer);
    },
  };
}
