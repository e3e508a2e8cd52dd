// A server for the conformance suites: ours, with the tools they ask for by name beside our own.

import { randomBytes } from 'node:crypto';
import { readyHost } from '@toolshed/server/internal/mcp/server/host-source';
import { openEndpoint } from '@toolshed/server/internal/mcp/transport/mcp-endpoint';
import { createMcpServer } from '@toolshed/server/internal/mcp/server/mcp-server';
import { namedPrincipal } from '@toolshed/server/internal/mcp/server/principal-session';
import { createStateSeal } from '@toolshed/server/internal/mcp/pause/ask/request-state';
import { serve } from '@toolshed/server';
import { TOOLS } from '@toolshed/server/internal/mcp/server/tool-table';
import { defineTool } from '@toolshed/kernel';
import { openToolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { workersOf } from '../sandbox/crash/descendants.ts';
import { PROGRAM_TOOLS } from './conformance-programs.ts';
import { addPrompts, PLAIN_TOOLS } from './conformance-tools.ts';
import { QUIET } from './mcp-bench.ts';

const crash = defineTool({
  path: 'fixture.crash',
  description: 'Kills the worker the program runs in',
  input: z.object({}),
  destructive: false,
  handler: () => {
    for (const pid of workersOf(process.pid)) process.kill(pid, 'SIGKILL');
  },
});

export async function openConformanceServer(): Promise<AsyncDisposable & { readonly url: string }> {
  const shed = await openToolshed({ tools: [crash], store: 'memory' });
  const host = {
    shed,
    seal: createStateSeal({ key: randomBytes(32), now: Date.now }),
    approvals: 'auto',
    trustsClients: true,
    isOurs: () => true,
    labels: {},
    inboxUrl: undefined,
    prefix: 'toolshed',
    version: '0.0.0',
    log: QUIET,
    now: Date.now,
    decisionWaitMs: 1_000,
    outputTokens: 6_000,
  } as const;
  const source = readyHost(host);
  const endpoint = openEndpoint(source, async (connection) => {
    const server = await createMcpServer(source, connection, [...TOOLS, ...PROGRAM_TOOLS, ...PLAIN_TOOLS]);
    addPrompts(server);
    return server;
  });
  const http = await serve({
    shed,
    only: 'mcp',
    port: 0,
    authenticate: async () => ({ kind: 'agent', id: 'conformance', name: 'conformance', session: 'conformance' }),
    mcp: { ...endpoint, fetch: (sent, { name }) => endpoint.fetch(sent, namedPrincipal(name)) },
  });
  return {
    url: `${http.url}/mcp`,
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]();
      await shed[Symbol.asyncDispose]();
    },
  };
}
