// URL mode: the tool of the page's sample, and a tool that needs a page visited first.

import { randomUUID } from 'node:crypto';
import { Client, type ElicitResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { clientReaches } from '@toolshed/server';
import { ASKS_LABEL } from '@toolshed/runtime/agent';
import { defineTool, elicitUrl, requireUrl, ToolError } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { type Asked, call, LEGACY, withPerson } from '../../../mcp/clients.ts';
import { type McpOver, openMcpOver } from '../../../mcp/mcp-over.ts';
import { leftBehind } from '../../../support/durable/revive.ts';
import { expectStatus } from '../../../support/expect-status.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';
import { openInThread } from '../../../support/open-in-thread.ts';
import { viewIn } from '../../../mcp/shown-view.ts';

const signIn = defineTool({
  path: 'my.tool',
  description: 'Signs in',
  input: z.object({ withinMs: z.int().optional(), draws: z.boolean().optional() }),
  destructive: false,
  async handler(ctx, { withinMs, draws = false }) {
    const elicitationId = draws ? randomUUID() : ctx.flowId();
    const url = `https://example.com/oauth?elicitation_id=${elicitationId}`;
    const elicitation = elicitUrl({ message: 'Please authenticate', url, elicitationId });

    const timeout = withinMs === undefined ? {} : { timeoutMs: withinMs };
    const { action } = await ctx.elicit({ ...elicitation, ...timeout, whenNobody: 'not_supported' });
    switch (action) {
      case 'accept':
        return 'Authenticated';
      case 'not_supported':
        throw new ToolError('my/not-supported', 'URL elicitation not supported');
      case 'timeout':
        throw new ToolError('my/timed-out', 'Timed out');
      default:
        throw new ToolError('my/rejected', 'Auth rejected');
    }
  },
});

const page = (name: string) => ({
  message: 'Please authenticate first',
  url: `https://example.com/oauth?elicitation_id=unique-id-of-${name}`,
  elicitationId: `unique-id-of-${name}`,
});
const visits = new Set<string>();
const needsPage = defineTool({
  path: 'my.other',
  description: 'Needs two pages visited',
  input: z.object({}),
  destructive: false,
  handler: () => (visits.size === 0 ? requireUrl([page('mail'), page('docs')]) : 'Welcome'),
});

const RUN = 'return await tools.my.tool({}).catch(({ message }) => message)';
/** As a client starts it that opens addresses. */
const BY_CLIENT = { labels: { [ASKS_LABEL]: 'url' } };
const PEOPLE = ['person', 'person'];
const BOTH = { capabilities: { elicitation: { form: {}, url: {} } } };

describe('URL mode', () => {
  let shed: Toolshed;
  let mcp: McpOver;
  beforeAll(async () => {
    shed = await openInThread({ tools: [signIn, needsPage], store: 'memory', reachesPeople: clientReaches });
    mcp = await openMcpOver(shed);
  });
  afterAll(async () => {
    await mcp[Symbol.asyncDispose]();
    await shed[Symbol.asyncDispose]();
  });

  const connect = async (options: object, person: (asked: Asked) => ElicitResult): Promise<Client> => {
    const client = new Client({ name: 'ada', version: '1' }, { ...LEGACY, ...options });
    withPerson(person)(client);
    const requestInit = { headers: { authorization: 'Bearer ada' } };
    await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url), { requestInit }));
    return client;
  };

  verifies(
    'elicit/url',
    'leads to a page, waits for its flow, and tells the client when that is complete',
    async () => {
      const asked: Asked[] = [];
      const order: string[] = [];
      const client = await connect(BOTH, (params) => {
        asked.push(params);
        order.push('accept');
        return { action: 'accept' };
      });
      client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => {
        order.push(`complete ${params.elicitationId}`);
      });
      const both = [1, 2].map(() => call(client, 'execute', { code: RUN }));
      await expect.poll(async () => (await shed.pending()).map(({ consent }) => consent?.kind)).toEqual(PEOPLE);
      const pages = asked.flatMap((one) => (one.mode === 'url' ? [one] : []));
      const [first, second] = pages;
      if (first === undefined || second === undefined) throw new Error('Two pages were expected');
      const { elicitationId, url, message } = first;
      shows('url/mode', pages).toMatchObject([{ mode: 'url', url, elicitationId }, { mode: 'url' }]);
      shows('url/leads', message).toContain('Please authenticate');
      shows('url/own-id', elicitationId).toMatch(/^flow_/);
      shows('url/in-address', new URL(url).searchParams.get('elicitation_id')).toBe(elicitationId);
      shows('url/request-id', order).toEqual(['accept', 'accept']);
      await shed.completeElicitation(second.elicitationId);
      const done = await Promise.race(both);
      shows('url/complete', done.status).toBe('completed');
      shows('url/accepted', done.value).toBe('Authenticated');
      shows('url/notified', order.at(-1)).toBe(`complete ${second.elicitationId}`);
      shows('url/routes-back', await shed.pending()).toMatchObject([{ request: { flow: elicitationId } }]);
      shows('url/client-waits', (await shed.list({ status: ['paused'] })).length).toBe(1);
      await shed.completeElicitation(elicitationId);
      await Promise.all(both);
      shows('prepare/routes', await shed.pending()).toEqual([]);
      shows(
        'url/order',
        order.map((step) => step.split(' ')[0]),
      ).toEqual(['accept', 'accept', 'complete', 'complete']);
      await client.close();
    },
  );

  verifies('elicit/url', 'takes a refusal, and ends in time', async () => {
    const client = await connect(BOTH, () => ({ action: 'decline' }));
    shows('url/rejected', (await call(client, 'execute', { code: RUN })).value).toBe('Auth rejected');
    await client.close();
    const late = await shed.execute(RUN.replace('{}', '{ withinMs: 60 }'), BY_CLIENT);
    shows('prepare/does-not-block', expectStatus(late, 'paused').paused.elicitationId).toMatch(/^elic_/);
    await expect.poll(async () => (await shed.get(late.executionId)).status).toBe('completed');
    shows('url/timed-out', await shed.get(late.executionId)).toMatchObject({ value: 'Timed out' });
  });

  verifies('elicit/url', 'is not for a client that opens no addresses, while its forms work', async () => {
    const asked: Asked[] = [];
    const client = await connect({}, (params) => {
      asked.push(params);
      return { action: 'accept', content: { answer: true } };
    });
    const refused = await call(client, 'execute', { code: RUN });
    shows('url/not-supported', refused.value).toBe('URL elicitation not supported');
    shows('url/needs-capability', asked).toEqual([]);
    const code = `return (await elicit({ type: 'confirmation', message: 'Sure?' })).approved`;
    expect(await call(client, 'execute', { code })).toMatchObject({ value: true });
    shows(
      'url/form-still-works',
      asked.map(({ mode }) => mode ?? 'form'),
    ).toEqual(['form']);
    await client.close();
  });

  verifies('elicit/url-required', 'can be required before a tool begins', async () => {
    const client = await connect(BOTH, () => ({ action: 'accept' }));
    const other = { name: 'execute', arguments: { code: 'return await tools.my.other({})' } };
    const error: unknown = await client.callTool(other).catch((thrown: unknown) => thrown);
    shows('required/from-handler', error).toBeInstanceOf(Error);
    shows('required/error', error).toMatchObject({ code: -32042 });
    shows('required/list', error).toMatchObject({ data: { elicitations: [{ mode: 'url' }, { mode: 'url' }] } });
    shows('required/spec', error).toMatchObject({ data: { elicitations: [page('mail'), page('docs')] } });
    visits.add('mail');
    const again = await client.callTool(other);
    shows('required/initiates', viewIn(again)).toMatchObject({ status: 'completed', value: 'Welcome' });
    await client.close();
  });

  verifies('elicit/url', 'may have an id that the tool draws, also where its handler has to be run again', async () => {
    const { executionId, paused } = expectStatus(
      await shed.execute(RUN.replace('{}', '{ draws: true }'), BY_CLIENT),
      'paused',
    );
    await shed.resume(executionId, true);
    const flow = paused.request.type === 'url' ? (paused.request.flow ?? '') : '';
    shows('url/id-generated', flow).toMatch(/^[\da-f-]{36}$/);
    const store = await leftBehind(shed, executionId);
    await using later = await openInThread({ tools: [signIn], store });
    expect(await later.completeElicitation(flow)).toMatchObject({ status: 'completed', value: 'Authenticated' });
    await shed.cancel(executionId);
  });

  verifies('elicit/url', 'is made of a message, an address and an id that nobody guesses', () => {
    const short = { ...page('mail'), elicitationId: 'unique-id' };
    shows('required/sample-id', () => requireUrl([short])).toThrow(/at least 16 characters/);
    shows('url/build', elicitUrl(page('mail'))).toEqual({ type: 'url', ...page('mail') });
  });
});
