import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createElicit, defineTool, elicitUrl, ExecutionId } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { verifies } from '../support/verifies.ts';
import { type Asked, call, LEGACY, MODERN, SILENT, SILENT_MODERN, withPerson } from './clients.ts';
import { type McpOver, openMcpOver } from './mcp-over.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { showing, viewIn } from './shown-view.ts';

const pickShape = createElicit({
  name: 'pick-shape',
  description: 'A circle or a square',
  input: z.object({}),
  output: z.union([z.object({ circle: z.number() }), z.object({ square: z.number() })]),
});
const acknowledge = createElicit({
  name: 'acknowledge',
  description: 'Take note',
  input: z.object({}),
  output: z.object({ name: z.string().min(3) }),
  actions: ['accept'],
});

const remove = defineTool({
  path: 'file.remove',
  description: 'Remove a file',
  input: z.object({ file: z.string() }),
  destructive: true,
  preview: () => ({ kind: 'text', text: '12 lines' }),
  handler: () => 'removed',
});

const signIn = defineTool({
  path: 'mail.signIn',
  description: 'Sign in',
  input: z.object({}),
  destructive: false,
  handler: async (context) => {
    const elicitationId = context.flowId();
    const url = `https://accounts.example/?state=${elicitationId}`;
    return (await context.elicit(elicitUrl({ message: 'Sign in', url, elicitationId }))).action;
  },
});

interface Server extends McpOver {
  readonly shed: Toolshed;
  connect(options: ClientOptions, answer?: (asked: Asked, count: number) => object): Promise<Client>;
}

async function openServer(): Promise<Server> {
  const shed = await openInThread({ tools: [remove, signIn], kinds: [pickShape, acknowledge], store: 'memory' });
  const mcp = await openMcpOver(shed);
  return {
    ...mcp,
    shed,
    async connect(options, answer) {
      const client = new Client({ name: 'ada', version: '1' }, options);
      let count = 0;
      if (answer) withPerson((asked) => ({ action: 'accept', ...answer(asked, count++) }))(client);
      const requestInit = { headers: { authorization: 'Bearer ada' } };
      await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url), { requestInit }));
      return client;
    },
    async [Symbol.asyncDispose]() {
      await mcp[Symbol.asyncDispose]();
      await shed[Symbol.asyncDispose]();
    },
  };
}

/** One for the file. */
const server = await openServer();
afterAll(() => server[Symbol.asyncDispose]());

const CHOICES = [
  { label: 'Red', value: 'r' },
  { label: 'In my own words', value: 'In my own words' },
];
const EITHER = { type: 'choice-or-input', input: { message: 'Which?', choices: CHOICES } };

