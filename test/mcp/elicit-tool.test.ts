import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { type Asked, call, LEGACY, MODERN, SILENT, SILENT_MODERN, withPerson } from './clients.ts';
import { type McpShed, openMcpShed } from './mcp-shed.ts';
import { showing, textIn } from './shown-view.ts';

async function connect({ url }: McpShed, options: ClientOptions, content: Record<string, unknown> = {}) {
  const client = new Client({ name: 'ada', version: '1' }, options);
  const asked: Asked[] = [];
  if (options.capabilities?.elicitation) {
    withPerson((params) => {
      asked.push(params);
      return { action: 'accept', content: { ...content } as Record<string, string> };
    })(client);
  }
  const requestInit = { headers: { authorization: 'Bearer ada' } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return { client, asked };
}

const CHOICE = { type: 'choice', prompt: 'Which framework should we use?', options: ['FastAPI', 'Django', 'Flask'] };
const UNSET = { fields: null, default: null, sensitive: null, description: null };

/** One for the file; what differs between tests is what is asked. */
const mcp = await openMcpShed();
afterAll(() => mcp[Symbol.asyncDispose]());

describe('the tool elicit', () => {
  verifies.each('mcp/elicit', [
    ['2025', LEGACY],
    ['2026', MODERN],
  ])('asks with the dialog of a client of %s', async (_era, options) => {
    const { client, asked } = await connect(mcp, options, { answer: 'Django' });
    const done = await call(client, 'elicit', { ...CHOICE, ...UNSET });
    expect(done).toMatchObject({ status: 'completed', value: { action: 'accept', content: 'Django' } });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.message).toContain('Which framework should we use?');
    await client.close();
  });

  verifies('mcp/elicit', 'is a task for a client that knows them', async () => {
    const tasks = {
      token: 'ada',
      capabilities: { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } },
    };
    const { taskId } = await mcp.call(tasks, 'elicit', CHOICE);
    const asked = async () => Object.keys(Object((await mcp.request(tasks, 'tasks/get', { taskId }))['inputRequests']));
    await expect.poll(asked).toHaveLength(1);
    const [key = ''] = await asked();
    const inputResponses = { [key]: { action: 'accept', content: { answer: 'Flask' } } };
    await mcp.request(tasks, 'tasks/update', { taskId, inputResponses });
    await expect
      .poll(() => mcp.request(tasks, 'tasks/get', { taskId }))
      .toMatchObject({
        status: 'completed',
        result: { ...showing({ value: { content: 'Flask' } }) },
      });
  });

  verifies.each('mcp/elicit', [
    ['2025', SILENT],
    ['2026', SILENT_MODERN],
  ])('goes through the agent of a client of %s that cannot ask', async (_era, options) => {
    const { client } = await connect(mcp, options);
    const { executionId: execution_id, pending } = await call(client, 'elicit', CHOICE);
    expect(pending).toMatchObject([{ request: { options: CHOICE.options.map((value) => ({ value })) } }]);
    const done = await call(client, 'resume', { execution_id, action: 'accept', content: 'Flask' });
    expect(done).toMatchObject({ status: 'completed', value: { action: 'accept', content: 'Flask' } });
    expect(await mcp.shed.replay(execution_id)).toMatchObject({ kind: 'same' });
    await client.close();
  });

  verifies(
    'mcp/elicit',
    'takes the question as fields, as a fenced block, as JSON, and as the code of execute',
    async () => {
      const { client } = await connect(mcp, SILENT);
      const json = JSON.stringify(CHOICE);
      const block = `\`\`\`elicit\n${json}\n\`\`\``;
      const ways = [
        ['elicit', CHOICE],
        ['elicit', { message: CHOICE.prompt, type: 'choice', options: CHOICE.options }],
        ['elicit', { spec: block }],
        ['elicit', { spec: `\`\`\`\`markdown\n${block}\n\`\`\`\`` }],
        ['elicit', { spec: json }],
        ['elicit', { prompt: block }],
        ['execute', { code: block }],
      ] as const;
      for (const [tool, args] of ways) {
        expect(await call(client, tool, { ...args })).toMatchObject({
          status: 'paused',
          pending: [
            {
              type: 'choice',
              message: CHOICE.prompt,
              asker: 'program',
              request: { options: [{ value: 'FastAPI' }, {}, {}] },
            },
          ],
        });
      }
      const form = await call(client, 'elicit', {
        prompt: 'New project',
        fields: [{ name: 'tests', prompt: 'Tests?', type: 'boolean' }],
      });
      expect(form).toMatchObject({
        pending: [{ type: 'form', request: { schema: { properties: { tests: { type: 'boolean' } } } } }],
      });
      await client.close();
    },
  );

  verifies(
    'mcp/elicit',
    'says that a secret was given, and what programs do with it, and nothing of the value',
    async () => {
      const { client } = await connect(mcp, SILENT);
      const {
        executionId: execution_id,
        pending,
        next,
      } = await call(client, 'elicit', {
        type: 'secret',
        prompt: 'Your API key?',
        name: 'openai',
      });
      expect(pending).toMatchObject([
        {
          type: 'secret',
          request: { name: 'openai', sensitive: true },
          note: expect.stringContaining('must not pass through you'),
        },
      ]);
      expect(next).not.toContain('resume');
      for (const decided of [{ approved: true }, { action: 'accept' }, { action: 'other' }]) {
        const refused = await client.callTool({
          name: 'resume',
          arguments: { execution_id, ...decided, content: 'sk-123456789' },
        });
        expect(JSON.stringify(refused)).toContain('answer/person-only');
      }
      await mcp.shed.resume(execution_id, { approved: true, data: 'sk-123456789' });
      const done = await client.callTool({ name: 'get_execution', arguments: { execution_id } });
      expect(done).toMatchObject({
        ...showing({
          value: {
            content: expect.stringMatching(/^secret:/),
            note: expect.stringContaining('User provided secret value (not shown)'),
          },
        }),
      });
      expect(JSON.stringify(done)).not.toContain('sk-123456789');
      await client.close();
    },
  );

  verifies('mcp/elicit', 'is found by an agent that looks for a way to ask, and described', async () => {
    const { client } = await connect(mcp, SILENT);
    for (const query of ['ask the user', 'prompt the person', 'question', 'input', 'confirm with user', 'secret']) {
      const found = await client.callTool({ name: 'search_tools', arguments: { query } });
      expect(textIn(found)).toMatch(/^elicit — .*await elicit\(\{/m);
    }
    const described = await client.callTool({ name: 'describe_tool', arguments: { path: 'elicit' } });
    expect(JSON.parse(textIn(described))).toMatchObject({
      path: 'elicit',
      signature: expect.stringContaining('elicit('),
      asks: true,
    });
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'execute')?.description).toContain('elicit(');
    await client.close();
  });

  verifies('mcp/elicit', 'says what is wrong with a question, and asks nobody', async () => {
    const { client } = await connect(mcp, SILENT);
    const before = await mcp.shed.pending();
    const problems = [
      [{ ...CHOICE, colour: 'red' }, '"colour": is not known'],
      [
        { prompt: 'Who?', fields: [{ name: 'n', type: 'text', colour: 'red' }] },
        '"fields.0.colour": is not known; it takes name',
      ],
      [
        { ...CHOICE, options: [{ value: 'a', colour: 'red' }] },
        '"options.0.colour": is not known; it takes value, label',
      ],
      [{ spec: '{', prompt: 'Who?' }, 'give it alone'],
      [{ spec: '```elicit\n{\n```' }, 'is not JSON'],
      [{ type: 'choice', prompt: 'Which?' }, 'options'],
      [{ type: 'no-such-kind', prompt: 'Which?' }, 'type'],
      [{ type: 'text' }, 'message'],
    ] as const;
    for (const [args, problem] of problems) {
      const { content, isError } = await client.callTool({ name: 'elicit', arguments: { ...args } });
      expect(isError).toBe(true);
      expect(JSON.stringify(content)).toContain(problem.replaceAll('"', String.raw`\"`));
    }
    expect(await mcp.shed.pending()).toHaveLength(before.length);
    const deep = JSON.parse(`${'['.repeat(600)}${']'.repeat(600)}`);
    await expect(client.callTool({ name: 'elicit', arguments: { prompt: 'm', input: deep } })).rejects.toThrow(
      'nested deeper',
    );
    await client.close();
  });
});

