// MCP over HTTP: a function from a request and its principal to a response. It authenticates nobody; `http/mount-mcp.ts`
// or a host of its own stands in front. Both protocol eras share one address: each request says which one it uses.
// A request of 2026-07-28 gets a server of its own (`server/mcp-server.ts`), one of 2025 that of its session
// (`http-sessions.ts`); dispatches of one request that are under way at once share a response (`shared-responses.ts`).

import type { ExecutionId } from '@toolshed/kernel';
import { readOptions, isTerminalStatus } from '@toolshed/kernel/runtime';
import { createMcpHandler, isLegacyRequest, type Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { connectionDispatches, statelessDispatches } from '../server/calls/request-dispatch.js';
import { createHttpSessions } from './http-sessions.js';
import { createOrphanedCalls } from '../server/calls/orphaned-calls.js';
import { hostOf, hostSource, type HostSource, type McpWaiting } from '../server/host-source.js';
import type { McpOptions } from '../server/mcp-options.js';
import { type Connection, createMcpServer } from '../server/mcp-server.js';
import { McpPrincipal } from '../server/principal-session.js';
import { createSharedResponses, sharableCall } from './shared-responses.js';
import { serveTaskStream } from '../tasks/task-stream.js';

const Served = z.strictObject({ principal: McpPrincipal });

/** MCP as a web-standard function, without authentication. */
export interface McpEndpoint extends AsyncDisposable {
  /** Answers one request of an agent that you have authenticated. */
  fetch(request: Request, principal: McpPrincipal): Promise<Response>;
}

/**
 * Serves agents over MCP's Streamable HTTP behind authentication of your own. `createHttpApp({ only: 'mcp' })` is this
 * with tokens, Host and Origin checks, limits and OAuth metadata; prefer it unless your host has all of these.
 *
 * @example
 * ```ts
 * await using mcp = createMcpEndpoint({ shed });
 * app.all('/mcp', async (c) => {
 *   const agent = await whoIs(c.req.raw);
 *   if (agent === undefined) return c.text('Unauthorized', 401);
 *   return await mcp.fetch(c.req.raw, { id: agent.id, name: agent.name, session: agent.team });
 * });
 * ```
 */
export function createMcpEndpoint(options: McpOptions | McpWaiting): McpEndpoint {
  return openEndpoint(hostSource(options));
}

/**
 * The endpoint of a host, with a server for each request or session.
 * @internal also for the conformance suite's own servers
 */
export function openEndpoint(
  source: HostSource,
  create: (connection: Connection) => Promise<Server> = (connection) => createMcpServer(source, connection),
): McpEndpoint {
  const { log, now } = source;
  const begun = now();
  const sessions = createHttpSessions({
    createServer: (principal) =>
      create({ era: 'legacy', principalOf: () => principal, dispatchOf: connectionDispatches() }),
    log,
    now,
  });
  const isOpen = async (id: ExecutionId): Promise<boolean> =>
    !isTerminalStatus((await (await hostOf(source)).shed.get(id)).status);
  let orphans: ReturnType<typeof createOrphanedCalls> | undefined;
  const dispatchOf = statelessDispatches({
    now,
    isOpen,
    async findOrphan(session, label) {
      orphans ??= createOrphanedCalls(await hostOf(source), begun);
      return await orphans.find(session, label);
    },
  });
  const shared = createSharedResponses();
  const modern = createMcpHandler(
    ({ authInfo }) => {
      const principal = McpPrincipal.parse(authInfo?.extra?.['principal']);
      return create({ era: 'modern', principalOf: () => principal, dispatchOf });
    },
    { legacy: 'reject', onerror: (error) => log.debug({ err: error }, 'the MCP transport reported an error') },
  );
  const serve = async (request: Request, principal: McpPrincipal): Promise<Response> => {
    if (await isLegacyRequest(request)) return await sessions.fetch(request, principal);
    const stream = await serveTaskStream(source, request, principal);
    if (stream !== undefined) return stream;
    // The token itself is not passed on.
    const authInfo = { token: '', clientId: principal.id, scopes: [], extra: { principal } };
    return await modern.fetch(request, { authInfo });
  };
  return {
    async fetch(request, given) {
      // Threat: a principal without an id would share its sessions with every other one.
      const { principal } = readOptions('serve the MCP request', Served, { principal: given });
      const call = await sharableCall(request, principal.id);
      if (call === undefined) return await serve(request, principal);
      return await shared.serve(call, (one) => serve(one, principal));
    },
    async [Symbol.asyncDispose]() {
      await modern.close();
      await sessions[Symbol.asyncDispose]();
    },
  };
}
