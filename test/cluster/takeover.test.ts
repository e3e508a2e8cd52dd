// What a node drove that dies, hangs or loses the database goes on at another, with the lease that nodes have by default.

import { afterAll, describe, expect } from 'vitest';
import { Scene } from '../support/cluster/scene.ts';
import type { NodeHandle } from '../support/cluster/node/node-handle.ts';
import { postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { startLossyProxy } from '../support/lossy-proxy.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const TAKEN_OVER_MS = 15_000;

describe('a node that is gone', () => {
  verifies(
    'cluster/takeover',
    'the executions of a node that died, hangs or lost the database are taken over within 15 s',
    async () => {
      await using scene = await Scene.open({});
      const proxy = await startLossyProxy((await postgresOfFile()).url);
      const [dead, hung, cut] = await Promise.all([scene.node(), scene.node(), scene.node({ url: proxy.url })]);
      await scene.node();
      const driven = await Promise.all([dead, hung, cut].map((node) => working(scene, node)));
      const gone = Date.now();
      hung.stop();
      await Promise.all([scene.kill(dead), proxy[Symbol.asyncDispose]()]);
      const doubts = await Promise.all(driven.map((execution) => scene.question('in-doubt', { execution })));
      for (const { askedAt } of doubts) expect(askedAt - gone).toBeLessThan(TAKEN_OVER_MS);
      expect(scene.effects).toHaveLength(driven.length);
    },
    { timeout: 120_000 },
  );

  verifies(
    'cluster/takeover',
    'the executions of a node that hangs inside a transaction and keeps its rows are taken over within 15 s',
    async () => {
      await using scene = await Scene.open({});
      const [hung, other] = await scene.nodes({}, {});
      await hung.send({ do: 'grant', uses: 5 });
      const driven = await scene.start(hung, STAMPS);
      const asked = await scene.question('program');
      await scene.stopAt(hung, 'inside a transaction');
      const answered = scene.answer(hung, asked, true, 'go');
      await scene.stopped(hung, 'inside a transaction');
      const gone = Date.now();
      const seen = await scene.start(other, 'return 1');
      await other.send({ do: 'follow', through: await scene.store.journal.lastPosition() });
      expect(Date.now() - gone).toBeLessThan(TAKEN_OVER_MS);
      await scene.ended(seen);
      await scene.ended(driven);
      expect(Date.now() - gone).toBeLessThan(TAKEN_OVER_MS);
      expect(scene.effects.filter(({ when, path }) => when === 'start' && path === 'shop.stamp')).toHaveLength(1);
      hung.goOn();
      await answered;
    },
    { timeout: 120_000 },
  );
});

/** A grant covers it, and the use of it is written in a transaction of its own. */
const STAMPS = `await elicit({ type: 'text', message: 'Go?' }); return await tools.shop.stamp({ n: 1, ms: 0 })`;

/** Drives an execution whose handler does not come to an end. */
async function working(scene: Scene, node: NodeHandle): Promise<string> {
  const execution = await scene.start(node, 'return await tools.shop.charge({ n: 1, ms: 600_000 })');
  void scene.answer(node, await scene.question('gate', { execution }));
  await expect.poll(() => scene.effects.some((effect) => effect.execution === execution)).toBe(true);
  return execution;
}
