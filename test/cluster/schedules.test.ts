// Three node processes on one PostgreSQL, and schedules that fall due while one node is killed and another is stopped.

import type { ExecutionSummary } from '@toolshed/kernel';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { Scene } from '../support/cluster/scene.ts';
import { stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const Kept = z.looseObject({ last: z.looseObject({ kind: z.string() }).optional() });

const COUNT = 40;
/** Cron knows whole minutes; a test has no minute to wait. */
const SOON_MS = 1_500;
const SESSION = 'scheduled';
const PATIENT = { timeout: 60_000, interval: 100 };

/** Saves a program and adds schedules for it, all of them due at this time. */
async function schedule(scene: Scene, at: number): Promise<readonly string[]> {
  // Closed before the nodes' work begins: it wakes nothing.
  await using shed = await openInThread({ tools: [], store: scene.store, wakes: false });
  const { executionId } = await shed.execute(`return await sleep(20) ?? 'done'`, { session: 'saving' });
  await shed.programs.save(executionId, { as: 'team.nap' });
  const ids: string[] = [];
  for (let n = 0; n < COUNT; n++) {
    const { id } = await shed.schedules.add({ program: 'team.nap', cron: '0 0 1 1 *', session: SESSION });
    const record = await scene.store.records.get('schedule', id);
    await scene.store.records.put('schedule', id, { ...Object(record?.value), nextAt: at });
    ids.push(id);
  }
  await scene.store.records.put('schedule-stamp', 'all', 'due soon');
  return ids;
}

describe('schedules of three nodes on one PostgreSQL', () => {
  verifies(
    ['schedules/once', 'programs/durable'],
    'start one execution for each occurrence, while one node is killed and another stands still at that moment',
    async () => {
      await using scene = await Scene.open({ leaseMs: 1_500 });
      const [first, second, third] = await Promise.all([scene.node(), scene.node(), scene.node()]);
      const at = (scene.store.clock?.now() ?? Date.now()) + SOON_MS + COUNT * 40;
      const ids = await schedule(scene, at);
      await expect.poll(() => (scene.store.clock?.now() ?? Date.now()) >= at, PATIENT).toBe(true);
      await scene.kill(first);
      second.stop();
      const last = async (): Promise<readonly (string | undefined)[]> =>
        Promise.all(
          ids.map(async (id) => Kept.parse((await scene.store.records.get('schedule', id))?.value).last?.kind),
        );
      await expect.poll(last, PATIENT).toEqual(ids.map(() => 'started'));
      second.goOn();
      const executions = (): Promise<readonly ExecutionSummary[]> =>
        scene.store.journal.list({ session: SESSION, limit: 1_000 });
      await expect
        .poll(async () => (await executions()).filter(({ status }) => status === 'completed').length, PATIENT)
        .toBe(COUNT);
      // A host that was stopped has looked again by then.
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      expect(await executions()).toHaveLength(COUNT);
      await third.close();
    },
    { timeout: 180_000 },
  );
});
