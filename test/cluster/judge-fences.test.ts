// The judge of cluster runs, shown real nodes with one fence broken: each is found. The same happens to nodes that have all
// their fences, and nothing is found.

import { afterAll, describe, expect } from 'vitest';
import type { Fence } from '../support/cluster/node/broken-fences.ts';
import { checkCluster } from '../support/cluster/judge/check-cluster.ts';
import type { NodeHandle } from '../support/cluster/node/node-handle.ts';
import type { Point } from '../support/cluster/node/stop-points.ts';
import { Scene } from '../support/cluster/scene.ts';
import { runSql, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const LEASE_MS = 1_500;

/** What happens to two nodes. */
type Play = (scene: Scene, first: NodeHandle, second: NodeHandle) => Promise<void>;

/** A node stops before its handler starts. Another one takes over, and runs the call as a person says; then the first goes on. */
const stoppedBeforeItsHandler =
  (point: Point): Play =>
  async (scene, first, second) => {
    const execution = await scene.start(first, 'return await tools.shop.charge({ n: 1, ms: 0 })');
    const asked = await scene.question('gate');
    await scene.stopAt(first, point);
    const late = scene.answer(first, asked);
    await scene.stopped(first, point);
    const doubt = await scene.question('in-doubt');
    await scene.answer(second, doubt, true, { do: 'retry' });
    await scene.ended(execution);
    first.goOn();
    await late;
  };

/** A node stops in the middle of a handler. Another goes on to the next call; then the first goes on as well. */
const stoppedInItsHandler: Play = async (scene, first, second) => {
  // It acts at once, however soon its time is up on a busy machine.
  const next = 'tools.shop.slow({ n: 2, ms: 0 }).catch(() => undefined)';
  const program = `await tools.shop.charge({ n: 1, ms: 0 }); await ${next}; return 1`;
  const execution = await scene.start(first, program);
  const asked = await scene.question('gate', { execution });
  await scene.stopAt(first, 'handler acts');
  const late = scene.answer(first, asked);
  await scene.stopped(first, 'handler acts');
  const doubt = await scene.question('in-doubt', { execution });
  await scene.answer(second, doubt, true, { do: 'result', value: 'by hand' });
  await scene.ended(execution);
  first.goOn();
  await late;
};

/** A node stops with an outcome in its hand. Another claims the execution and has written nothing when the first goes on. */
const stoppedWithAnOutcome: Play = async (scene, first, second) => {
  const execution = await scene.start(first, 'return await tools.shop.charge({ n: 1, ms: 0 })');
  const asked = await scene.question('gate');
  await scene.stopAt(first, 'outcome sent');
  await scene.stopAt(second, 'claimed');
  const late = scene.answer(first, asked);
  await scene.stopped(first, 'outcome sent');
  await scene.stopped(second, 'claimed');
  first.goOn();
  await Promise.race([
    late,
    expect
      .poll(() => scene.status(execution))
      .toBe('completed')
      .catch(() => undefined),
  ]);
  second.goOn();
  await answerDoubts(scene, execution, second);
  await late;
};

/** A handler works on one node while another question of its execution is answered at another node. */
const answeredElsewhere: Play = async (scene, first, second) => {
  const both = 'await Promise.all([tools.shop.charge({ n: 1, ms: 2_000 }), tools.shop.ship({ n: 2, ms: 0 })])';
  const execution = await scene.start(first, `${both}; return 'both'`);
  const [charge, ship] = [
    await scene.question('gate', { path: 'shop.charge' }),
    await scene.question('gate', { path: 'shop.ship' }),
  ];
  const driven = scene.answer(first, charge);
  await scene.acting('shop.charge');
  const answered = scene.answer(second, ship);
  await answerDoubts(scene, execution, second);
  await Promise.all([driven, answered]);
};

async function answerDoubts(scene: Scene, execution: string, node: NodeHandle): Promise<void> {
  const isOver = async (): Promise<boolean> => {
    for (const question of await scene.store.journal.questions({}))
      if (question.asker === 'in-doubt') void scene.answer(node, question, true, { do: 'result', value: 'by hand' });
    return (await scene.status(execution)) === 'completed';
  };
  await expect.poll(isOver, { timeout: 30_000, interval: 100 }).toBe(true);
}

/** A node acknowledges an answer and dies at once; a person is asked again and says no. */
const deadAfterItsWord: Play = async (scene, first, second) => {
  await scene.start(first, 'return await tools.shop.charge({ n: 1, ms: 0 })');
  const asked = await scene.question('gate');
  expect(await scene.answer(first, asked)).toMatchObject({ ok: true });
  await scene.kill(first);
  await scene.answer(second, asked, false);
  await expect.poll(async () => (await scene.store.journal.count({ status: ['paused', 'running'] })) === 0).toBe(true);
};

/** One transaction takes long, and another begins after it and is over before it. */
const overtaken: Play = async (scene, first, second) => {
  const { schema } = scene;
  await runSql(`CREATE FUNCTION ${schema}.dawdle() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(2); RETURN NEW; END $$;
    CREATE TRIGGER dawdle AFTER INSERT ON ${schema}.executions FOR EACH ROW
      WHEN (NEW.session = 'slow') EXECUTE FUNCTION ${schema}.dawdle()`);
  const slow = scene.start(first, 'return 1', 'slow');
  await expect
    .poll(() => runSql(`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE '%${schema}%'`))
    .toHaveLength(1);
  await scene.ended(await scene.start(second, 'return 2'));
  await scene.ended(await slow);
};

/** An execution sleeps for longer than it stays in memory, so that some node has to find it. */
const asleep: Play = async (scene, first) => {
  await scene.ended(await scene.start(first, 'await sleep(1_500); return 1'));
};

const MAX_PLAYS = 3;

/** The fence that is broken, at which node, what the judge says of it, and what happens. */
const PLAYS: readonly (readonly [Fence, 'first' | 'second' | 'both', string, Play])[] = [
  ['none', 'first', 'acted 2 times', stoppedBeforeItsHandler('invoking committed')],
  ['none', 'first', 'acted 2 times', stoppedInItsHandler],
  ['lease not checked', 'first', 'acted 2 times', stoppedBeforeItsHandler('invoking committed')],
  ['ended lease extended', 'first', 'acted 2 times', stoppedBeforeItsHandler('invoking read late')],
  ['epoch ignored', 'first', 'appended under epoch', stoppedWithAnOutcome],
  ['lease of the owner ignored', 'second', 'while the lease of node-0 ran', answeredElsewhere],
  ['watermark ignored', 'second', 'missed', overtaken],
  ['due found late', 'both', 'ms late', asleep],
  // The last one: its first node dies.
  ['acknowledged before the commit', 'first', 'was acknowledged and is lost', deadAfterItsWord],
];

describe('the judge of cluster runs', () => {
  verifies(
    'cluster/judge',
    'finds nothing wrong with nodes that have all their fences',
    async () => {
      await using scene = await Scene.open({ leaseMs: LEASE_MS });
      const [first, second] = await scene.nodes({}, {});
      for (const [, , , play] of PLAYS) await play(scene, first, second);
      expect(checkCluster(await scene.history())).toEqual([]);
    },
    { timeout: 180_000 },
  );

  verifies.each('cluster/judge', PLAYS)(
    'finds a fence that is broken: %s (%#)',
    async (broken, where, problem, play) => {
      const perform = async (): Promise<readonly string[]> => {
        await using scene = await Scene.open({ leaseMs: LEASE_MS });
        const [first, second] = await scene.nodes(
          where !== 'second' ? { broken } : {},
          where !== 'first' ? { broken } : {},
        );
        await play(scene, first, second);
        return checkCluster(await scene.history());
      };
      // What a node that was stopped does first when it is continued is up to the machine.
      let found = await perform();
      for (let again = 1; again < MAX_PLAYS && !found.some((one) => one.includes(problem)); again++)
        found = await perform();
      expect(found).toContainEqual(expect.stringContaining(problem));
    },
    { timeout: 240_000 },
  );
});
