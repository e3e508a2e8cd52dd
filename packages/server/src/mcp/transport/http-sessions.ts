// Clients of 2025 over HTTP. The server asks them on a stream, so each client has a session, which holds an MCP server
// and the client's capabilities and nothing durable. A client whose session has ended opens another one, and finds its
// executions by their ids.

import { randomUUID } from 'node:crypto';
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { ToolLog } from '@toolshed/kernel';
import type { McpPrincipal } from '../server/principal-session.js';

export interface HttpSessionsDeps {
  readonly createServer: (principal: McpPrincipal) => Promise<Server>;
  readonly log: ToolLog;
  readonly now: () => number;
}

export interface HttpSessions extends AsyncDisposable {
  fetch(request: Request, principal: McpPrincipal): Promise<Response>;
}

interface Session {
  readonly principal: McpPrincipal;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  usedAt: number;
}

const IDLE_MS = 60 * 60 * 1_000;
const MOST_PER_PRINCIPAL = 64;

export function createHttpSessions({ createServer, log, now }: HttpSessionsDeps): HttpSessions {
  const sessions = new Map<string, Session>();

  const end = async (id: string): Promise<void> => {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.server.close();
  };

  /** Ends the least recently used first, so that a client that keeps opening sessions loses only its own. */
  const makeRoom = async ({ id: owner }: McpPrincipal): Promise<void> => {
    const idle = [...sessions].filter(([, { usedAt }]) => now() - usedAt > IDLE_MS);
    const own = [...sessions]
      .filter((entry) => entry[1].principal.id === owner)
      .sort((a, b) => a[1].usedAt - b[1].usedAt);
    const surplus = own.slice(0, Math.max(0, own.length - MOST_PER_PRINCIPAL + 1));
    await Promise.all([...idle, ...surplus].map(([id]) => end(id)));
  };

  const open = async (principal: McpPrincipal): Promise<WebStandardStreamableHTTPServerTransport> => {
    await makeRoom(principal);
    const server = await createServer(principal);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, { principal, transport, server, usedAt: now() });
      },
      onsessionclosed: (id) => {
        sessions.delete(id);
      },
    });
    transport.onerror = (error) => log.warn({ err: error }, 'the MCP transport of a session reported an error');
    await server.connect(transport);
    return transport;
  };

  /** A first request that opens no session keeps nothing open. */
  const begin = async (request: Request, principal: McpPrincipal): Promise<Response> => {
    const transport = await open(principal);
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await transport.close();
    return response;
  };

  return {
    async fetch(request, principal) {
      const id = request.headers.get('mcp-session-id');
      if (id === null) return await begin(request, principal);
      const session = sessions.get(id);
      // Threat: a stolen session id. It is useless without the token that opened the session.
      if (session === undefined || session.principal.id !== principal.id) return unknownSession();
      session.usedAt = now();
      return await session.transport.handleRequest(request);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}

/** As the protocol defines it: the client opens a new one. */
const unknownSession = (): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }, { status: 404 });
