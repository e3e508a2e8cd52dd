// The reply to a client that has as much open as it may: over HTTP, and over MCP.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { call, SILENT } from '../mcp/clients.ts';
import { type Answered, type ServedHost, serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

let host: ServedHost;
beforeAll(async () => {
  host = await serveHost({ config: { quotas: { liveExecutions: 3, liveExecutionsPerAgent: 2, openQuestions: 1 } } });
});
afterAll(() => host[Symbol.asyncDispose]());

const start = (token: string, program: string, waitMs = 0): Promise<Answered> =>
  host.call('POST', '/v1/executions', { token, body: { program, waitMs } });

const LIVE =
  /^Cannot start another execution: .* already has 2 that have not ended; wait for some to end, or cancel them$/;

async function connect(token: string): Promise<Client> {
  const client = new Client({ name: 'a client', version: '1' }, SILENT);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', host.url), { requestInit }));
  return client;
}

describe('a token that has as many executions as it may', () => {
  verifies(
    'quota/executions',
    'gets 429, when to come back and what to do, over HTTP and MCP; another token is not affected',
    async () => {
      const [greedy, polite, approver] = await Promise.all([host.agent('busy'), host.agent('calm'), host.approver()]);
      const naps = await Promise.all([1, 2].map(() => start(greedy, `await sleep(600_000)`)));
      expect(naps.map(({ status }) => status)).toEqual([201, 201]);
      const refused = await start(greedy, 'return 1');
      expect(refused).toMatchObject({ status: 429, body: { code: 'limit/live-executions', status: 429 } });
      expect(refused.body.detail).toMatch(LIVE);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('content-type')).toBe('application/problem+json');

      const client = await connect(greedy);
      const said = await client.callTool({ name: 'execute', arguments: { code: 'return 1' } });
      expect(said).toMatchObject({ isError: true });
      expect(JSON.stringify(said.content)).toContain('wait for some to end, or cancel them');
      await client.close();

      expect(await start(polite, 'return 1', 10_000)).toMatchObject({ status: 201, body: { status: 'completed' } });
      const id = naps[0]?.body.executionId;
      expect((await host.call('POST', `/v1/executions/${id}/cancel`, { token: approver, body: {} })).status).toBe(200);
      expect(await start(greedy, 'return 1', 10_000)).toMatchObject({ status: 201, body: { status: 'completed' } });
    },
  );
});

describe('a session that has as many open questions as it may', () => {
  verifies('quota/questions', 'has the next call refused, in words a client can read, over HTTP and MCP', async () => {
    const token = await host.agent('curious');
    const ask = "return await tools.mail.send({ to: 'ada' })";
    expect(await start(token, ask, 10_000)).toMatchObject({ body: { status: 'paused' } });
    const refused = { status: 'failed', error: { code: 'limit/open-questions' } };
    const over = await start(token, ask, 10_000);
    expect(over).toMatchObject({ status: 201, body: refused });
    expect(over.body.error.message).toContain('wait until some are answered, or cancel executions');
    const client = await connect(token);
    const view = await call(client, 'execute', { code: ask });
    expect(view).toMatchObject(refused);
    expect(JSON.stringify(view)).toContain('wait until some are answered');
    await client.close();
    expect(await host.outbox()).toEqual([]);
  });
});
