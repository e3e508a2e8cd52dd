import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { verifies } from '../support/verifies.ts';
import { LEGACY, MODERN, SILENT, withPerson } from './clients.ts';
import { openMcpOver } from './mcp-over.ts';
import { type McpShed, openMcpShed } from './mcp-shed.ts';
import { showing, viewIn } from './shown-view.ts';

const SEND = { name: 'execute', arguments: { code: `return await tools.mail.send({ to: 'ada' })` } };
const LIST = { name: 'execute', arguments: { code: `return await tools.mail.list({})` } };

const Reply = z.looseObject({
  id: z.union([z.string(), z.number()]),
  result: z.looseObject({
    content: z.array(z.looseObject({ text: z.string() })).optional(),
    inputRequests: z.record(z.string(), z.unknown()).optional(),
  }),
});
type Reply = z.infer<typeof Reply>;

/** What was replied, however the response was carried. */
async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  const data = text.split('\n').findLast((line) => line.startsWith('data: {'));
  return Reply.parse(JSON.parse(data === undefined ? text : data.slice('data: '.length)));
}

interface Sender {
  send(
    id: string | number,
    params: object,
    more?: { readonly signal?: AbortSignal; readonly meta?: object },
  ): Promise<Response>;
}

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

function modern({ url }: McpShed, token = 'ada', capabilities: object = {}): Sender {
  return {
    send: (id, params, { signal, meta } = {}) =>
      fetch(url, {
        method: 'POST',
        headers: {
          ...HEADERS,
          authorization: `Bearer ${token}`,
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'execute',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id,
          method: 'tools/call',
          params: {
            ...params,
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
              'io.modelcontextprotocol/clientCapabilities': capabilities,
              ...meta,
            },
          },
        }),
        ...(signal ? { signal } : {}),
      }),
  };
}

