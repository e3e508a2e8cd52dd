// Nodes on one PostgreSQL that have more to do than places for it.

import { afterAll, describe, expect } from 'vitest';
import { ClusterNodes, type ClusterNode } from '../support/cluster-nodes.ts';
import { createManualClock, DAY_MS } from '../support/durable/manual-clock.ts';
import { stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { createHeldWork, hold, note } from '../support/held-work.ts';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);
const isDone = ({ shed }: ClusterNode, count: number) =>
  expect
    .poll(async () => (await shed.list({ status: ['completed'], limit: 0 })).total, { timeout: 30_000 })
    .toBe(count);

describe('executions that wait at a full node', () => {
  verifies('capacity/cluster', 'executions of a full node run elsewhere, and callers get the results', async () => {
    const [busy, free] = [createHeldWork(), createHeldWork()];
    free.letAllGo();
    await using cluster = new ClusterNodes();
    const full = await cluster.node({ tools: busy.tools, capacity: { liveExecutions: 1 } });
    await full.shed.start(hold('busy'));
    await expect.poll(() => busy.held).toBe(1);
    const results = range(10).map((n) => full.shed.execute(note(`${n}`)));
    await expect.poll(() => full.shed.occupancy().waiting, { timeout: 10_000 }).toBe(10);
    const helper = await cluster.node({ tools: free.tools, capacity: { liveExecutions: 5 } });
    const done = await Promise.all(results);
    expect(done.map((result) => expectStatus(result, 'completed').value).toSorted()).toEqual(range(10).map(String));
    expect(busy.began).toEqual(['busy']);
    expect(free.began.toSorted()).toEqual(range(10).map(String));
    await expect.poll(() => full.shed.occupancy().waiting).toBe(0);
    busy.letAllGo();
    await isDone(helper, 11);
  });

  verifies(
    'capacity/cluster',
    'a hundred executions that are queued at a killed node run elsewhere, once each',
    async () => {
      const [lost, work] = [createHeldWork(), createHeldWork()];
      work.letAllGo();
      await using cluster = new ClusterNodes();
      const first = await cluster.node({ tools: lost.tools, capacity: { liveExecutions: 2 } });
      await Promise.all(range(102).map((n) => first.shed.start(n < 2 ? hold(`${n}`) : note(`${n}`))));
      await expect.poll(() => lost.held, { timeout: 10_000 }).toBe(2);
      first.kill();
      const second = await cluster.node({ tools: work.tools, capacity: { liveExecutions: 10 } });
      await isDone(second, 102);
      const ran = work.began.map(Number).toSorted((a, b) => a - b);
      // Safe calls of the two that were at work are run again.
      expect(ran).toEqual(range(102));
      lost.letAllGo();
    },
  );

  verifies('capacity/cluster', 'an execution answered at a full node continues at another node', async () => {
    const [busy, free] = [createHeldWork(), createHeldWork()];
    await using cluster = new ClusterNodes();
    const full = await cluster.node({ tools: busy.tools, capacity: { liveExecutions: 1 } });
    const ask = `const { data } = await elicit({ type: 'text', message: 'Name?' }); return await tools.work.note({ name: data })`;
    const { paused } = expectStatus(await full.shed.execute(ask), 'paused');
    await full.shed.start(hold('busy'));
    await expect.poll(() => busy.held).toBe(1);
    const resumed = full.shed.resume(paused.elicitationId, { approved: true, data: 'given' });
    await expect.poll(() => full.shed.occupancy().waiting, { timeout: 10_000 }).toBe(1);
    await cluster.node({ tools: free.tools });
    expect(expectStatus(await resumed, 'completed').value).toBe('given');
    expect(free.began).toEqual(['given']);
    busy.letAllGo();
  });
});

describe('timers of a cluster', () => {
  verifies(
    'cluster/timers',
    'timers of a cluster fire once each, soon after they are due, without all nodes trying all of them',
    async () => {
      const clock = createManualClock();
      const works = range(3).map(() => createHeldWork());
      await using cluster = new ClusterNodes();
      const nodes: ClusterNode[] = [];
      for (const { tools } of works) nodes.push(await cluster.node({ tools, clock, hibernateAfterMs: 50 }));
      const [first] = nodes;
      if (first === undefined) throw new TypeError('three were opened');
      const count = 60;
      const slept = await Promise.all(
        range(count).map((n) => first.shed.execute(`await sleep(${DAY_MS}); ${note(`${n}`)}`)),
      );
      for (const result of slept) expectStatus(result, 'sleeping');
      const tried = (): number => nodes.reduce((sum, { claims }) => sum + claims.tried, 0);
      const before = tried();
      // Timers in memory wait by the monotonic clock: only what the store says is due.
      clock.pass(2 * DAY_MS);
      await isDone(first, count);
      expect(works.flatMap(({ began }) => began.map(Number)).toSorted((a, b) => a - b)).toEqual(range(count));
      expect(tried() - before).toBeLessThan(count * 2.9);
    },
  );

  verifies('cluster/timers', 'a timer fires on time though hundreds of executions are queued before it', async () => {
    const clock = createManualClock();
    const [other, work] = [createHeldWork(), createHeldWork()];
    await using cluster = new ClusterNodes();
    const crowded = await cluster.node({ tools: other.tools, clock, capacity: { liveExecutions: 1 } });
    const node = await cluster.node({
      tools: work.tools,
      clock,
      capacity: { liveExecutions: 1 },
      hibernateAfterMs: 20,
    });
    expectStatus(await node.shed.execute(`await sleep(${DAY_MS}); ${note('due')}`), 'sleeping');
    for (const { shed } of [crowded, node]) await shed.start(hold('busy'));
    await expect.poll(() => [other.held, work.held]).toEqual([1, 1]);
    await Promise.all(range(150).map((n) => crowded.shed.start(note(`${n}`))));
    // They wait at the other node as well, which takes as many of them as it wakes at a time.
    await expect.poll(() => node.shed.occupancy().waiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(50);
    clock.pass(2 * DAY_MS);
    await expect.poll(() => node.shed.occupancy().waiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(51);
    work.letAllGo();
    await isDone(node, 152);
    expect(work.began.indexOf('due')).toBeLessThanOrEqual(3);
    other.letAllGo();
  });
});
