// What a caller learns when the database goes away around a start or an answer. Threat: a caller that reads "nothing was
// written; try again" of something that is stored sends it again, and a destructive call runs twice.

import { setTimeout as pause } from 'node:timers/promises';
import { defineTool } from '@toolshed/kernel';
import { openPostgresStore, openToolshed, type PostgresStore, type Toolshed } from '@toolshed/runtime';
import { createHttpApp, type Principal } from '@toolshed/server';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { newSchema, postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { type LossyProxy, startLossyProxy } from '../support/lossy-proxy.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const URL = 'http://127.0.0.1:9';
const ADA: Principal = { kind: 'approver', id: 'ada', name: 'ada', way: 'token' };
const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

interface Bench extends AsyncDisposable {
  readonly shed: Toolshed;
  readonly proxy: LossyProxy;
  readonly store: PostgresStore;
  send(path: string, body: unknown): Promise<Response>;
}

async function openBench(isolation: 'thread' | 'process' = 'thread'): Promise<Bench> {
  await using opening = new AsyncDisposableStack();
  const { url } = await postgresOfFile();
  const proxy = opening.use(await startLossyProxy(url));
  const schema = newSchema();
  const timeouts = { connectTimeoutMs: 1_000, writeTimeoutMs: 1_000 };
  const store = opening.use(await openPostgresStore({ url: proxy.url, schema, ...timeouts }));
  const box = { input: z.object({ n: z.int() }), description: 'a box' };
  const look = defineTool({
    ...box,
    path: 'box.look',
    destructive: false,
    handler: (_, { n }) => pause(20, `seen-${n}`),
  });
  const remove = defineTool({ ...box, path: 'box.remove', destructive: true, handler: (_, { n }) => `removed-${n}` });
  const trusted = isolation === 'thread' ? { isolation, trusted: true } : { isolation };
  const shed = opening.use(await openToolshed({ tools: [look, remove], store, ...trusted, log: QUIET }));
  await shed.execute('return 0', { session: 'first' });
  const app = opening.use(
    createHttpApp({ shed, url: URL, authenticate: async () => ADA, isValid: async () => true, log: QUIET }),
  );
  const opened = opening.move();
  return {
    shed,
    proxy,
    store,
    send: (path, body) => {
      const headers = { 'content-type': 'application/json' };
      return app.fetch(new Request(URL + path, { method: 'POST', body: JSON.stringify(body), headers }));
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/** The next write with this text is lost before the server has it, and the database with it. */
function loseWith(proxy: LossyProxy, text: string): void {
  proxy.goAway('when-lost');
  proxy.loseNext(text, 'before');
}

const startedIn = async (store: PostgresStore): Promise<number> =>
  (await store.journal.list({ session: 's', limit: 10 })).length;

describe('a start whose first write is lost', () => {
  verifies('cluster/written-is-success', 'a start that was refused is not written by its first step', async () => {
    await using bench = await openBench('process');
    const { shed, proxy, store } = bench;
    proxy.loseNext('slow-first-step', 'before');
    const program = `/* slow-first-step */ for (let n = 0; n < 3e8; n += 1); return await tools.box.look({ n: 1 })`;
    await expect(shed.start(program, { session: 's' })).rejects.toMatchObject({
      code: 'store/unavailable',
      message: expect.stringContaining('nothing was written; try again'),
    });
    await pause(1_000);
    expect([proxy.lost, await startedIn(store)]).toEqual([1, 0]);
  });
});

describe('a start that is stored, whose database goes away then', () => {
  const program = `const n = await tools.box.look({ n: 1 }); return 'after-' + n`;

  verifies('cluster/written-is-success', 'a caller of a stored start gets its id with the failure', async () => {
    await using bench = await openBench();
    const { shed, proxy, store } = bench;
    loseWith(proxy, 'after-seen-1');
    const refused = await shed.execute(program, { session: 's' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'execution/result-unavailable',
      executionId: expect.stringMatching(/^exec_/),
      message: expect.stringContaining('do not start it again'),
    });
    proxy.comeBack();
    const id = String(Reflect.get(Object(refused), 'executionId'));
    const status = () =>
      shed.get(id).then(
        (now) => now.status,
        () => 'away',
      );
    await expect.poll(status, { timeout: 20_000 }).toBe('completed');
    expect(await startedIn(store)).toBe(1);
  });

  verifies('cluster/written-is-success', 'is acknowledged over HTTP as running', async () => {
    await using bench = await openBench();
    const { proxy, store, send } = bench;
    loseWith(proxy, 'after-seen-1');
    const reply = await send('/v1/executions', { program, session: 's', waitMs: 5_000 });
    expect([reply.status, await reply.json()]).toMatchObject([
      201,
      { status: 'running', session: 's', source: program },
    ]);
    proxy.comeBack();
    await expect.poll(() => startedIn(store).catch(() => -1), { timeout: 10_000 }).toBe(1);
  });
});

describe('an answer that is stored, whose database goes away then', () => {
  verifies('cluster/written-is-success', 'is acknowledged over HTTP as running', async () => {
    await using bench = await openBench();
    const { shed, proxy, send } = bench;
    const { paused } = expectStatus(await shed.execute('return await tools.box.remove({ n: 2 })'), 'paused');
    loseWith(proxy, 'removed-2');
    const reply = await send(`/v1/elicitations/${paused.elicitationId}/answer`, { approved: true, waitMs: 5_000 });
    expect([reply.status, await reply.json()]).toMatchObject([200, { status: 'running' }]);
    proxy.comeBack();
  });
});
