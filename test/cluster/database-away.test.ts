// What people and agents see over HTTP and MCP while the database is away, and that nothing of it stays when it is back.

import { defineTool } from '@toolshed/kernel';
import { newGrantId } from '@toolshed/kernel/runtime';
import { openToolshed, type Toolshed } from '@toolshed/runtime';
import { createHttpApp, type Principal } from '@toolshed/server';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { openMcpOver } from '../mcp/mcp-over.ts';
import { expectStatus } from '../support/expect-status.ts';
import { serveHost } from '../support/served-host.ts';
import { startLossyProxy } from '../support/lossy-proxy.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { openWorkbench } from '../scenarios/cli-process.ts';
import { verifies } from '../support/verifies.ts';

const URL = 'http://127.0.0.1:9';
const ADA: Principal = { kind: 'approver', id: 'ada', name: 'ada', way: 'token' };
const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

class AwayBench implements AsyncDisposable {
  readonly removed: number[] = [];
  readonly #stack = new AsyncDisposableStack();

  async server(): Promise<TestPostgres> {
    return this.#stack.use(await startPostgres());
  }

  async node(server: Pick<TestPostgres, 'url'>): Promise<Toolshed> {
    const remove = defineTool({
      path: 'box.remove',
      description: 'remove',
      input: z.object({ n: z.int() }),
      destructive: true,
      handler: (_, { n }) => this.removed.push(n),
    });
    return this.#stack.use(
      await openToolshed({
        tools: [remove],
        store: { postgres: server.url },
        isolation: 'thread',
        trusted: true,
        ownerLeaseMs: 2_000,
        log: QUIET,
      }),
    );
  }

  app(shed: Toolshed) {
    const app = this.#stack.use(
      createHttpApp({ shed, url: URL, authenticate: async () => ADA, isValid: async () => true, log: QUIET }),
    );
    return (method: string, path: string, body?: unknown): Promise<Response> =>
      app.fetch(
        new Request(URL + path, {
          method: method.toUpperCase(),
          ...(body === undefined
            ? {}
            : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        }),
      );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack[Symbol.asyncDispose]();
  }
}

/**
 * A write over a connection that ends while it is sent has an unknown outcome, and waits for the server to come back.
 * Once a read has failed, every connection is known to be gone.
 */
const isNoticed = (shed: Toolshed): Promise<void> =>
  expect
    .poll(() =>
      shed.list().then(
        () => 'there',
        ({ code }) => code,
      ),
    )
    .toBe('store/unavailable');

const BODIES: Readonly<Record<string, unknown>> = {
  'post /v1/executions': { program: 'return 1' },
  'post /v1/executions/{id}/resume': { approved: true },
  'post /v1/executions/{id}/cancel': {},
  'post /v1/executions/{id}/take-over': {},
  'post /v1/executions/{id}/undo': {},
  'post /v1/executions/{id}/rerun': {},
  'post /v1/plans': { program: 'return 1' },
  'post /v1/plans/{id}/approve': { shown: 'a' },
  'post /v1/programs': { executionId: 'exec_1', as: 'team.one' },
  'post /v1/programs/{path}/executions': {},
  'post /v1/schedules': { program: 'team.one', cron: '0 9 * * 1' },
  'post /v1/elicitations/{id}/answer': { approved: true },
  'post /v1/elicitations/{id}/complete': {},
  'post /v1/elicitations/{id}/fork': { program: 'return 1' },
  'post /v1/grants': { pattern: 'box.**', scope: 'always' },
  'post /v1/policy/explain': { path: 'box.remove', args: { n: 1 } },
};

/** What needs no store: the tools, the description of the API, who signs in with what, and a browser that says nothing. */
const WITHOUT_STORE = /^\w+ \/v1\/(?:tools|openapi\.json|session|oauth)/;

const Paths = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const AwayProblem = z.object({
  status: z.literal(503),
  code: z.literal('store/unavailable'),
  detail: z.string().regex(/^Cannot .*try again/),
});

