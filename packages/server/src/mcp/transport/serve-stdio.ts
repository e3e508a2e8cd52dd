// The server on a pipe: one client, one connection, as long as standard input is open. Closing it ends this process
// and nothing that is durable.

import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { connectionDispatches } from '../server/request-dispatch.js';
import { createMcpHost, type McpOptions } from '../server/mcp-host.js';
import { createMcpServer } from '../server/mcp-server.js';
import { type McpPrincipal, newPipePrincipal } from '../server/principal-session.js';
import { createTaskListener } from '../tasks/task-listener.js';

export interface StdioDeps {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Whose executions these are; somebody of this connection's own, if none is configured. */
  readonly principal: McpPrincipal | undefined;
}

/** Resolves when the client is gone. */
export async function serveOnStdio(options: McpOptions, { stdin, stdout, principal }: StdioDeps): Promise<void> {
  const host = createMcpHost(options);
  const wire = new StdioServerTransport(stdin, stdout);
  const principalOf = principal === undefined ? newPipePrincipal() : () => principal;
  const listener = createTaskListener(host, wire, principalOf);
  const gone = new Promise<void>((resolve) => {
    stdin.once('end', resolve);
    stdin.once('close', resolve);
  });
  const dispatchOf = connectionDispatches();
  const handle = serveStdio(({ era }) => createMcpServer(host, { era, principalOf, dispatchOf }), {
    transport: listener,
    onerror: (error) => host.log.warn({ err: error }, 'mcp'),
  });
  await gone;
  await handle.close();
}