describe('a question to a client that cannot ask', () => {
  verifies.each('mcp/whole-question', [
    ['2025', SILENT],
    ['2026', SILENT_MODERN],
  ])('has all of it, for an agent of %s to show', async (_era, options) => {
    const client = await server.connect(options);
    const questions = [
      { type: 'choice', message: 'C', options: [{ value: 'a', label: 'A' }, 'b'], default: 'b', description: 'D' },
      { type: 'multi_choice', message: 'M', options: ['a', 'b'], min: 1, max: 2 },
      { message: 'F', fields: [{ name: 'n', prompt: 'N?', type: 'integer' }], expiresInMs: 60_000 },
      { type: 'url', message: 'U', url: 'https://a.example/x' },
      EITHER,
    ];
    const code = `await Promise.all([tools.file.remove({ file: 'a' }), ...${JSON.stringify(questions)}.map(elicit)])`;
    const paused = await call(client, 'execute', { code });
    const actions = ['accept', 'decline', 'cancel', 'other'];
    const expected = [
      {
        type: 'approval',
        toolPath: 'file.remove',
        args: { file: 'a' },
        request: { preview: { text: '12 lines' } },
        actions,
      },
      {
        type: 'choice',
        request: { options: [{ value: 'a', label: 'A' }, { value: 'b' }], default: 'b', description: 'D' },
        actions,
      },
      { type: 'multi_choice', request: { min: 1, max: 2 } },
      {
        type: 'form',
        request: { schema: { properties: { n: { type: 'integer', title: 'N?' } } } },
        expiresAt: expect.any(Number),
      },
      { type: 'url', request: { url: 'https://a.example/x' }, note: expect.stringContaining('only they can do') },
      {
        type: 'named',
        request: { name: 'choice-or-input', input: { choices: CHOICES }, output: { oneOf: [{}, {}] } },
        actions,
      },
    ];
    expect(paused.pending).toMatchObject(expected);
    const seen = await client.callTool({ name: 'get_execution', arguments: { execution_id: paused.executionId } });
    expect(viewIn(seen)).toMatchObject({ pending: expected });
    expect(seen.content).toMatchObject([{ text: expect.stringContaining('https://a.example/x') }]);
    await client.close();
  });

  verifies('mcp/whole-question', 'is bounded and marked in a reply, and read whole by its path', async () => {
    const client = await server.connect(SILENT);
    const code = `await Promise.all(Array.from({ length: 40 }, (_, n) => tools.file.remove({ file: n + 'x'.repeat(9000) })))`;
    const { content } = await client.callTool({ name: 'execute', arguments: { code } });
    const [{ text }] = z.tuple([z.looseObject({ text: z.string() })]).parse(content);
    expect(text.length).toBeLessThan(45_000);
    expect(text).toContain('left out: 9');
    expect(text).toContain('Show the user all of it');
    const { executionId: execution_id } = Object(viewIn({ content }));
    const last = await client.callTool({
      name: 'get_execution',
      arguments: { execution_id, path: 'pending[39].args' },
    });
    expect(viewIn(last)).toMatchObject({ value: { file: `39${'x'.repeat(9000)}` } });
    await client.close();
  });
});

describe('an agent that passes on an answer', () => {
  verifies('mcp/person-only', 'does not consent to a page nobody opened', async () => {
    const client = await server.connect(SILENT);
    const ask = (url: string): string => `return (await elicit({ type: 'url', message: 'Go', url: '${url}' })).action`;
    const { executionId: execution_id } = await call(client, 'execute', { code: ask('https://a.example/') });
    await expect(call(client, 'resume', { execution_id, approved: true })).rejects.toThrow('answer/person-only');
    expect(await call(client, 'resume', { execution_id, approved: false })).toMatchObject({ value: 'decline' });
    await client.close();
  });

  verifies(
    'mcp/person-only',
    'tells that the person agreed to a flow’s page once, and the flow answers it',
    async () => {
      const client = await server.connect(SILENT);
      const paused = await call(client, 'execute', { code: 'return await tools.mail.signIn({})' });
      const { executionId: execution_id } = paused;
      const [{ request }] = z
        .tuple([z.looseObject({ request: z.looseObject({ url: z.string() }) })])
        .parse(paused.pending);
      const { url } = request;
      const agreed = await call(client, 'resume', { execution_id, approved: true });
      expect(agreed).toMatchObject({
        status: 'paused',
        next: expect.stringContaining('call get_execution'),
        pending: [
          {
            request: { url },
            consent: { principal: 'ada' },
            note: expect.stringContaining('you said that the user agreed to open its page, and it waits'),
          },
        ],
      });
      expect(agreed.next).not.toContain('resume');
      await expect(call(client, 'resume', { execution_id, approved: true })).rejects.toThrow('answer/person-only');
      await server.shed.completeElicitation(new URL(url).searchParams.get('state') ?? '');
      expect(await call(client, 'get_execution', { execution_id })).toMatchObject({ value: 'accept' });
      await client.close();
    },
  );

  verifies(
    'mcp/person-only',
    'says which action it is, with words where there are some, and has nothing remembered',
    async () => {
      const client = await server.connect(SILENT);
      const start = async (code: string): Promise<string> => (await call(client, 'execute', { code })).executionId;
      const gated = await start(`try { await tools.file.remove({ file: 'a' }) } catch (error) { return error.reason }`);
      for (const remember of ['session', { scope: 'session' }]) {
        await expect(call(client, 'resume', { execution_id: gated, approved: true, remember })).rejects.toThrow(
          'answer/person-only',
        );
      }
      const other = { execution_id: gated, action: 'other', content: 'first show me the diff' };
      expect(await call(client, 'resume', other)).toMatchObject({ value: 'first show me the diff' });
      expect(await call(client, 'resume', other)).toMatchObject({ value: 'first show me the diff' });
      await expect(call(client, 'resume', { execution_id: gated, approved: true })).rejects.toThrow('already-answered');
      const ask = `const { action, content } = await elicit({ type: 'location', input: {} }); return [action, content]`;
      const denied = { execution_id: await start(ask), action: 'denied' };
      expect(await call(client, 'resume', denied)).toMatchObject({ value: ['denied', null] });
      const cancelled = {
        execution_id: await start(`return (await elicit({ message: 'Go?' })).action`),
        action: 'cancel',
      };
      expect(await call(client, 'resume', cancelled)).toMatchObject({ value: 'cancel' });
      expect(await server.shed.grants.list()).toEqual([]);
      await client.close();
    },
  );
});

