// MCP beside the HTTP API and the inbox: `toolshed serve` in a process of its own, and the SDK's client.

import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type ServedHost, serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';
import { APPROVE, type Asked, call, LEGACY, MODERN, SILENT, withPerson } from './clients.ts';
import { showing } from './shown-view.ts';

const SEND = `return (await tools.mail.send({ to: 'ada@x.org' })).sent`;
const OPENS = { elicitation: { form: {}, url: {} } };
const [OPENS_2025, OPENS_2026] = [
  { ...LEGACY, capabilities: OPENS },
  { ...MODERN, capabilities: OPENS },
];

let host: ServedHost;
let agent: string;
let approver: string;

beforeAll(async () => {
  host = await serveHost();
  [agent, approver] = await Promise.all([host.agent('monday'), host.approver()]);
});
afterAll(() => host[Symbol.asyncDispose]());

async function connect(
  options: ClientOptions,
  prepare: (client: Client) => void = () => undefined,
  token = agent,
  { url } = host,
): Promise<Client> {
  const client = new Client({ name: 'a client', version: '1' }, options);
  prepare(client);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  return client;
}

const answer = (id: string, body: object) =>
  host.call('POST', `/v1/elicitations/${id}/answer`, { token: approver, body });

/** The id of the question an address of the inbox leads to, if it is one. */
const questionAt = (asked: Asked | undefined): string =>
  asked?.mode === 'url' && asked.url.startsWith(`${host.url}/questions/`) ? (asked.url.split('/').at(-1) ?? '') : '';

describe('MCP beside the inbox', () => {
  verifies.each('mcp/served', [
    ['2025-11-25', OPENS_2025],
    ['2026-07-28', OPENS_2026],
  ])('waits in the call of a client of %s for what a person decides in the inbox', async (_, options) => {
    const asked: Asked[] = [];
    const client = await connect(
      options,
      withPerson(async (params) => {
        asked.push(params);
        await answer(questionAt(params), { approved: true });
        return { action: 'accept' };
      }),
    );
    expect(await call(client, 'execute', { code: SEND })).toMatchObject({ status: 'completed', value: 'ada@x.org' });
    expect(asked).toHaveLength(1);
    expect(questionAt(asked[0])).toMatch(/^elic_/);
    await client.close();
  });

  verifies('mcp/served', 'MCP asks for a secret at the inbox, and the value passes through no client', async () => {
    const seen: unknown[] = [];
    const client = await connect(
      OPENS_2025,
      withPerson(async (params) => {
        seen.push(params);
        await answer(questionAt(params), { approved: true, data: 'correct horse battery' });
        return { action: 'accept' };
      }),
    );
    const code = `const { action, data } = await elicit({ type: 'secret', message: 'The password?' }); return { action, data }`;
    const done = await call(client, 'execute', { code });
    expect(done).toMatchObject({ status: 'completed', value: { action: 'accept' } });
    expect(JSON.stringify([seen, done])).not.toContain('correct horse battery');
    expect(JSON.stringify(done)).toContain('secret:');
    await client.close();
  });

  verifies.each('mcp/served', [
    ['says that it asked', LEGACY],
    ['says that it asked, of 2026-07-28', MODERN],
    ['cannot ask', SILENT],
  ])(
    'takes no approval from the token of an agent whose client %s, and says where people decide',
    async (_, options) => {
      const before = await host.outbox();
      const client = await connect(options, options === SILENT ? undefined : withPerson(() => APPROVE));
      const paused = await call(client, 'execute', { code: SEND });
      const [question] = paused.pending ?? [];
      expect(paused).toMatchObject({
        status: 'paused',
        next: expect.stringContaining(`open ${host.url}/questions/${question?.elicitationId}`),
      });
      const resumed = call(client, 'resume', { execution_id: paused.executionId, approved: true });
      await answer(question?.elicitationId ?? '', { approved: false, reason: 'not today' });
      expect(await resumed).toMatchObject({ status: 'failed', error: { code: 'tool/declined' } });
      expect(await host.outbox()).toEqual(before);
      await client.close();
    },
  );

  verifies('mcp/served', 'shows two agents nothing of each other, and each its own over both protocols', async () => {
    const other = await connect(SILENT, undefined, await host.agent('tuesday'));
    const client = await connect(SILENT);
    const { executionId: execution_id } = await call(client, 'execute', { code: 'return 7' });
    for (const [name, args] of [
      ['get_execution', {}],
      ['cancel', {}],
      ['resume', { approved: true }],
    ] as const) {
      const refused = await other.callTool({ name, arguments: { execution_id, ...args } });
      expect(refused).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('execution/unknown') }],
      });
    }
    const path = `/v1/executions/${execution_id}`;
    expect((await host.call('GET', path, { token: agent })).body).toMatchObject({ session: 'monday', agent: 'triage' });
    const elsewhere = await client.callTool({ name: 'execute', arguments: { code: '1', session: 'tuesday' } });
    expect(elsewhere).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('access/session') }] });
    await Promise.all([client.close(), other.close()]);
  });

  verifies('mcp/served', 'MCP beside the inbox admits only agents, and only from this machine', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${host.url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      });
    const metadata = `${host.url}/.well-known/oauth-protected-resource/mcp`;
    for (const headers of [{}, { authorization: `Bearer ${agent}x` }]) {
      const refused = await post(headers);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}"`);
    }
    expect(await (await fetch(metadata)).json()).toMatchObject({ resource: `${host.url}/mcp` });
    expect((await post({ authorization: `Bearer ${approver}` })).status).toBe(403);
    expect((await post({ authorization: `Bearer ${agent}`, origin: 'https://evil.example' })).status).toBe(403);
    const large = await fetch(`${host.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent}`, 'content-type': 'application/json' },
      body: JSON.stringify({ x: 'x'.repeat(2_000_000) }),
    });
    expect(large.status).toBe(413);
  });

  verifies('mcp/served', 'MCP beside the inbox takes approvals of clients where the config says so', async () => {
    await using trusting = await serveHost({ config: { mcp: { approvals: 'auto' } } });
    const token = await trusting.agent('monday');
    const client = await connect(
      LEGACY,
      withPerson(() => APPROVE),
      token,
      trusting,
    );
    expect(await call(client, 'execute', { code: SEND })).toMatchObject({ status: 'completed' });
    await client.close();
    const silent = await connect(SILENT, undefined, token, trusting);
    const { executionId: execution_id } = await call(silent, 'execute', { code: SEND });
    const edited = { execution_id, approved: true, args: { to: 'bob@x.org' } };
    expect(await call(silent, 'resume', edited)).toMatchObject({ status: 'completed', value: 'bob@x.org' });
    await silent.close();
  });
});

