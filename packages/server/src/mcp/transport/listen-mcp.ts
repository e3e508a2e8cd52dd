import { createServer, Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { serve } from '@hono/node-server';
import { HttpLimits } from '../../http/access/http-limits.js';
import { guardConnections } from '../../http/connections.js';
import { CannotListenError } from '../../server-errors.js';
import type { McpHttp } from './mcp-http.js';

export interface HttpAddress {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

export interface Listening extends AsyncDisposable {
  readonly url: string;
}

const PATIENCE = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 } as const;

/** Opens a socket for the server. */
export async function listenOnHttp(http: McpHttp, { host, port }: HttpAddress, path: string): Promise<Listening> {
  const opened = Promise.withResolvers<AddressInfo>();
  const server = serve(
    { fetch: http.fetch, hostname: host, port, overrideGlobalObjects: false, createServer, serverOptions: PATIENCE },
    opened.resolve,
  );
  if (server instanceof Server) guardConnections(server, HttpLimits.parse({}));
  server.once('error', (error: NodeJS.ErrnoException) => {
    opened.reject(new CannotListenError({ host, port }, error));
  });
  const { port: given } = await opened.promise;
  return {
    url: `http://${isIP(host) === 6 ? `[${host}]` : host}:${given}${path}`,
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