describe('an answer to a question that has another one', () => {
  const twoQuestions = `const one = await elicit({ type: 'text', message: 'one' });
    const two = await elicit({ type: 'text', message: 'two' }); return [one.content, two.content]`;

  verifies.each('mcp/answered-again', [
    ['that cannot ask', SILENT, undefined],
    ['that asks', LEGACY, () => ({ action: 'cancel' })],
  ])('is refused with the one that stands, from a client %s, also once all is over', async (_, options, person) => {
    const client = await server.connect(options, person);
    const { executionId: execution_id, pending: [one] = [] } = await call(client, 'execute', { code: twoQuestions });
    const elicitation_id = one?.elicitationId ?? '';
    await server.shed.resume(elicitation_id, { approved: true, data: 'A' });
    const [two] = await server.shed.pending({ executionId: ExecutionId.parse(execution_id) });
    await server.shed.resume(two?.elicitationId ?? '', { approved: true, data: 'B' });
    const again = { execution_id, elicitation_id };
    expect(await call(client, 'resume', { ...again, action: 'accept', content: 'A' })).toMatchObject({
      status: 'completed',
      value: ['A', 'B'],
    });
    for (const other of [{ action: 'decline' }, { approved: false }, { action: 'accept', content: 'C' }])
      await expect(call(client, 'resume', { ...again, ...other })).rejects.toThrow('elicitation/already-answered');
    await client.close();
  });
});

describe('arguments nobody knows', () => {
  verifies('mcp/known-keys', 'are refused by every tool, with their names and what it takes', async () => {
    const client = await server.connect(SILENT);
    const { executionId: execution_id } = await call(client, 'execute', {
      code: `return await tools.file.remove({ file: 'a' })`,
    });
    const calls = [
      ['execute', { code: 'return 1', timeout: 5 }, '"timeout": is not known; it takes code, session, idempotency_key'],
      ['elicit', { prompt: 'Who?', promt: 'x' }, '"promt": is not known; did you mean "prompt"?'],
      ['resume', { execution_id, approved: true, aprovals: 1 }, '"aprovals": is not known'],
      [
        'resume',
        { execution_id, approved: true, remember: { scope: 'session', for: 'ever' } },
        '"remember.for": is not',
      ],
      ['resume', { execution_id, approved: true, action: 'decline' }, 'says decline'],
      ['resume', { execution_id, approved: true, content: 1, data: 2 }, 'give one of them'],
      ['resume', { execution_id }, '"approved" or "action"'],
      ['resume', { execution_id, action: 'expired' }, '"action"'],
      ['get_execution', { execution_id, full: true }, '"full": is not known; it takes execution_id'],
      ['cancel', { execution_id, force: true }, '"force": is not known; it takes execution_id'],
      ['search_tools', { query: 'mail', limit: 3 }, '"limit": is not known; it takes query, signatures'],
      ['describe_tool', { path: 'mail.signIn', deep: true }, '"deep": is not known; it takes path, output'],
    ] as const;
    for (const [name, args, problem] of calls) {
      const { content, isError } = await client.callTool({ name, arguments: args });
      expect(isError).toBe(true);
      expect(content).toMatchObject([{ text: expect.stringContaining(problem) }]);
    }
    expect(await call(client, 'get_execution', { execution_id })).toMatchObject({ status: 'paused' });
    await client.close();
  });
});

