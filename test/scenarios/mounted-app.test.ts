// The HTTP app inside a server of the host's own, which knows nothing but web-standard requests and responses.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createHttpApp, type Principal } from '@toolshed/server';
import { describe, expect } from 'vitest';
import { call, SILENT } from '../mcp/clients.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';

const PEOPLE: Readonly<Record<string, Principal>> = {
  'Bearer robot': { kind: 'agent', id: 'robot', name: 'robot', session: 'monday' },
  'Bearer ada': { kind: 'approver', id: 'ada', name: 'ada', way: 'token' },
};

async function openHost() {
  const mail = await openMailShed();
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  const app = createHttpApp({
    shed: mail.shed,
    url,
    authenticate: async ({ headers }) => PEOPLE[headers.get('authorization') ?? ''],
  });
  server.on('request', async (incoming, outgoing) => {
    if (incoming.url === '/health') return outgoing.end('fine');
    const { method = 'GET' } = incoming;
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const body = method === 'GET' ? {} : { body: await text(incoming) };
    const response = await app.fetch(new Request(new URL(incoming.url ?? '/', url), { method, headers, ...body }));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    for await (const chunk of response.body ?? []) outgoing.write(chunk);
    return outgoing.end();
  });
  const send = async (path: string, token: string, body?: object) =>
    await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    url,
    app,
    send,
    sent: mail.sent,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      server.closeAllConnections();
      server.close();
      await mail[Symbol.asyncDispose]();
    },
  };
}

describe('the HTTP app mounted in a plain server of node:http', () => {
  verifies('http/mountable', 'serves an agent and an approver beside a route of the host', async () => {
    await using host = await openHost();
    expect(await (await fetch(`${host.url}/health`)).text()).toBe('fine');
    const program = { program: `await tools.mail.send({ to: 'ada@x.org' })`, waitMs: 10_000 };
    const paused = JSON.parse(await (await host.send('/v1/executions', 'robot', program)).text());
    expect(paused).toMatchObject({ status: 'paused', session: 'monday' });
    const answer = `/v1/elicitations/${paused.pending[0].elicitationId}/answer`;
    expect((await host.send(answer, 'robot', { approved: true })).status).toBe(403);
    expect(await (await host.send(answer, 'ada', { approved: true })).json()).toMatchObject({ status: 'completed' });
    expect(host.sent).toEqual(['ada@x.org']);
  });

  verifies('http/mountable', 'serves an MCP client at /mcp, as the agent the host authenticated', async () => {
    await using host = await openHost();
    const client = new Client({ name: 'a client', version: '1' }, SILENT);
    const requestInit = { headers: { authorization: 'Bearer robot' } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', host.url), { requestInit }));
    expect(await call(client, 'execute', { code: 'return 6 * 7' })).toMatchObject({ status: 'completed', value: 42 });
    await client.close();
  });

  verifies(
    'http/mountable',
    'is not created with a misspelt option, a bad address or no way to authenticate',
    async () => {
      await using mail = await openMailShed();
      const good = { shed: mail.shed, url: 'http://localhost:1', authenticate: async () => undefined };
      await createHttpApp(good)[Symbol.asyncDispose]();
      const attempts: readonly (readonly [object, string])[] = [
        [{ ...good, onlly: 'mcp' }, 'onlly'],
        [{ ...good, url: 'localhost' }, 'url'],
        [{ ...good, authenticate: undefined }, 'tokens'],
        [{ ...good, limits: { streams: 0 } }, 'limits.streams'],
      ];
      for (const [wrong, key] of attempts) {
        // @ts-expect-error: a host in JavaScript, which no compiler checks.
        expect(() => createHttpApp(wrong)).toThrow(key);
      }
    },
  );

  verifies('http/mountable', 'refuses strangers, other host names and, once it is closed, everybody', async () => {
    await using host = await openHost();
    expect((await host.send('/v1/executions', 'mallory')).status).toBe(401);
    expect((await host.send('/mcp', 'mallory', {})).status).toBe(401);
    const elsewhere = await host.app.fetch(new Request('http://evil.example/v1/executions'));
    expect(await elsewhere.json()).toMatchObject({ code: 'access/host' });
    await host.app[Symbol.asyncDispose]();
    expect((await host.send('/v1/executions', 'ada')).status).toBe(503);
    expect(await (await fetch(`${host.url}/health`)).text()).toBe('fine');
  });
});
