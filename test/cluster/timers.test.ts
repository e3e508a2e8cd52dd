// Three node processes on one PostgreSQL, each with more to do than it has places for, while timers and questions of
// hundreds of executions fall due one after another.

import { afterAll, describe, expect } from 'vitest';
import { checkCluster } from '../support/cluster/judge/check-cluster.ts';
import { type Happened, happenedIn } from '../support/cluster/judge/check-timers.ts';
import { DATABASE, stoodStill } from '../support/cluster/node/lulls.ts';
import type { NodeHandle } from '../support/cluster/node/node-handle.ts';
import { Scene } from '../support/cluster/scene.ts';
import { stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { sayNotShown } from '../support/not-shown.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const COUNT = 200;
const PLACES = 6;
/** Between one moment and the next. */
const APART_MS = 50;
/** Long enough to start them all, and for them to leave memory. */
const LEAD_MS = 8_000;
/** Nodes look for what is due each at its own time: what is due within so long of each other may change places. */
const WINDOW_MS = 1_000;
/** A machine that lets processes stand still for more than this share of the time is too busy elsewhere to be measured. */
const SLOW_SHARE = 0.05;

/** Takes a place rather than the processor. */
const WORK = 'await tools.shop.read({ n: 0, ms: 400 })';

const ALL_THE_TIME = { what: DATABASE, from: 0, to: Number.MAX_SAFE_INTEGER };

/** Keeps every place of a node taken, and others waiting, until it is over. */
async function crowd(node: NodeHandle, isOver: () => boolean): Promise<void> {
  const line = async (): Promise<void> => {
    while (!isOver()) await node.send({ do: 'start', program: WORK, session: 'crowd', waits: true });
  };
  await Promise.all(Array.from({ length: 3 * PLACES }, line));
}

/** Of two that were due in one order and happened in the other, how far apart they were due at most. */
function mostOvertaken(happened: readonly Happened[]): number {
  let [latest, most] = [Number.NEGATIVE_INFINITY, 0];
  for (const { due } of happened.toSorted((a, b) => a.entry.at - b.entry.at)) {
    most = Math.max(most, latest - due);
    latest = Math.max(latest, due);
  }
  return most;
}

describe('timers and expiries of nodes that have no place free', () => {
  verifies(
    'cluster/timers',
    'timers and expiries of nodes that have no place free happen once each, within two seconds, in the order they are due',
    async () => {
      await using scene = await Scene.open({});
      const nodes = await Promise.all(Array.from({ length: 3 }, () => scene.node({ places: PLACES })));
      const from = Date.now() + LEAD_MS;
      const moments = Array.from({ length: COUNT }, (_, n) => from + n * APART_MS);
      const started = await Promise.all(
        moments.map((at, n) => {
          const [node] = nodes.slice(n % nodes.length);
          if (node === undefined) throw new TypeError('three were opened');
          const wait =
            n % 2 === 0
              ? `sleep(${at} - Date.now())`
              : `elicit({ type: 'text', message: 'Well?', expiresInMs: ${at} - Date.now() }).catch(() => undefined)`;
          return scene.start(node, `await ${wait}; return ${n}`, 'timed');
        }),
      );
      await expect.poll(() => scene.store.journal.count({ status: ['running'] }), { timeout: 20_000 }).toBe(0);
      let isOver = false;
      const crowds = nodes.map((node) => crowd(node, () => isOver));
      for (const execution of started) await scene.ended(execution);
      const endedAt = Date.now();
      isOver = true;
      await Promise.all(crowds);

      const history = await scene.history();
      const timed = new Set(started);
      const happened = history.executions.flatMap(({ id, entries }) => (timed.has(id) ? happenedIn(entries) : []));
      const worstMs = Math.max(...happened.map(({ due, entry }) => entry.at - due));
      const overtakenMs = mostOvertaken(happened);
      const stillMs = stoodStill(history.lulls, from, endedAt);
      const isSlow = stillMs > SLOW_SHARE * (endedAt - from);
      const figures = JSON.stringify({ worstMs, overtakenMs, stillMs, ofMs: endedAt - from });
      process.stdout.write(`timers ${figures}\n`);
      if (isSlow) sayNotShown('timers fire within 2 s under load', `this machine stood still for ${stillMs} ms`);
      expect(happened).toHaveLength(COUNT);
      expect(overtakenMs).toBeLessThanOrEqual(WINDOW_MS + stillMs);
      expect(checkCluster(isSlow ? { ...history, lulls: [ALL_THE_TIME] } : history)).toEqual([]);
    },
    { timeout: 120_000 },
  );
});