describe('a named kind in a client’s form', () => {
  let asked = 0;
  /** Another program each time: the same one would join the question of an earlier client that is still open. */
  const ask = (request: object): string => `return await elicit(${JSON.stringify(request)}) // ${asked++}`;

  verifies.each('mcp/forms', [
    ['2025', LEGACY],
    ['2026', MODERN],
  ])('takes a choice or own words from a client of %s', async (_era, options) => {
    const given = [
      [{ choice: 'r' }, { type: 'choice', value: 'r' }],
      [{ choice: 'In my own words' }, { type: 'choice', value: 'In my own words' }],
      [
        { choice: 'In my own words…', own_words: 'blue' },
        { type: 'custom', text: 'blue' },
      ],
      [{ own_words: 'blue' }, { type: 'custom', text: 'blue' }],
    ] as const;
    for (const [content, answer] of given) {
      const client = await server.connect(options, () => ({ content }));
      const done = await call(client, 'execute', { code: ask(EITHER) });
      expect(done).toMatchObject({ status: 'completed', value: { action: 'accept', content: answer } });
      await client.close();
    }
    const messages: string[] = [];
    const client = await server.connect(options, ({ message }, count) => {
      messages.push(message);
      return { content: count === 0 ? { choice: 'r', own_words: 'blue' } : { choice: 'r' } };
    });
    await call(client, 'execute', { code: ask(EITHER) });
    expect(messages[1]).toMatch(/^Your last answer was not taken: choose one, or write your own words, and not both/);
    await client.close();
  });

  verifies('mcp/forms', 'is asked for as JSON where its answer is no flat object', async () => {
    const client = await server.connect(MODERN, () => ({ content: { answer: '{"square":2}' } }));
    const done = await call(client, 'execute', { code: ask({ type: 'pick-shape', input: {} }) });
    expect(done).toMatchObject({ status: 'completed', value: { content: { square: 2 } } });
    await client.close();
  });

  verifies.each('mcp/no-loop', [
    ['2025', LEGACY, { content: {} }],
    ['2026', MODERN, { content: {} }],
    ['2025', LEGACY, { content: { name: 'x' } }],
    ['2026', MODERN, { content: { name: 'x' } }],
  ])('is left open after three answers of a client of %s that do not fit', async (_era, options, reply) => {
    let dialogs = 0;
    const client = await server.connect(options, () => {
      dialogs += 1;
      return reply;
    });
    const left = await call(client, 'execute', { code: ask({ type: 'acknowledge', input: {} }) });
    expect(left).toMatchObject({ status: 'paused', pending: [{ note: expect.stringContaining('name') }] });
    expect(dialogs).toBe(3);
    await client.close();
  });

  verifies(
    'mcp/no-loop',
    'is left open after a client of 2026 gave its state back three times without an answer',
    async () => {
      const ada = { token: 'ada', capabilities: { elicitation: { form: {} } } };
      const args = { code: `return await tools.file.remove({ file: 'a' })` };
      let rounds = 0;
      let reply = await server.call(ada, 'execute', args);
      for (; reply['resultType'] === 'input_required' && rounds < 9; rounds += 1) {
        const inputResponses = rounds % 2 === 0 ? {} : { elic_other: { action: 'cancel' } };
        reply = await server.call(ada, 'execute', args, { requestState: reply['requestState'], inputResponses });
      }
      expect(rounds).toBe(3);
      expect(reply).toMatchObject({ ...showing({ status: 'paused', pending: [{}] }) });
    },
  );

  verifies.each('mcp/no-loop', [
    ['2025', LEGACY],
    ['2026', MODERN],
  ])('a question without a refusal is put aside by a client of %s that declines', async (_era, options) => {
    const client = await server.connect(options, () => ({ action: 'decline' }));
    const left = await call(client, 'execute', { code: ask({ type: 'acknowledge', input: {} }) });
    expect(left).toMatchObject({ status: 'paused' });
    await client.close();
  });
});