/** A session of 2025. */
async function legacy({ url }: McpShed): Promise<Sender> {
  const client = new Client({ name: 'raw', version: '1' }, SILENT);
  const requestInit = { headers: { authorization: 'Bearer ada' } };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
  await client.connect(transport);
  const session = transport.sessionId ?? '';
  return {
    send: (id, params, { signal } = {}) =>
      fetch(url, {
        method: 'POST',
        headers: {
          ...HEADERS,
          authorization: 'Bearer ada',
          'mcp-session-id': session,
          'mcp-protocol-version': '2025-11-25',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
        ...(signal ? { signal } : {}),
      }),
  };
}

const executionOf = ({ result }: Reply): string => String(viewIn(result)?.['executionId'] ?? '');

describe('a call that is dispatched again', () => {
  verifies.each('mcp/same-call', [
    ['2025', (mcp: McpShed) => legacy(mcp)],
    ['2026', async (mcp: McpShed) => modern(mcp)],
  ])('is one execution and one question for a client of %s, at once or later', async (_era, open) => {
    await using mcp = await openMcpShed();
    const { send } = await open(mcp);
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(7, SEND)));
    const replies = await Promise.all(responses.map(replyOf));
    const later = await replyOf(await send(7, SEND));
    expect(new Set([...replies, later].map(executionOf)).size).toBe(1);
    expect(await mcp.shed.list()).toHaveLength(1);
    expect(await mcp.shed.pending()).toHaveLength(1);

    const other = await replyOf(await send(7, LIST));
    const next = await replyOf(await send(8, SEND));
    const text = await replyOf(await send('7', SEND));
    expect(new Set([later, other, next, text].map(executionOf)).size).toBe(4);
  });

  verifies('mcp/same-call', 'a repeated call of 2026 gets the same question, which is answered once', async () => {
    await using mcp = await openMcpShed();
    const SLOWLY = { ...SEND, arguments: { code: `await tools.mail.send({ to: 'ada' }); await sleep(1000)` } };
    const { send } = modern(mcp, 'ada', { elicitation: { form: {} } });
    const [first, second] = await Promise.all([send(1, SLOWLY).then(replyOf), send(1, SLOWLY).then(replyOf)]);
    const again = await replyOf(await send(1, SLOWLY));
    const [key = ''] = Object.keys(first.result.inputRequests ?? {});
    expect(Object.keys(second.result.inputRequests ?? {})).toEqual([key]);
    expect(Object.keys(again.result.inputRequests ?? {})).toEqual([key]);
    const inputResponses = { [key]: { action: 'accept', content: { decision: 'Approve' } } };
    const answer = { ...SLOWLY, requestState: again.result['requestState'], inputResponses };
    const answered = await Promise.all([send(2, answer).then(replyOf), send(2, answer).then(replyOf)]);
    expect(answered.map(({ result }) => viewIn(result))).toMatchObject([
      { status: 'completed' },
      { status: 'completed' },
    ]);
    expect(mcp.sent).toEqual(['ada']);
  });

  verifies(
    'mcp/same-call',
    'is another call for another principal, another session and, by then, another process',
    async () => {
      await using mcp = await openMcpShed();
      const ada = modern(mcp);
      const ids = [await replyOf(await ada.send(1, LIST)), await replyOf(await modern(mcp, 'bob').send(1, LIST))];
      for (const session of [await legacy(mcp), await legacy(mcp)])
        ids.push(await replyOf(await session.send(1, LIST)));
      // What is over, and was replied to, is not what another process of the same client wants.
      ids.push(await replyOf(await ada.send(1, LIST)));
      expect(new Set(ids.map(executionOf)).size).toBe(5);

      const open = await replyOf(await ada.send(2, SEND));
      const joined = await replyOf(await ada.send(2, SEND));
      expect(executionOf(joined)).toBe(executionOf(open));
      expect(joined.result.content?.at(-1)?.text).toContain('The same request was sent before');
      mcp.clock.now += 11 * 60 * 1_000;
      const later = await replyOf(await ada.send(2, SEND));
      expect(executionOf(later)).not.toBe(executionOf(open));
      await mcp.shed.resume(executionOf(later), false);
      expect(executionOf(await replyOf(await ada.send(2, SEND)))).not.toBe(executionOf(later));
    },
  );

  verifies(
    'mcp/same-call',
    'reaches nobody but the client it was meant for: other capabilities and spans are other calls',
    async () => {
      await using mcp = await openMcpShed();
      const span = { traceparent: `00-${'a'.repeat(32)}-${'1'.repeat(16)}-01` };
      const [asked, told, traced] = await Promise.all([
        modern(mcp, 'ada', { elicitation: { form: {} } })
          .send(1, SEND)
          .then(replyOf),
        modern(mcp).send(1, SEND).then(replyOf),
        modern(mcp).send(1, SEND, { meta: span }).then(replyOf),
      ]);
      expect(asked.result).toMatchObject({ resultType: 'input_required' });
      expect(viewIn(told.result)).toMatchObject({ status: 'paused' });
      expect(executionOf(traced)).not.toBe(executionOf(told));
      expect(await mcp.shed.list()).toHaveLength(2);
    },
  );

  verifies('mcp/same-call', 'a call whose reply nobody took is the same call when it is sent again', async () => {
    await using mcp = await openMcpShed();
    const { send } = modern(mcp);
    const slow = { name: 'execute', arguments: { code: 'await sleep(200); return await tools.mail.list({})' } };
    const gone = new AbortController();
    const first = send(1, slow, { signal: gone.signal }).catch(() => 'gone');
    await expect.poll(() => mcp.shed.list()).toHaveLength(1);
    gone.abort();
    await first;
    await expect.poll(() => mcp.shed.list({ status: ['completed'] })).toHaveLength(1);
    const [{ id } = { id: '' }] = await mcp.shed.list();
    expect(executionOf(await replyOf(await send(1, slow)))).toBe(id);
    expect(executionOf(await replyOf(await send(1, slow)))).not.toBe(id);
  });

  verifies(
    'mcp/same-call',
    'a repeated request does not replace the one of its id that is under way in a session',
    async () => {
      await using mcp = await openMcpShed();
      const { send } = await legacy(mcp);
      const slow = { name: 'execute', arguments: { code: 'await sleep(1000); return 1', session: 's' } };
      const first = send(1, slow).then(replyOf);
      const respelt = { arguments: { session: 's', code: 'await sleep(1000); return 1' }, name: 'execute' };
      const second = send(1, respelt).then(replyOf);
      await expect.poll(() => mcp.shed.list()).toHaveLength(1);
      const other = await send(1, LIST);
      expect([other.status, await other.json()]).toMatchObject([
        400,
        { error: { message: expect.stringContaining('id is in use') } },
      ]);
      expect(executionOf(await second)).toBe(executionOf(await first));
      expect(executionOf(await replyOf(await send(1, LIST)))).not.toBe(executionOf(await first));
    },
  );

  verifies('mcp/same-call', 'a call is known by its span for as long as the store lasts', async () => {
    await using mcp = await openMcpShed();
    const { send } = modern(mcp);
    const span = (digit: string): object => ({ traceparent: `00-${'a'.repeat(32)}-${digit.repeat(16)}-01` });
    const first = await replyOf(await send(1, LIST, { meta: span('1') }));
    mcp.clock.now += 24 * 60 * 60 * 1_000;
    expect(executionOf(await replyOf(await send(1, LIST, { meta: span('1') })))).toBe(executionOf(first));
    expect(executionOf(await replyOf(await send(1, LIST, { meta: span('2') })))).not.toBe(executionOf(first));
  });

  verifies('mcp/left-behind', 'a repeated call continues what a dead server began and nobody has', async () => {
    await using before = await openMcpShed();
    const program = { name: 'execute', arguments: { code: 'await sleep(300); return await tools.mail.list({})' } };
    const open = await replyOf(await modern(before).send(1, SEND));
    const running = modern(before).send(2, program).then(replyOf);
    await expect.poll(() => before.shed.list()).toHaveLength(2);
    await using after = await openMcpOver(before.shed);
    const { send } = modern({ ...before, ...after });
    const joined = await Promise.all([send(1, SEND).then(replyOf), send(1, SEND).then(replyOf)]);
    expect(joined.map(executionOf)).toEqual([executionOf(open), executionOf(open)]);
    expect(joined[0]?.result.content?.at(-1)?.text).toContain('The same request was sent before');
    await expect.poll(() => before.shed.list({ status: ['completed'] })).toHaveLength(1);
    const done = await replyOf(await send(2, program));
    expect(executionOf(done)).toBe(executionOf(await running));
    // Told once, it is what another process of the same client does not want.
    expect(executionOf(await replyOf(await send(2, program)))).not.toBe(executionOf(done));
    const others = [
      await replyOf(await send(3, SEND)),
      await replyOf(await modern({ ...before, ...after }, 'bob').send(1, SEND)),
    ];
    for (const other of others) expect(executionOf(other)).not.toBe(executionOf(open));
    await before.shed.resume(executionOf(open), false);
    expect(executionOf(await replyOf(await send(1, SEND)))).not.toBe(executionOf(open));
  });

  verifies('mcp/same-call', 'a call continues for those who wait when its first connection breaks', async () => {
    await using mcp = await openMcpShed();
    const slow = { name: 'execute', arguments: { code: 'await sleep(1000); return 1' } };
    for (const { send } of [modern(mcp), await legacy(mcp)]) {
      const broken = new AbortController();
      const first = send(9, slow, { signal: broken.signal })
        .then(replyOf)
        .catch(() => 'broken');
      const second = send(9, slow).then(replyOf);
      await expect.poll(() => mcp.shed.list({ status: ['running', 'sleeping'] })).toHaveLength(1);
      broken.abort();
      expect(await first).toBe('broken');
      expect(viewIn((await second).result)).toMatchObject({ executionId: expect.any(String) });
    }
    expect(await mcp.shed.list()).toHaveLength(2);
  });

  verifies.each('mcp/same-call', [
    ['2025', LEGACY],
    ['2026', MODERN],
  ])(
    'puts one dialog before the person at a client of %s behind a proxy that sends everything three times',
    async (_era, options) => {
      await using mcp = await openMcpShed();
      const client = new Client({ name: 'ada', version: '1' }, options);
      let asked = 0;
      withPerson(() => {
        asked += 1;
        return { action: 'accept', content: { decision: 'Approve' } };
      })(client);
      const others: Promise<unknown>[] = [];
      const requestInit = { headers: { authorization: 'Bearer ada' } };
      const transport = new StreamableHTTPClientTransport(new URL(mcp.url), {
        requestInit,
        fetch: async (url, init) => {
          const again = (): Promise<unknown> => fetch(url, init).then((response) => response.text());
          if (String(init?.body).includes('"tools/call"')) others.push(again(), again());
          return await fetch(url, init);
        },
      });
      await client.connect(transport);
      expect(await client.callTool(SEND)).toMatchObject({ ...showing({ status: 'completed' }) });
      await Promise.allSettled(others);
      expect(asked).toBe(1);
      expect(mcp.sent).toEqual(['ada']);
      expect(await mcp.shed.list()).toHaveLength(1);
      await client.close();
    },
  );

  verifies.each('mcp/same-call', [
    ['2025', LEGACY],
    ['2026', MODERN],
  ])('a client of %s that runs one program twice gets two executions', async (_era, options) => {
    await using mcp = await openMcpShed();
    const client = new Client({ name: 'ada', version: '1' }, options);
    withPerson(() => ({ action: 'accept', content: { decision: 'Approve' } }))(client);
    const requestInit = { headers: { authorization: 'Bearer ada' } };
    await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url), { requestInit }));
    await Promise.all([client.callTool(SEND), client.callTool(SEND)]);
    expect(mcp.sent).toEqual(['ada', 'ada']);
    await client.close();
  });
});
