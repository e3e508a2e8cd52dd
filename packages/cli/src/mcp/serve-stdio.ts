// The server on a pipe: one client, one connection, as long as standard input is open. Closing it ends this process
// and nothing that is durable.

import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { McpHost } from './mcp-host.js';
import { createMcpServer } from './mcp-server.js';
import type { McpPrincipal } from './principal-session.js';
import { createTaskListener } from './task-listener.js';

export interface StdioDeps {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Whose executions these are; the name the client gives itself, if none is configured. */
  readonly principal: McpPrincipal | undefined;
}

/** Resolves when the client is gone. */
export async function serveOnStdio(host: McpHost, { stdin, stdout, principal }: StdioDeps): Promise<void> {
  const wire = new StdioServerTransport(stdin, stdout);
  const listener = createTaskListener(host, wire, principal);
  const gone = new Promise<void>((resolve) => {
    stdin.once('end', resolve);
    stdin.once('close', resolve);
  });
  const handle = serveStdio(({ era }) => createMcpServer(host, { era, principal }), {
    transport: listener,
    onerror: (error) => host.log.warn({ err: error }, 'mcp'),
  });
  await gone;
  await handle.close();
}
