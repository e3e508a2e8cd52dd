// The server in this process, over real HTTP, around an open shed: for what needs its insides, such as several
// principals, a clock or a key.

import { randomBytes } from 'node:crypto';
import type { McpHost } from '@toolshed/server/internal/mcp/server/mcp-host';
import { readyHost } from '@toolshed/server/internal/mcp/server/host-source';
import { openEndpoint } from '@toolshed/server/internal/mcp/transport/mcp-endpoint';
import { namedPrincipal } from '@toolshed/server/internal/mcp/server/principal-session';
import { createStateSeal } from '@toolshed/server/internal/mcp/pause/ask/request-state';
import { serve } from '@toolshed/server';
import type { Toolshed } from '@toolshed/runtime';
import { QUIET } from './mcp-bench.ts';
import { type Answer, WireError } from './raw-wire.ts';

export interface McpOver extends AsyncDisposable {
  readonly url: string;
  readonly clock: { now: number };
  /** One request of 2026-07-28 as a principal with these capabilities. */
  request(as: Agent, method: string, params: Answer): Promise<Answer>;
  call(as: Agent, name: string, args: Answer, more?: Answer): Promise<Answer>;
}

export interface Agent {
  /** The token it sends, which is its principal's name. */
  readonly token: string;
  readonly capabilities: Answer;
}

export async function openMcpOver(shed: Toolshed, options: Partial<McpHost> = {}): Promise<McpOver> {
  const clock = { now: Date.now() };
  const host: McpHost = {
    shed,
    seal: createStateSeal({ key: randomBytes(32), now: () => clock.now, ttlMs: 60_000 }),
    approvals: 'auto',
    trustsClients: true,
    isOurs: () => true,
    labels: {},
    inboxUrl: undefined,
    version: '0.0.0',
    log: QUIET,
    now: () => clock.now,
    decisionWaitMs: 300,
    outputTokens: 6_000,
    ...options,
  };
  const endpoint = openEndpoint(readyHost(host));
  const http = await serve({
    shed,
    only: 'mcp',
    port: 0,
    async authenticate({ headers }) {
      const [, name] = /^Bearer (\w+)$/.exec(headers.get('authorization') ?? '') ?? [];
      return name === undefined ? undefined : { kind: 'agent', id: name, name, session: name };
    },
    // Principals without a session of their own, as on a pipe: they name theirs.
    mcp: { ...endpoint, fetch: (sent, { name }) => endpoint.fetch(sent, namedPrincipal(name)) },
  });
  const url = `${http.url}/mcp`;
  const request: McpOver['request'] = (as, method, params) => post(url, as, method, params);
  return {
    url,
    clock,
    request,
    call: (as, name, args, more = {}) => request(as, 'tools/call', { name, arguments: args, ...more }),
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
}

let lastId = 0;

/** One request of 2026-07-28 to whichever server is at the address. */
export async function post(
  url: string,
  { token, capabilities }: Agent,
  method: string,
  params: Answer,
  id: number = ++lastId,
): Promise<Answer> {
  const _meta = {
    ...Object(params['_meta']),
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const name = params['name'] ?? params['taskId'];
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } }),
  });
  const { result, error } = JSON.parse(await response.text());
  if (error) throw new WireError(error.code, error.message, error.data);
  return result;
}
