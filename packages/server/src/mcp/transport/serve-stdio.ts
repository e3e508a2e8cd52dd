// MCP on a pipe: one client and one connection, for as long as standard input is open. When the client closes it, the
// server ends; executions stay in the store.

import type { Readable, Writable } from 'node:stream';
import { hasMethods, passed, readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { connectionDispatches } from '../server/calls/request-dispatch.js';
import { hostSource, type McpWaiting } from '../server/host-source.js';
import type { McpOptions } from '../server/mcp-options.js';
import { createMcpServer } from '../server/mcp-server.js';
import { McpPrincipal, newPipePrincipal } from '../server/principal-session.js';
import { createTaskListener } from '../tasks/task-listener.js';

/** How one client is served over the streams of a process; `McpWaiting` for a host that a person may still have to set up. */
export type StdioOptions = (McpOptions | McpWaiting) & {
  /** Default: that of the process. */
  readonly stdin?: Readable;
  /** Default: that of the process. Nothing else may write to it. */
  readonly stdout?: Writable;
  /** Whose executions these are. Default: a principal of this connection alone. */
  readonly principal?: McpPrincipal;
};

const Pipe = z.strictObject({
  stdin: passed<Readable>('a stream to read from', hasMethods('on', 'once', 'read')).exactOptional(),
  stdout: passed<Writable>('a stream to write to', hasMethods('on', 'once', 'write')).exactOptional(),
  principal: McpPrincipal.exactOptional(),
});

/**
 * Serves one MCP client on standard input and output. Resolves when the client closes its end.
 *
 * @example
 * ```ts
 * await using shed = await openToolshed({ tools, store: 'memory', reachesPeople: clientReaches });
 * await serveOnStdio({ shed, approvals: 'auto' });
 * ```
 */
export async function serveOnStdio(options: StdioOptions): Promise<void> {
  const { stdin: input, stdout: output, principal: named, ...mcp } = options ?? {};
  const source = hostSource(mcp);
  const pipe = { stdin: input, stdout: output, principal: named };
  const { stdin = process.stdin, stdout = process.stdout, principal } = readOptions('serve MCP', Pipe, pipe);
  const wire = new StdioServerTransport(stdin, stdout);
  const principalOf = principal === undefined ? newPipePrincipal() : () => principal;
  const listener = createTaskListener(source, wire, principalOf);
  const gone = new Promise<void>((resolve) => {
    stdin.once('end', resolve);
    stdin.once('close', resolve);
  });
  const dispatchOf = connectionDispatches();
  const handle = serveStdio(({ era }) => createMcpServer(source, { era, principalOf, dispatchOf }), {
    transport: listener,
    onerror: (error) => source.log.warn({ err: error }, 'the MCP transport reported an error'),
  });
  await gone;
  await handle.close();
}
