import { request as rawRequest } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { APPROVE, call, LEGACY, mailTo, withPerson } from './clients.ts';
import { openMcpShed } from './mcp-shed.ts';

/** `fetch` sets some headers by itself. */
function post(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const common = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    rawRequest(url, { method: 'POST', headers: { ...common, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end(body);
  });
}

describe('the server over HTTP', () => {
  verifies.each('mcp/http', [
    ['a host name that was made to point here', { host: 'evil.example' }, 421],
    ['a page of another origin', { origin: 'https://evil.example' }, 403],
    ['a page whose origin is "null"', { origin: 'null' }, 403],
  ])('refuses a request of %s, also with a valid token', async (_, headers, status) => {
    await using mcp = await openMcpShed();
    expect(await post(mcp.url, { authorization: 'Bearer ada', ...headers })).toBe(status);
  });

  verifies(
    'mcp/http',
    'refuses a client that sends no token it knows, and says where one could come from',
    async () => {
      await using mcp = await openMcpShed();
      for (const headers of [{}, { authorization: 'Bearer not a token' }, { authorization: 'Basic YTpi' }]) {
        const response = await fetch(mcp.url, { method: 'POST', headers, body: '{}' });
        expect(response.status).toBe(401);
        const origin = new URL(mcp.url).origin;
        const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
        expect(response.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}"`);
        expect(await (await fetch(metadata)).json()).toEqual({
          resource: mcp.url,
          resource_name: 'Toolshed',
          bearer_methods_supported: ['header'],
        });
      }
    },
  );

  verifies('mcp/http', 'opens a session of 2025 to nobody but the principal it was opened for', async () => {
    await using mcp = await openMcpShed();
    const connect = async (token: string, sessionId?: string): Promise<StreamableHTTPClientTransport> => {
      const headers = { authorization: `Bearer ${token}` };
      const options = sessionId === undefined ? {} : { sessionId };
      return new StreamableHTTPClientTransport(new URL(mcp.url), { requestInit: { headers }, ...options });
    };
    const transport = await connect('ada');
    const client = new Client({ name: 'ada', version: '1' }, LEGACY);
    withPerson(() => APPROVE)(client);
    await client.connect(transport);
    const stolen = { 'mcp-session-id': transport.sessionId ?? '' };
    expect(await post(mcp.url, { authorization: 'Bearer eve', ...stolen })).toBe(404);
    expect(await post(mcp.url, { authorization: 'Bearer ada', 'mcp-session-id': 'made-up' })).toBe(404);
    expect(await call(client, 'execute', { code: mailTo('x') })).toMatchObject({ status: 'completed' });
    await client.close();
  });

  verifies(
    'mcp/http',
    'answers a client of 2025 that sends no session with an error, and keeps nothing of it',
    async () => {
      await using mcp = await openMcpShed();
      expect(await post(mcp.url, { authorization: 'Bearer ada' })).toBe(400);
    },
  );

  verifies('mcp/http', 'serves nothing but its endpoint', async () => {
    await using mcp = await openMcpShed();
    const headers = { authorization: 'Bearer ada' };
    expect((await fetch(new URL('/', mcp.url), { headers })).status).toBe(404);
    expect((await fetch(new URL('/mcp/x', mcp.url), { headers })).status).toBe(404);
    expect((await fetch(new URL('/v1/executions', mcp.url), { headers })).status).toBe(404);
  });

  verifies('mcp/http', 'refuses with the problem codes, limits and headers of the HTTP API', async () => {
    await using mcp = await openMcpShed();
    const refused = async (path: string, init: RequestInit): Promise<unknown> => {
      const response = await fetch(new URL(path, mcp.url), init);
      expect(response.headers.get('x-frame-options')).toBe('DENY');
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      return await response.json();
    };
    const authorization = 'Bearer ada';
    const foreign = { headers: { authorization, origin: 'https://evil.example' } };
    expect(await refused('/mcp', foreign)).toMatchObject({ code: 'access/origin', status: 403 });
    expect(await refused('/other', {})).toMatchObject({ code: 'request/unknown-route', status: 404 });
    const large = { method: 'POST', headers: { authorization }, body: 'x'.repeat(2_000_000) };
    expect(await refused('/mcp', large)).toMatchObject({ code: 'request/too-large', status: 413 });
  });
});
