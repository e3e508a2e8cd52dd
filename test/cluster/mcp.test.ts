// MCP at several nodes on one PostgreSQL, over real HTTP, as behind a load balancer that knows nothing of sessions.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { defineTool } from '@toolshed/kernel';
import { openToolshed, type Toolshed } from '@toolshed/runtime';
import { serve } from '@toolshed/server';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { APPROVE, call, LEGACY, withPerson } from '../mcp/clients.ts';
import { QUIET } from '../mcp/mcp-bench.ts';
import { post } from '../mcp/mcp-over.ts';
import type { Answer } from '../mcp/raw-wire.ts';
import { newSchema, postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { startPostgres } from '../support/postgres.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';
import { showing } from '../mcp/shown-view.ts';

afterAll(stopPostgresOfFile);

const ADA = { token: 'ada', capabilities: { elicitation: { form: {} } } };
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} }, elicitation: { form: {} } };
const WITHIN = { timeout: 30_000 };
const REMOVE = { code: 'return await tools.box.remove({})' };

interface Node {
  readonly shed: Toolshed;
  readonly url: string;
  /** One call of a tool by a client of 2026-07-28. */
  call(args: Answer, more?: Answer, id?: number): Promise<Answer>;
}

interface Nodes extends AsyncDisposable {
  readonly one: Node;
  readonly two: Node;
  /** Which nodes did it, in order. */
  readonly effects: readonly string[];
  /** Handlers of `box.pack` report what is pushed here and end after "done". */
  readonly reports: string[];
}

