// The server over HTTP, as a function from request to response that any host can mount. Both eras of the protocol
// share one address: each request says by itself which it is.

import { createMcpHandler, isLegacyRequest, type Server } from '@modelcontextprotocol/server';
import { createHttpGuard, type HttpGuardDeps } from './http-guard.js';
import { createHttpSessions } from './http-sessions.js';
import type { McpHost } from './mcp-host.js';
import { type Connection, createMcpServer } from './mcp-server.js';
import { serveTaskStream } from './task-stream.js';

export interface McpHttpDeps extends HttpGuardDeps {
  /** Makes the server of a request or a session; ours, unless said. */
  readonly createServer?: (connection: Connection) => Server;
}

export interface McpHttp extends AsyncDisposable {
  fetch(request: Request): Promise<Response>;
}

export function createMcpHttp(host: McpHost, deps: McpHttpDeps): McpHttp {
  const { log, now } = host;
  const create = deps.createServer ?? ((connection) => createMcpServer(host, connection));
  const admit = createHttpGuard(deps);
  const sessions = createHttpSessions({
    createServer: (principal) => create({ era: 'legacy', principal }),
    log,
    now,
  });
  const modern = createMcpHandler(
    ({ authInfo }) => {
      if (authInfo === undefined) throw new TypeError('A request came in that nobody was asked about');
      return create({ era: 'modern', principal: authInfo.clientId });
    },
    { legacy: 'reject', onerror: (error) => log.debug({ err: error }, 'mcp') },
  );
  return {
    async fetch(request) {
      const admission = await admit(request);
      if (admission.kind === 'refused') return admission.response;
      const { principal } = admission;
      if (await isLegacyRequest(request)) return await sessions.fetch(request, principal);
      const stream = await serveTaskStream(host, request, principal);
      // The token itself goes no further.
      return stream ?? (await modern.fetch(request, { authInfo: { token: '', clientId: principal, scopes: [] } }));
    },
    async [Symbol.asyncDispose]() {
      await modern.close();
      await sessions[Symbol.asyncDispose]();
    },
  };
}