describe('a node whose database is away', () => {
  verifies(
    'cluster/database-away',
    'a node whose database is away says so on every route, and continues by itself when it is back, with everything that was acknowledged',
    async () => {
      await using bench = new AwayBench();
      const server = await bench.server();
      const shed = await bench.node(server);
      const send = bench.app(shed);
      const paused = expectStatus(await shed.execute('return await tools.box.remove({ n: 1 })'), 'paused');
      const { executionId, paused: question } = paused;
      const stream = (await send('get', '/v1/events?after=0')).body?.getReader();
      let seen = '';
      while (!seen.includes('"asked"')) seen += Buffer.from((await stream?.read())?.value ?? []).toString();
      const { paths } = Paths.parse(await (await send('get', '/v1/openapi.json')).json());
      await server.stop();
      await isNoticed(shed);

      const routes = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => ({ method, path })),
      );
      const asked = routes.filter(({ method, path }) => !WITHOUT_STORE.test(`${method} ${path}`));
      expect(asked.length).toBeGreaterThan(15);
      const answers = asked.map(async ({ method, path }) => {
        const ids = {
          elicitations: question.elicitationId,
          grants: newGrantId(0),
          executions: executionId,
          plans: executionId,
          schedules: 'sched_1',
        };
        const id = Object.entries(ids).find(([name]) => path.startsWith(`/v1/${name}/`))?.[1] ?? '';
        const query = path === '/v1/state' ? '?session=s' : '';
        const asks = `${path.replace('{id}', id).replace('{path}', 'team.one')}${query}`;
        const response = await send(method, asks, BODIES[`${method} ${path}`]);
        return { route: `${method} ${path}`, response };
      });
      const others: unknown[] = [];
      for (const { route, response } of await Promise.all(answers)) {
        const text = await response.text();
        // A stream that had begun ends: its client comes back with the last id it saw.
        if (route === 'get /v1/events' && response.status === 200) continue;
        const problem = AwayProblem.safeParse(JSON.parse(text));
        if (!problem.success || response.headers.get('retry-after') !== '1') others.push({ route, text });
      }
      expect(others).toEqual([]);
      for (let part = await stream?.read(); part?.done === false; part = await stream?.read())
        seen += Buffer.from(part.value).toString();

      await server.start();
      await expect.poll(async () => (await send('get', '/v1/health')).status).toBe(200);
      const last = [...seen.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '0';
      const answer = await send('post', `/v1/elicitations/${question.elicitationId}/answer`, { approved: true });
      expect(answer.status).toBeLessThan(300);
      await expect.poll(async () => (await shed.get(executionId)).status).toBe('completed');
      expect(bench.removed).toEqual([1]);
      const again = (await send('get', `/v1/events?after=${last}`)).body?.getReader();
      let rest = '';
      while (!rest.includes('"completed"')) rest += Buffer.from((await again?.read())?.value ?? []).toString();
      await again?.cancel();
      const kinds = [...`${seen}${rest}`.matchAll(/"kind":"(asked|answered|completed)"/g)].map(([, kind]) => kind);
      expect(kinds).toEqual(['asked', 'answered', 'completed']);
    },
    { needs: 'own server' },
  );

  verifies(
    'cluster/database-away',
    'a node whose database is away is alive but not ready, and is ready again when it is back',
    async () => {
      await using bench = new AwayBench();
      const server = await bench.server();
      await using host = await serveHost({ config: { store: { postgres: server.url } }, args: ['--no-example'] });
      const probe = async (path: string) => {
        const { status, body, headers } = await host.call('GET', path);
        return { status, body, retryAfter: headers.get('retry-after') };
      };
      const untilReadyIs = (status: number) =>
        expect.poll(async () => (await probe('/readyz')).status, { timeout: 30_000 }).toBe(status);
      await untilReadyIs(200);
      await server.stop();
      await untilReadyIs(503);
      const { body, retryAfter } = await probe('/readyz');
      expect(body).toMatchObject({ status: 'not-ready', reasons: expect.arrayContaining([expect.any(String)]) });
      // It is a page for anybody: it names no address.
      expect([retryAfter, JSON.stringify(body).includes('127.0.0.1')]).toEqual(['1', false]);
      expect((await probe('/healthz')).status).toBe(200);
      await server.start();
      await untilReadyIs(200);
    },
    { needs: 'own server' },
  );

  verifies(
    'cluster/database-away',
    'a node whose database is away tells an agent over MCP that it can try again',
    async () => {
      await using bench = new AwayBench();
      const server = await bench.server();
      const shed = await bench.node(server);
      await using mcp = await openMcpOver(shed);
      const agent = { token: 'robot', capabilities: {} };
      const run = () => mcp.call(agent, 'execute', { code: 'return 41 + 1' });
      expect(JSON.stringify(await run())).toContain('42');
      await server.stop();
      await isNoticed(shed);
      const refused = await run().catch((error: unknown) => ({ error: String(error) }));
      expect(JSON.stringify(refused)).toMatch(/Cannot .* the store at .* try again/);
      await server.start();
      await expect.poll(async () => JSON.stringify(await run().catch(() => ''))).toContain('42');
    },
    { needs: 'own server' },
  );
});

describe('a node that loses its connection while an answer is committed', () => {
  verifies('cluster/database-away', 'an answer whose commit lost its connection is found and acts once', async () => {
    await using bench = new AwayBench();
    const server = await bench.server();
    await using proxy = await startLossyProxy(server.url);
    const shed = await bench.node(proxy);
    const send = bench.app(shed);
    const start = async (n: number) =>
      expectStatus(await shed.execute(`return await tools.box.remove({ n: ${n} })`), 'paused').paused.elicitationId;
    const [kept, missed] = [await start(1), await start(2)];
    const answer = (question: string, reason: string) =>
      send('post', `/v1/elicitations/${question}/answer`, { approved: true, reason });

    proxy.loseNext('reason-one', 'after');
    expect((await answer(kept, 'reason-one')).status).toBe(200);
    expect([proxy.lost, bench.removed]).toEqual([1, [1]]);

    proxy.loseNext('reason-two', 'before');
    expect((await answer(missed, 'reason-two')).status).toBe(503);
    expect((await answer(missed, 'reason-two')).status).toBe(200);
    expect([proxy.lost, bench.removed]).toEqual([2, [1, 2]]);
  });
});

describe('toolshed serve', () => {
  verifies('cluster/database-away', 'toolshed serve ends with one readable error if its database is away', async () => {
    await using bench = await openWorkbench();
    const store = 'postgres://toolshed:hunter2@127.0.0.1:1/none';
    const { exitCode, stdout, stderr } = await bench.toolshed(['serve', '--port', '0', '--store', store]);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr.replaceAll(/\s+/g, ' ').trim()).toMatch(
      /^✖ Cannot open the store at 127\.0\.0\.1:1\/none: the server cannot be reached; check that [^✖]* try again$/,
    );
  });
});