describe('a tool that wants a person to visit a page first', () => {
  const page = { mode: 'url', url: 'https://accounts.example/unlock', message: 'Sign in first' };
  const LOCKED = { code: 'return await tools.mail.locked({})' };

  verifies(
    'mcp/url-required',
    'is error -32042 with the pages to a client of 2025-11-25 that opens addresses',
    async () => {
      const client = await connect(
        OPENS_2025,
        withPerson(() => ({ action: 'accept' })),
      );
      await expect(client.callTool({ name: 'execute', arguments: LOCKED })).rejects.toMatchObject({
        code: -32042,
        data: { elicitations: [{ ...page, elicitationId: expect.any(String) }] },
      });
      await client.close();
    },
  );

  verifies(
    'mcp/url-required',
    'is asked of a client of 2026-07-28 that opens addresses, and its next try of the call starts from the beginning',
    async () => {
      const asked: Asked[] = [];
      const visit = { program: 'return await tools.mail.visit({})', waitMs: 10_000 };
      const client = await connect(
        OPENS_2026,
        withPerson(async (params) => {
          asked.push(params);
          await host.call('POST', '/v1/executions', { token: approver, body: visit });
          return { action: 'accept' };
        }),
      );
      expect(await call(client, 'execute', LOCKED)).toMatchObject({ status: 'completed', value: 'unlocked' });
      expect(asked).toMatchObject([page]);
      await client.close();
    },
  );

  verifies.each('mcp/url-required', [
    ['of 2026-07-28 whose person opened none', OPENS_2026],
    ['that has forms only', LEGACY],
    ['that cannot ask', SILENT],
  ])('is a failure that names the pages to a client %s', async (_, options) => {
    const client = await connect(options, options === SILENT ? undefined : withPerson(() => ({ action: 'accept' })));
    const failed = await client.callTool({ name: 'execute', arguments: LOCKED });
    expect(failed).toMatchObject({
      isError: true,
      ...showing({
        status: 'failed',
        error: { code: 'elicitation/url-required' },
        next: expect.stringContaining(page.url),
      }),
    });
    await client.close();
  });
});

describe('a token that is revoked while its requests are under way', () => {
  verifies(
    'http/revoked-streams',
    'gets nothing more: streams end and waiting calls are refused within a second, and others continue',
    async () => {
      const [token, other] = await Promise.all([host.agent('doomed'), host.agent('spared')]);
      const program = 'await sleep(30_000); return 1';
      const begun = await Promise.all(
        [token, other].map(async (credential) => {
          const headers = {
            authorization: `Bearer ${credential}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          };
          const post = async (body: object, more: Record<string, string> = {}): Promise<Response> =>
            await fetch(`${host.url}/mcp`, {
              method: 'POST',
              headers: { ...headers, ...more },
              body: JSON.stringify(body),
            });
          const clientInfo = { name: 'raw', version: '1' };
          const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
          const opened = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
          const session = {
            'mcp-session-id': opened.headers.get('mcp-session-id') ?? '',
            'mcp-protocol-version': '2025-11-25',
          };
          await opened.text();
          await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session);
          const listening = await fetch(`${host.url}/mcp`, {
            headers: { ...headers, ...session, accept: 'text/event-stream' },
          });
          expect(listening.status).toBe(200);
          const execute = { name: 'execute', arguments: { code: program } };
          const calling = await post({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: execute }, session);
          const waiting = host.call('POST', '/v1/executions', { token: credential, body: { program, waitMs: 30_000 } });
          return { streams: [listening, calling], waiting };
        }),
      );
      const [doomed, spared] = begun;
      await host.command(['token', 'revoke', token.slice(4, 20)]);
      const at = performance.now();
      for (const { body } of doomed?.streams ?? [])
        for await (const chunk of body ?? []) expect(String(chunk)).not.toContain('"result"');
      expect(await doomed?.waiting).toMatchObject({ status: 401, body: { code: 'access/unauthorized' } });
      expect(performance.now() - at).toBeLessThan(2_000);
      void spared?.waiting.catch(() => 'its server was stopped');
      for (const { body } of spared?.streams ?? []) {
        const reader = body?.getReader();
        expect(await Promise.race([reader?.read(), pause(300, 'open')])).not.toMatchObject({ done: true });
        void reader?.cancel();
      }
    },
  );
});
