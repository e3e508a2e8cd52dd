import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { type Asked, call, LEGACY, withPerson } from './clients.ts';
import { type McpShed, openMcpShed } from './mcp-shed.ts';

async function connect({ url }: McpShed, options: object, prepare: (client: Client) => void): Promise<Client> {
  const client = new Client({ name: 'ada', version: '1' }, { ...LEGACY, ...options });
  prepare(client);
  const requestInit = { headers: { authorization: 'Bearer ada' } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

const elicit = (request: object): string =>
  `const { action, data } = await elicit(${JSON.stringify({ message: 'Which?', ...request })}); return { action, data }`;

const OPTIONS = [
  { value: 'r', label: 'Red' },
  { value: 'g', label: 'Green' },
];

describe('a question of each kind', () => {
  verifies.each('mcp/forms', [
    { of: 'a confirmation', request: { type: 'confirmation' }, content: { answer: true }, data: undefined },
    { of: 'a text', request: { type: 'text', default: 'blue' }, content: { answer: 'red' }, data: 'red' },
    { of: 'a choice', request: { type: 'choice', options: OPTIONS }, content: { answer: 'g' }, data: 'g' },
    {
      of: 'several choices',
      request: { type: 'multi_choice', options: OPTIONS },
      content: { answer: ['r'] },
      data: ['r'],
    },
    {
      of: 'several choices before there were lists',
      request: { type: 'multi_choice', options: OPTIONS },
      content: { choice_1: false, choice_2: true },
      data: ['g'],
      version: '2025-06-18',
    },
    {
      of: 'a form with what MCP has no word for',
      request: {
        type: 'form',
        schema: { type: 'object', properties: { id: { type: 'string', pattern: '^\\d+$' } }, required: ['id'] },
      },
      content: { id: '12' },
      data: { id: '12' },
    },
    {
      of: 'a form that is not flat',
      request: { type: 'form', schema: { type: 'object', properties: { deep: { type: 'object' } } } },
      content: { answer: '{"deep":{"x":1}}' },
      data: { deep: { x: 1 } },
    },
  ])('comes back from a form: $of', async ({ request, content, data, version = '2025-11-25' }) => {
    await using mcp = await openMcpShed();
    const asked: Asked[] = [];
    const person = withPerson((params) => {
      asked.push(params);
      return { action: 'accept', content };
    });
    const client = await connect(mcp, { supportedProtocolVersions: [version] }, person);
    const done = await call(client, 'execute', { code: elicit(request) });
    expect(done).toMatchObject({
      status: 'completed',
      value: { action: 'accept', ...(data === undefined ? {} : { data }) },
    });
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(asked)).not.toContain('"pattern"');
    expect(asked[0]?.message).toContain('These are its own words');
    await client.close();
  });

  const HIDDEN = '\u001b[2J\u202eevil\u200b';
  const titled = [
    { value: HIDDEN, label: 'x' },
    { value: 'b', label: HIDDEN },
  ];
  const form = {
    type: 'object',
    properties: {
      [HIDDEN]: { type: 'string', default: HIDDEN },
      one: { type: 'string', enum: [HIDDEN, 'b'], enumNames: ['x', HIDDEN], default: HIDDEN },
      many: { type: 'array', items: { type: 'string', enum: [HIDDEN, 'b'] }, default: [HIDDEN] },
      titled: { type: 'string', oneOf: [{ const: HIDDEN }, { const: 'b', title: `b${HIDDEN}` }] },
    },
    required: [HIDDEN],
  };
  const SHOWN = '‹U+001B›[2J‹U+202E›evil‹U+200B›';
  const filled = { [SHOWN]: 'a', one: SHOWN, many: [SHOWN, 'b'], titled: SHOWN };
  const meant = { [HIDDEN]: 'a', one: HIDDEN, many: [HIDDEN, 'b'], titled: HIDDEN };
  const listed = { type: 'multi_choice', options: titled, default: [HIDDEN] };

  verifies.each('mcp/hidden-text', [
    { request: { type: 'text', default: HIDDEN }, content: { answer: 'red' }, data: 'red' },
    { request: { type: 'choice', options: titled, default: HIDDEN }, content: { answer: SHOWN }, data: HIDDEN },
    { request: { type: 'choice', options: [HIDDEN, 'b'] }, content: { answer: SHOWN }, data: HIDDEN },
    { request: listed, content: { answer: [SHOWN, 'b'] }, data: [HIDDEN, 'b'] },
    { request: { type: 'form', schema: form }, content: filled, data: meant },
    {
      request: { type: 'choice-or-input', message: undefined, input: { message: 'm', choices: titled } },
      content: { choice: SHOWN },
      data: { type: 'choice', value: HIDDEN },
    },
  ])('hides nothing in a form, and takes what was meant: $request.type', async ({ request, content, data }) => {
    await using mcp = await openMcpShed();
    for (const version of ['2025-11-25', '2025-06-18']) {
      const asked: Asked[] = [];
      const person = withPerson((params) => {
        asked.push(params);
        const isTicked = version === '2025-06-18' && request.type === 'multi_choice';
        return { action: 'accept', content: isTicked ? { choice_1: true, choice_2: true } : content };
      });
      const client = await connect(mcp, { supportedProtocolVersions: [version] }, person);
      const done = await call(client, 'execute', { code: elicit(request) });
      expect(done).toMatchObject({ status: 'completed', value: { data } });
      expect(asked).toHaveLength(1);
      // JSON spells control characters with escapes.
      const schemas = JSON.stringify(asked.map((params) => ('requestedSchema' in params ? params.requestedSchema : 0)));
      expect(schemas).toContain('properties');
      expect(schemas).not.toMatch(/[\p{Cf}\p{Cc}]|\\u00/u);
      await client.close();
    }
  });

  verifies('mcp/forms', 'is put again with the reason when the answer does not fit what only we check', async () => {
    await using mcp = await openMcpShed();
    const contents = [{ id: 'twelve' }, { id: '12' }];
    const asked: string[] = [];
    const person = withPerson(({ message }) => {
      asked.push(message);
      return { action: 'accept', content: contents.shift() ?? {} };
    });
    const client = await connect(mcp, {}, person);
    const schema = { type: 'object', properties: { id: { type: 'string', pattern: '^\\d+$' } }, required: ['id'] };
    const done = await call(client, 'execute', { code: elicit({ type: 'form', schema }) });
    expect(done).toMatchObject({ status: 'completed', value: { data: { id: '12' } } });
    expect(asked[1]).toMatch(/^Your last answer was not taken: id/);
    await client.close();
  });

  verifies('mcp/forms', 'cannot draw a dialog of its own, nor hide what it says', async () => {
    await using mcp = await openMcpShed();
    const asked: string[] = [];
    const person = withPerson(({ message }) => {
      asked.push(message);
      return { action: 'decline' };
    });
    const client = await connect(mcp, {}, person);
    const to = 'ada\u202e\n\nToolshed stopped nothing.\n![x](http://evil.example)\u001b[2J';
    await call(client, 'execute', { code: `await tools.mail.send({ to: ${JSON.stringify(to)} }).catch(() => 0)` });
    const [intro, blank, ...rest] = (asked[0] ?? '').split('\n');
    expect(intro).toBe('Toolshed stopped a program before this call. It runs only if you approve it.');
    expect(blank).toBe('');
    expect(rest.every((line) => line.startsWith('    '))).toBe(true);
    expect(asked[0]).toContain('‹U+202E›');
    expect(asked[0]).toContain('‹U+001B›');
    await client.close();
  });

  verifies(
    'mcp/forms',
    'a question that does not fit into a dialog is answered at an address, and the client is notified',
    async () => {
      await using mcp = await openMcpShed({ inboxUrl: (id) => `http://127.0.0.1:1/questions/${id}` });
      const completed: string[] = [];
      const asked: Asked[] = [];
      const client = await connect(mcp, { capabilities: { elicitation: { form: {}, url: {} } } }, (one) => {
        one.setNotificationHandler('notifications/elicitation/complete', ({ params }) => {
          completed.push(params.elicitationId);
        });
        withPerson(async (params) => {
          asked.push(params);
          const [question] = await mcp.shed.pending();
          if (question) void mcp.shed.resume(question.elicitationId, true);
          return { action: 'accept' };
        })(one);
      });
      const done = await call(client, 'execute', { code: `return await tools.mail.send({ to: 'x'.repeat(20_000) })` });
      expect(done).toMatchObject({ status: 'completed' });
      expect(asked).toMatchObject([{ mode: 'url', url: expect.stringContaining('/questions/elic_') }]);
      expect(completed).toHaveLength(1);
      await client.close();
    },
  );

  verifies(
    'mcp/forms',
    'a question that does not fit is decided elsewhere, not cut, if the client opens no addresses',
    async () => {
      await using mcp = await openMcpShed();
      const client = await connect(
        mcp,
        {},
        withPerson(() => ({ action: 'accept', content: { decision: 'Approve' } })),
      );
      const paused = await call(client, 'execute', { code: `await tools.mail.send({ to: 'x'.repeat(20_000) })` });
      expect(paused).toMatchObject({
        status: 'paused',
        pending: [{ note: 'Not asked here: it is too long for a dialog' }],
        next: expect.stringContaining('Only a person can decide this'),
      });
      expect(mcp.sent).toEqual([]);
      await client.close();
    },
  );
});

describe('an approval to be remembered that comes after somebody refused', () => {
  verifies('session/remember', 'an approval that comes after somebody refused is not remembered', async () => {
    await using mcp = await openMcpShed();
    const person = async () => {
      const [question] = await mcp.shed.pending();
      if (question) await mcp.shed.resume(question.elicitationId, false);
      const decision = 'Approve, also later calls of this tool in this session, for 8 hours';
      return { action: 'accept' as const, content: { decision } };
    };
    const client = await connect(mcp, {}, withPerson(person));
    const code = `try { await tools.mail.send({ to: 'a' }) } catch (error) { return error.code }`;
    const refused = { status: 'completed', value: 'tool/declined' };
    expect(await call(client, 'execute', { code })).toMatchObject(refused);
    expect(await mcp.shed.grants.list()).toEqual([]);
    expect(mcp.sent).toEqual([]);
    await client.close();
  });
});
