// Three processes of `toolshed serve` on one PostgreSQL, which all know one webhook. Questions are asked by a fourth.

import { defineTool, type Reminders } from '@toolshed/kernel';
import { openToolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { QUIET } from '../mcp/mcp-bench.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { serveHost, type ServedHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';
import { openReceiver, type Receiver, WEBHOOK_SECRET } from '../support/webhook-receiver.ts';

const WITHIN = { timeout: 60_000, interval: 100 };

const remove = defineTool({
  path: 'box.remove',
  description: 'remove',
  input: z.object({}),
  destructive: true,
  handler: () => 'removed',
});

interface Served extends AsyncDisposable {
  readonly database: TestPostgres;
  readonly receiver: Receiver;
  readonly nodes: readonly ServedHost[];
  /** Asks so many questions, and returns the ids of the notices that are due. */
  ask(count: number): Promise<readonly string[]>;
  /** How often each notice came. */
  counts(): ReadonlyMap<string, number>;
}

async function serveNodes(count: number, reminders: Reminders = {}): Promise<Served> {
  const opened = new AsyncDisposableStack();
  const database = opened.use(await startPostgres());
  const receiver = opened.use(await openReceiver());
  const webhooks = [{ url: receiver.url, secret: WEBHOOK_SECRET, allowPrivate: true }];
  const env = { TOOLSHED_STORE: database.url };
  const start = async () =>
    opened.use(await serveHost({ config: { webhooks, reminders }, env, args: ['--no-example'] }));
  const nodes = await Promise.all(Array.from({ length: count }, start));
  const shed = opened.use(
    await openToolshed({
      tools: [remove],
      store: { postgres: database.url },
      isolation: 'thread',
      trusted: true,
      wakes: false,
      log: QUIET,
    }),
  );
  return {
    database,
    receiver,
    nodes,
    async ask(many) {
      const results = await Promise.all(
        Array.from({ length: many }, () => shed.execute('return await tools.box.remove({})')),
      );
      return results.map((result) =>
        result.status === 'paused' ? `${result.paused.elicitationId}.asked` : result.status,
      );
    },
    counts() {
      const counts = new Map<string, number>();
      for (const { id } of receiver.received) counts.set(id, (counts.get(id) ?? 0) + 1);
      return counts;
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/** Those that were not taken yet. */
function missing({ receiver }: Served, due: readonly string[]): readonly string[] {
  const taken = new Set(receiver.received.filter(({ isTaken }) => isTaken).map(({ id }) => id));
  return due.filter((id) => !taken.has(id));
}

describe('a webhook of several nodes', () => {
  verifies(
    'cluster/webhooks',
    'a webhook of several nodes gets one notice of each question while no node dies',
    async () => {
      await using served = await serveNodes(3);
      const due = await served.ask(40);
      await expect.poll(() => missing(served, due), WITHIN).toEqual([]);
      const more = await served.ask(1);
      await expect.poll(() => missing(served, more), WITHIN).toEqual([]);
      expect([...served.counts().values()].filter((count) => count > 1)).toEqual([]);
      expect(served.receiver.received.every(({ isSigned }) => isSigned)).toBe(true);
    },
    { timeout: 120_000 },
  );

  verifies(
    'channels/reminders',
    'a webhook is reminded once of each question that is still open, also where the node that asked it died',
    async () => {
      await using served = await serveNodes(3, { afterMs: 3_000 });
      const due = await served.ask(10);
      await expect.poll(() => missing(served, due), WITHIN).toEqual([]);
      await served.nodes[0]?.end('SIGKILL');
      const reminders = due.map((id) => id.replace(/\.asked$/, '.reminder.3000'));
      expect(missing(served, reminders)).toEqual(reminders);
      await expect.poll(() => missing(served, reminders), WITHIN).toEqual([]);
      expect([...served.counts().values()].filter((count) => count > 1)).toEqual([]);
    },
    { timeout: 120_000 },
  );

  verifies(
    'cluster/webhooks',
    'a webhook gets a notice of every question though nodes are killed and the database restarts, and two only of what was under way',
    async () => {
      await using served = await serveNodes(3);
      const { receiver, nodes, database } = served;
      const [first, second, third] = nodes;
      receiver.status = 'hangs';
      const due = [...(await served.ask(30))];
      await expect.poll(() => receiver.received.length, WITHIN).toBeGreaterThan(7);
      // A node that has notices in hand now keeps or loses them; the one that goes on alone has all of the others' to send.
      await first?.end('SIGKILL');
      process.kill(second?.pid ?? 0, 'SIGSTOP');
      const underWay = new Set(receiver.received.map(({ id }) => id));
      receiver.status = 200;
      due.push(...(await served.ask(10)));
      await database.restart('crash');
      await expect.poll(() => missing(served, due), WITHIN).toEqual([]);
      process.kill(second?.pid ?? 0, 'SIGCONT');
      due.push(...(await served.ask(10)));
      await expect.poll(() => missing(served, due), WITHIN).toEqual([]);
      const repeated = [...served.counts()].filter(([, count]) => count > 1).map(([id]) => id);
      // A notice may also have been under way when the database went away.
      expect(repeated.filter((id) => !underWay.has(id)).length).toBeLessThanOrEqual(16);
      expect(await third?.end('SIGTERM')).toBe(0);
      expect(await second?.end('SIGTERM')).toBe(0);
    },
    { timeout: 240_000, needs: 'own server' },
  );
});
