// Form mode: the tool of the page's sample, called by real MCP clients.

import type { ElicitResult } from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { clientReaches } from '@toolshed/server/internal/mcp/pause/ask/client-reach';
import { defineTool, mcpFormOf, ToolError } from '@toolshed/kernel';
import { readElicitRequest } from '@toolshed/kernel/runtime';
import type { Toolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { type Asked, call, LEGACY, SILENT, withPerson } from '../../../mcp/clients.ts';
import { type McpOver, openMcpOver } from '../../../mcp/mcp-over.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';
import { openInThread } from '../../../support/open-in-thread.ts';

const ELICIT_NAME = {
  message: 'What is your info?',
  fields: [
    { type: 'string', name: 'name', required: true, title: 'Your name' },
    { type: 'string', name: 'email', required: true, title: 'Email', format: 'email' },
    {
      type: 'enum',
      name: 'role',
      required: true,
      title: 'Role',
      enum: [
        ['dev', 'Developer'],
        ['pm', 'Product Manager'],
      ],
    },
  ],
} as const;

const myTool = defineTool({
  path: 'my.tool',
  description: 'Greets',
  input: z.object({ withinMs: z.int().optional() }),
  destructive: false,
  async handler(ctx, { withinMs }) {
    const timeout = withinMs === undefined ? {} : { timeoutMs: withinMs };
    const { action, content } = await ctx.elicit({ ...ELICIT_NAME, ...timeout, whenNobody: 'not_supported' });
    switch (action) {
      case 'accept':
        return `Hello ${Object(content).name}`;
      case 'not_supported':
        return 'Hello stranger';
      case 'timeout':
        throw new ToolError('my/timed-out', 'Timed out');
      default:
        throw new ToolError('my/rejected', 'Rejected');
    }
  },
});

const ADA = { name: 'Ada', email: 'ada@example.com', role: 'dev' };
const RUN = `return await tools.my.tool({}).catch(({ message }) => message)`;

describe('form mode', () => {
  let shed: Toolshed;
  let mcp: McpOver;
  beforeAll(async () => {
    shed = await openInThread({ tools: [myTool], store: 'memory', reachesPeople: clientReaches });
    mcp = await openMcpOver(shed);
  });
  afterAll(async () => {
    await mcp[Symbol.asyncDispose]();
    await shed[Symbol.asyncDispose]();
  });

  const connect = async (
    options: object,
    person?: (asked: Asked) => ElicitResult | Promise<ElicitResult>,
  ): Promise<Client> => {
    const client = new Client({ name: 'ada', version: '1' }, { ...LEGACY, ...options });
    if (person) withPerson(person)(client);
    const requestInit = { headers: { authorization: 'Bearer ada' } };
    await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url), { requestInit }));
    return client;
  };

  verifies('mcp/forms', 'asks for what the sample asks for, through any client that declares elicitation', async () => {
    const asked: Asked[] = [];
    const contents = [{ ...ADA, email: 'nowhere' }, ADA];
    const client = await connect({}, (params) => {
      asked.push(params);
      return { action: 'accept', content: contents.shift() ?? {} };
    });
    const done = await call(client, 'execute', { code: RUN });
    const [first, second] = asked;
    shows('elicit/during-call', first?.message).toContain('What is your info?');
    shows('elicit/create', asked).toHaveLength(2);
    const schema = first && 'requestedSchema' in first ? first.requestedSchema : undefined;
    shows('form/schema-from-server', Object.keys(schema?.properties ?? {})).toEqual(['name', 'email', 'role']);
    shows('form/default-mode', first?.mode ?? 'form').toBe('form');
    shows('form/sample-required', schema?.required).toEqual(['name', 'email', 'role']);
    const titles = { name: { title: 'Your name' }, email: { title: 'Email' }, role: { title: 'Role' } };
    shows('form/sample-titles', schema?.properties).toMatchObject(titles);
    shows('form/sample-email', schema?.properties).toMatchObject({ email: { format: 'email' } });
    shows('form/sample-role', schema?.properties['role']).toMatchObject({
      oneOf: [
        { const: 'dev', title: 'Developer' },
        { const: 'pm', title: 'Product Manager' },
      ],
    });
    shows('elicit/validates', second?.message).toMatch(/^Your last answer was not taken: email/);
    shows('elicit/client-presents', contents).toEqual([]);
    shows('elicit/client-returns', done.status).toBe('completed');
    shows('elicit/continues', done.value).toBe('Hello Ada');
    shows('form/accepted', done.value).toContain('Ada');
    shows('form/any-client', [LEGACY.capabilities, done.status]).toEqual([{ elicitation: {} }, 'completed']);
    shows('mcp/method', asked.length).toBe(2);
    shows('open/mcp-bridge', first?.message).toContain('asks you something');
    await client.close();
  });

  verifies('mcp/forms', 'takes a refusal as an answer, and leaves what a client could not show open', async () => {
    const answers: ElicitResult[] = [{ action: 'decline' }, { action: 'cancel' }];
    const client = await connect({}, () => {
      const answer = answers.shift();
      if (answer === undefined) throw new Error('no screen');
      return answer;
    });
    const refused = await call(client, 'execute', { code: RUN });
    shows('form/rejected', refused.value).toBe('Rejected');
    shows('elicit/client-in-control', refused.status).toBe('completed');
    const closed = await call(client, 'execute', { code: RUN });
    shows('form/dismissed', closed).toMatchObject({ status: 'paused', pending: [{ note: 'The person put it aside' }] });
    await shed.cancel(closed.executionId);
    const failed = await call(client, 'execute', { code: RUN });
    shows('form/failed', failed).toMatchObject({
      status: 'paused',
      pending: [{ note: 'Not asked here: the client could not show it' }],
    });
    expect(await shed.resume(failed.executionId, { approved: true, data: ADA })).toMatchObject({ value: 'Hello Ada' });
    await client.close();
  });

  verifies('mcp/forms', 'ends in time, where the tool says how much there is', async () => {
    const client = await connect({}, () => new Promise(() => undefined));
    const late = await call(client, 'execute', { code: RUN.replace('{}', '{ withinMs: 60 }') });
    shows('form/timed-out', late).toMatchObject({ status: 'completed', value: 'Timed out' });
    await client.close();
  });

  verifies(
    'mcp/forms',
    'is answered at once with not_supported for a client that cannot ask, if the tool wants that',
    async () => {
      const client = await connect(SILENT);
      const greeting = await call(client, 'execute', { code: RUN });
      shows('form/not-supported', greeting).toMatchObject({ status: 'completed', value: 'Hello stranger' });
      const waiting = await call(client, 'execute', { code: `return await elicit({ message: 'Sure?' })` });
      shows('url/clients-without', waiting).toMatchObject({
        status: 'paused',
        next: expect.stringContaining('resume'),
      });
      await shed.cancel(waiting.executionId);
      await client.close();
    },
  );

  verifies('mcp/forms', 'is plain data, also as the protocol has it', () => {
    const { request } = readElicitRequest(ELICIT_NAME);
    shows('form/build', request.type).toBe('form');
    shows('types/json-message', request.message).toBe('What is your info?');
    const { requestedSchema } = mcpFormOf(request.type === 'form' ? request.schema : {});
    shows('types/json-schema', requestedSchema).toMatchObject({ type: 'object', required: ['name', 'email', 'role'] });
    shows('types/to-json', Object.keys(requestedSchema.properties)).toEqual(['name', 'email', 'role']);
    const page = readElicitRequest({ type: 'url', message: 'm', url: 'https://a.example/' }).request;
    shows('types/mode', [request.type, page.type]).toEqual(['form', 'url']);
    shows('types/absent', ['url' in request, 'schema' in page]).toEqual([false, false]);
  });
});