async function openNodes(): Promise<Nodes> {
  const { url } = await postgresOfFile();
  const schema = newSchema();
  const opened = new AsyncDisposableStack();
  const effects: string[] = [];
  const reports: string[] = [];
  const open = async (name: string): Promise<Node> => {
    const tool = (path: string, destructive: boolean) => ({
      path,
      description: path,
      input: z.object({}),
      destructive,
    });
    const remove = defineTool({ ...tool('box.remove', true), handler: () => effects.push(`removed at ${name}`) });
    const pack = defineTool({
      ...tool('box.pack', false),
      async handler({ progress }) {
        for (let done = 0; ; done += 1) {
          progress(done, undefined, `packing at ${name}`);
          if (reports.includes('enough')) return done;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      },
    });
    const shed = opened.use(
      await openToolshed({
        tools: [remove, pack],
        store: { postgres: url, schema },
        isolation: 'thread',
        trusted: true,
        log: QUIET,
      }),
    );
    const http = opened.use(
      await serve({
        shed,
        only: 'mcp',
        port: 0,
        async authenticate({ headers }) {
          const [, id] = /^Bearer (\w+)$/.exec(headers.get('authorization') ?? '') ?? [];
          return id === undefined ? undefined : { kind: 'agent', id, name: id, session: id };
        },
        mcp: { approvals: 'auto', decisionWaitMs: 300 },
      }),
    );
    const address = `${http.url}/mcp`;
    return {
      shed,
      url: address,
      call: (args, more = {}, id = undefined) =>
        post(address, ADA, 'tools/call', { name: 'execute', arguments: args, ...more }, id),
    };
  };
  return {
    one: await open('one'),
    two: await open('two'),
    effects,
    reports,
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

const approvalOf = ({ inputRequests }: Answer): Answer =>
  Object.fromEntries(Object.keys(Object(inputRequests)).map((key) => [key, APPROVE]));

describe('MCP at nodes on one PostgreSQL', () => {
  verifies('cluster/mcp', 'a node takes an answer to a question of another once, no forged state', async () => {
    await using nodes = await openNodes();
    const asked = await nodes.one.call(REMOVE);
    expect(asked).toMatchObject({ resultType: 'input_required' });
    const retry = { requestState: asked['requestState'], inputResponses: approvalOf(asked) };
    const forged = String(retry.requestState).replace(/.{6}$/, 'AAAAAA');
    await expect(nodes.two.call(REMOVE, { ...retry, requestState: forged })).rejects.toThrow(
      /not sealed by this server/,
    );
    const done = { ...showing({ status: 'completed' }) };
    expect(await nodes.two.call(REMOVE, retry)).toMatchObject(done);
    // The very request, lost on its way back and sent again to the other node.
    expect(await nodes.one.call(REMOVE, retry)).toMatchObject(done);
    expect(nodes.effects).toEqual(['removed at two']);
    const [summary, ...others] = await nodes.one.shed.list();
    expect(others).toEqual([]);
    const journal = await nodes.one.shed.journal(summary?.id ?? '');
    expect(journal.filter(({ kind }) => kind === 'answered')).toHaveLength(1);
  });

  verifies('cluster/mcp', 'of two answers that come with one state to two nodes at once, one is taken', async () => {
    await using nodes = await openNodes();
    const asked = await nodes.one.call(REMOVE);
    const retry = { requestState: asked['requestState'], inputResponses: approvalOf(asked) };
    const done = await Promise.all([nodes.one.call(REMOVE, retry), nodes.two.call(REMOVE, retry)]);
    for (const result of done) expect(result).toMatchObject({ ...showing({ status: 'completed' }) });
    expect(nodes.effects).toHaveLength(1);
  });

  verifies(
    'cluster/mcp',
    'a call that is named by its span or its key runs once, whichever nodes it is sent to',
    async () => {
      await using nodes = await openNodes();
      const span = { _meta: { traceparent: `00-${'a'.repeat(32)}-${'1'.repeat(16)}-01` } };
      const asked = await Promise.all([nodes.one.call(REMOVE, span, 7), nodes.two.call(REMOVE, span, 7)]);
      expect(asked.map(({ resultType }) => resultType)).toEqual(['input_required', 'input_required']);
      const keyed = { ...REMOVE, idempotency_key: 'once' };
      await Promise.all([nodes.one.call(keyed), nodes.two.call(keyed)]);
      expect((await nodes.one.shed.list({ limit: 0 })).total).toBe(2);
    },
  );

  verifies('cluster/mcp', 'an MCP task that began at one node is shown and continued at another', async () => {
    await using nodes = await openNodes();
    const as = { ...ADA, capabilities: TASKS };
    const params = { name: 'execute', arguments: REMOVE };
    const { taskId } = await post(nodes.one.url, as, 'tools/call', params);
    const task = () => post(nodes.two.url, as, 'tasks/get', { taskId });
    await expect.poll(task, WITHIN).toMatchObject({ status: 'input_required' });
    await post(nodes.two.url, as, 'tasks/update', { taskId, inputResponses: approvalOf(await task()) });
    const first = () => post(nodes.one.url, as, 'tasks/get', { taskId });
    await expect.poll(first, WITHIN).toMatchObject({ status: 'completed' });
    expect(nodes.effects).toHaveLength(1);
  });

  verifies(
    'cluster/mcp',
    'a node refuses the 2025 session of another node, and the client continues with a new one',
    async () => {
      await using nodes = await openNodes();
      let node = nodes.one;
      const statuses: number[] = [];
      // The balancer: whichever node it chose, under one address.
      const balanced = async (_: string | URL, init?: RequestInit): Promise<Response> => {
        const response = await fetch(node.url, init);
        statuses.push(response.status);
        return response;
      };
      const connect = async (person: Parameters<typeof withPerson>[0]): Promise<Client> => {
        const client = new Client({ name: 'balanced', version: '1' }, LEGACY);
        withPerson(person)(client);
        const requestInit = { headers: { authorization: 'Bearer ada' } };
        const reconnectionOptions = {
          initialReconnectionDelay: 10,
          maxReconnectionDelay: 10,
          reconnectionDelayGrowFactor: 1,
          maxRetries: 0,
        };
        await client.connect(
          new StreamableHTTPClientTransport(new URL(nodes.one.url), {
            fetch: balanced,
            requestInit,
            reconnectionOptions,
          }),
        );
        return client;
      };
      const asked = Promise.withResolvers<void>();
      const before = await connect(() => {
        asked.resolve();
        return new Promise<never>(() => undefined);
      });
      const args = { ...REMOVE, idempotency_key: 'once' };
      const lost = call(before, 'execute', args).catch(() => 'lost');
      await asked.promise;
      node = nodes.two;
      statuses.length = 0;
      await expect(call(before, 'search_tools', {})).rejects.toThrow(/Session not found/);
      expect(statuses).toEqual([404]);
      const after = await connect(() => APPROVE);
      expect(await call(after, 'execute', args)).toMatchObject({ status: 'completed' });
      expect(nodes.effects).toHaveLength(1);
      await Promise.all([before.close(), after.close()]);
      await lost;
    },
  );
});

describe('MCP at processes of toolshed serve on one PostgreSQL', () => {
  verifies(
    'cluster/mcp',
    'a question over MCP is answered at the next process after the first was killed, and what was approved happens once',
    async () => {
      await using database = await startPostgres();
      const env = { TOOLSHED_STORE: database.url, TOOLSHED_DEPLOYMENT: 'two nodes' };
      const open = () => serveHost({ config: { mcp: { approvals: 'auto' } }, env, args: ['--no-example'] });
      await using one = await open();
      await using two = await open();
      const created = await one.command(['token', 'create', '--kind', 'agent', '--session', 's', '--name', 'ada']);
      const as = { ...ADA, token: String(JSON.parse(created.stdout).token) };
      const params = { name: 'execute', arguments: { code: `return await tools.mail.send({ to: 'ada@x.org' })` } };
      const asked = await post(`${one.url}/mcp`, as, 'tools/call', params);
      expect(asked).toMatchObject({ resultType: 'input_required' });
      await one.end('SIGKILL');
      const retry = { ...params, requestState: asked['requestState'], inputResponses: approvalOf(asked) };
      const done = await post(`${two.url}/mcp`, as, 'tools/call', retry);
      expect(done).toMatchObject({ ...showing({ status: 'completed', value: { sent: 'ada@x.org' } }) });
      expect([...(await one.outbox()), ...(await two.outbox())]).toEqual(['ada@x.org']);
    },
    { timeout: 120_000 },
  );
});

describe('progress of nodes on one PostgreSQL', () => {
  verifies('cluster/progress', 'the progress of a handler reaches a listener at another node meanwhile', async () => {
    await using nodes = await openNodes();
    const { one, two, reports } = nodes;
    const received = (async () => {
      for await (const event of two.shed.progress()) if (event.done > 0) return event;
      return undefined;
    })();
    const executionId = await one.shed.start('return await tools.box.pack({})');
    expect(await received).toMatchObject({ executionId, message: 'packing at one' });
    reports.push('enough');
    await expect.poll(async () => (await two.shed.get(executionId)).status, WITHIN).toBe('completed');
  });
});
