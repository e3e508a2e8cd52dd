// A node whose connection is lost while it commits, and whose database stays away: nobody can say what became of the
// write. Its callers learn that in time, the node finds out by itself, and what is sent again acts once.

import { defineTool, ExecutionId } from '@toolshed/kernel';
import { openPostgresStore, openToolshed, type PostgresStore, type Toolshed } from '@toolshed/runtime';
import { createHttpApp, type Principal } from '@toolshed/server';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { openMcpOver } from '../mcp/mcp-over.ts';
import { expectStatus } from '../support/expect-status.ts';
import { newSchema, postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { type LossyProxy, startLossyProxy } from '../support/lossy-proxy.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const URL = 'http://127.0.0.1:9';
const ADA: Principal = { kind: 'approver', id: 'ada', name: 'ada', way: 'token' };
const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

interface Bench extends AsyncDisposable {
  readonly removed: readonly number[];
  readonly shed: Toolshed;
  readonly proxy: LossyProxy;
  readonly store: PostgresStore;
  send(path: string, body: unknown): Promise<Response>;
}

async function openBench(): Promise<Bench> {
  await using opening = new AsyncDisposableStack();
  const { url } = await postgresOfFile();
  const proxy = opening.use(await startLossyProxy(url));
  const store = opening.use(
    await openPostgresStore({ url: proxy.url, schema: newSchema(), connectTimeoutMs: 2_000, writeTimeoutMs: 2_000 }),
  );
  const removed: number[] = [];
  const remove = defineTool({
    path: 'box.remove',
    description: 'remove',
    input: z.object({ n: z.int() }),
    destructive: true,
    handler(_, { n }) {
      removed.push(n);
      return `removed-${n}`;
    },
  });
  // Shorter than the database is away: what is approved right after that is not in doubt, since nothing had begun.
  const shed = opening.use(
    await openToolshed({
      tools: [remove],
      store,
      isolation: 'thread',
      trusted: true,
      ownerLeaseMs: 1_000,
      log: QUIET,
    }),
  );
  // Its connections are open from here on, and the time to write is for the write alone.
  await shed.execute('return 0', { session: 'first' });
  const app = opening.use(
    createHttpApp({ shed, url: URL, authenticate: async () => ADA, isValid: async () => true, log: QUIET }),
  );
  const opened = opening.move();
  return {
    removed,
    shed,
    proxy,
    store,
    send: (path, body) =>
      app.fetch(
        new Request(URL + path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      ),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/** The next write with this text is lost, and the database with it. */
function loseWith(proxy: LossyProxy, text: string, when: 'before' | 'after'): void {
  proxy.goAway('when-lost');
  proxy.loseNext(text, when);
}

const Begun = z.object({ executionId: ExecutionId });

const Unknown = z.object({
  status: z.literal(503),
  code: z.literal('store/outcome-unknown'),
  executionId: ExecutionId,
  detail: z.string().regex(/^Cannot tell whether .* did not answer within 2000 ms; .* with its idempotency key$/),
});

/** Until the node has found out, sending it again meets the same error, or that nothing was written. */
const untilTaken = async (send: () => Promise<Response>): Promise<Response> => {
  let last = await send();
  const status = async (): Promise<number> => {
    last = await send();
    return last.status;
  };
  await expect.poll(status, { timeout: 20_000, interval: 100 }).not.toBe(503);
  return last;
};

describe.each(['before', 'after'] as const)('a write that is lost %s the server has it, with the database', (when) => {
  verifies('cluster/unknown-outcome', 'a start that is lost is made once, and its caller learns it', async () => {
    await using bench = await openBench();
    const { proxy, shed, send } = bench;
    const start = () =>
      send('/v1/executions', {
        program: `const marker = 'lost-start'; return await tools.box.remove({ n: 1 })`,
        idempotencyKey: 'once',
        session: 's',
        waitMs: 20_000,
      });
    loseWith(proxy, 'lost-start', when);
    const refused = await start();
    expect(Unknown.safeParse(await refused.json()).error).toBeUndefined();
    expect([proxy.lost, refused.headers.get('retry-after')]).toEqual([1, '1']);
    proxy.comeBack();
    const { executionId } = Begun.parse(await (await untilTaken(start)).json());
    expect(await shed.list({ session: 's' })).toMatchObject([{ id: executionId }]);
    await expect.poll(async () => (await shed.get(executionId)).status, { timeout: 20_000 }).toBe('paused');
    expect((await shed.resume(executionId, true)).status).toBe('completed');
    expect(bench.removed).toEqual([1]);
  });

  verifies('cluster/unknown-outcome', 'an answer that is lost acts once, and its person learns it', async () => {
    await using bench = await openBench();
    const { proxy, shed, send } = bench;
    const { executionId, paused } = expectStatus(
      await shed.execute('return await tools.box.remove({ n: 2 })'),
      'paused',
    );
    const answer = () =>
      send(`/v1/elicitations/${paused.elicitationId}/answer`, { approved: true, reason: 'lost-answer' });
    loseWith(proxy, 'lost-answer', when);
    expect(Unknown.safeParse(await (await answer()).json()).error).toBeUndefined();
    expect(bench.removed).toEqual([]);
    proxy.comeBack();
    expect((await untilTaken(answer)).status).toBe(200);
    // The handler had not begun: where its beginning was written, a person is asked whether it has acted.
    await expect
      .poll(
        async () => {
          const now = await shed.get(executionId);
          if (now.status === 'paused') {
            expect(now.paused.request.type).toBe('in-doubt');
            await shed.resume(now.paused.elicitationId, { approved: true, data: { do: 'retry' } });
          }
          return now.status;
        },
        { timeout: 20_000 },
      )
      .toBe('completed');
    expect(bench.removed).toEqual([2]);
  });
});

describe.each(['before', 'after'] as const)('an outcome that is lost %s the server has it', (when) => {
  verifies('cluster/unknown-outcome', 'a lost outcome is journaled once, and its handler runs once', async () => {
    await using bench = await openBench();
    const { proxy, shed, store } = bench;
    const { executionId, paused } = expectStatus(
      await shed.execute('return await tools.box.remove({ n: 3 })'),
      'paused',
    );
    loseWith(proxy, 'removed-3', when);
    // The answer itself is written: what follows from it is not its failure.
    expect((await shed.resume(paused.elicitationId, true)).status).toBe('running');
    proxy.comeBack();
    const status = () =>
      shed.get(executionId).then(
        (now) => now.status,
        () => 'away',
      );
    await expect.poll(status, { timeout: 20_000 }).toBe('completed');
    // It writes what it has kept before it closes.
    await shed[Symbol.asyncDispose]();
    const kinds = (await store.journal.read(executionId)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => ['returned', 'late-outcome', 'invoking'].includes(kind))).toEqual([
      'invoking',
      'returned',
    ]);
    expect(bench.removed).toEqual([3]);
  });
});

describe('an agent over MCP', () => {
  verifies('cluster/unknown-outcome', 'an agent learns that an outcome is unknown, and what to do', async () => {
    await using bench = await openBench();
    await using mcp = await openMcpOver(bench.shed);
    const run = () =>
      mcp.call({ token: 'robot', capabilities: {} }, 'execute', { code: `return 'lost-mcp'`, idempotency_key: 'k' });
    loseWith(bench.proxy, 'lost-mcp', 'after');
    const refused = JSON.stringify(await run().catch((error: unknown) => String(error)));
    expect(refused).toMatch(/Cannot tell whether .* the same program with its idempotency key/);
    bench.proxy.comeBack();
    await expect
      .poll(async () => JSON.stringify(await run().catch(() => '')), { timeout: 20_000 })
      .toMatch(/completed.*lost-mcp/);
    expect((await bench.shed.list()).filter(({ session }) => session !== 'first')).toHaveLength(1);
  });
});

describe('a host that closes', () => {
  verifies('cluster/unknown-outcome', 'a host that closes does not wait for a database that stays away', async () => {
    const bench = await openBench();
    loseWith(bench.proxy, 'lost-close', 'after');
    await expect(bench.shed.execute(`return 'lost-close'`)).rejects.toMatchObject({ code: 'store/outcome-unknown' });
    await bench[Symbol.asyncDispose]();
  });
});