describe('a side quest of an agent', () => {
  verifies('mcp/side-quest', 'leaves a question of its own session, and of no other', async () => {
    await using mcp = await openMcpShed();
    const { client } = await connect(mcp, SILENT);
    const paused = await call(client, 'elicit', { type: 'text', prompt: 'Which dates?' });
    const [question] = Object(paused).pending;
    const quest = await call(client, 'execute', { code: 'return 72', side_quest_of: question.elicitationId });
    expect(quest).toMatchObject({ status: 'completed', value: 72 });
    expect(await mcp.shed.list({ parent: question.elicitationId })).toMatchObject([{ status: 'completed' }]);
    expect(await mcp.shed.pending()).toMatchObject([{ elicitationId: question.elicitationId }]);
    const { paused: other } = expectStatus(
      await mcp.shed.execute(`return await elicit({ message: 'Theirs?' })`),
      'paused',
    );
    for (const side_quest_of of [other.elicitationId, 'elic_nobody', 'nonsense']) {
      const refused = await client.callTool({ name: 'execute', arguments: { code: 'return 1', side_quest_of } });
      expect(refused).toMatchObject({ isError: true });
    }
    expect(await mcp.shed.list({ parent: other.elicitationId })).toHaveLength(0);
    await client.close();
  });
});
