// Tools of one config that are placed at one of two nodes: used from the other one in every way there is.

import { defineTool } from '@toolshed/kernel';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { ClusterNodes } from '../support/cluster-nodes.ts';
import { expectStatus } from '../support/expect-status.ts';
import { stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const PATIENT = { timeout: 20_000, interval: 100 };

/** One config for all nodes; what it did, and at which of them. */
function configOf(node: string, done: string[]) {
  const save = defineTool({
    path: 'disk.save',
    description: 'Saves a number on the disk of its machine',
    input: z.object({ n: z.number() }),
    destructive: true,
    placement: 'disk',
    handler: (_context, { n }) => {
      done.push(`${node} saves ${n}`);
      return node;
    },
    revert: (_context, { n }) => {
      done.push(`${node} removes ${n}`);
    },
  });
  const post = defineTool({
    path: 'mail.post',
    description: 'Posts a number',
    input: z.object({ n: z.number() }),
    destructive: true,
    handler: (_context, { n }) => {
      done.push(`posts ${n}`);
    },
    revert: (_context, { n }) => {
      done.push(`takes back ${n}`);
    },
  });
  return { tools: [save, post], policy: [{ pattern: 'mail.*', verdict: 'allow' as const }] };
}

async function openTwo(cluster: ClusterNodes) {
  const done: string[] = [];
  const here = await cluster.node({ ...configOf('here', done) });
  const there = await cluster.node({ ...configOf('there', done), placement: ['disk'] });
  return { here: here.shed, there: there.shed, done };
}

describe('a tool that is placed at another node', () => {
  verifies('cluster/placed-tools', 'a placed tool runs at its node for programs started elsewhere', async () => {
    await using cluster = new ClusterNodes();
    const { here, done } = await openTwo(cluster);
    expect(here.catalog.find('disk.save')).toBeDefined();
    const paused = expectStatus(await here.execute('return await tools.disk.save({ n: 1 })'), 'paused');
    expect(await here.list()).toMatchObject([{ placement: ['disk'] }]);
    expect(expectStatus(await here.resume(paused.executionId, true), 'completed').value).toBe('there');
    const free = expectStatus(await here.execute('return 7'), 'completed');
    expect((await here.list()).find(({ id }) => id === free.executionId)).not.toHaveProperty('placement');

    const program = `await tools.mail.post({ n: 2 }); return await tools['di' + 'sk']['sa' + 've']({ n: 2 })`;
    const handedOver = expectStatus(await here.execute(program), 'paused');
    expect(expectStatus(await here.resume(handedOver.executionId, true), 'completed').value).toBe('there');
    expect(done).toEqual(['there saves 1', 'posts 2', 'there saves 2']);
  });

  verifies('cluster/placed-tools', 'an execution waits until a node has its placed tool', async () => {
    await using cluster = new ClusterNodes();
    const done: string[] = [];
    const here = await cluster.node(configOf('here', done));
    const program = `return await tools['di' + 'sk'].save({ n: 1 })`;
    const waits = await here.shed.execute(program);
    expect(waits).toMatchObject({ status: 'running' });
    const there = await cluster.node({ ...configOf('there', done), placement: ['disk'] });
    await expect.poll(async () => (await here.shed.get(waits.executionId)).status, PATIENT).toBe('paused');
    there.kill();
    await here.shed.resume(waits.executionId, true);
    expect(done).toEqual([]);
    await cluster.node({ ...configOf('again', done), placement: ['disk'] });
    await expect.poll(async () => (await here.shed.get(waits.executionId)).status, PATIENT).toBe('completed');
    expect(done).toEqual(['again saves 1']);
  });

  verifies(
    'cluster/placed-tools',
    'a call of a tool at another node can be undone and approved with other arguments from here',
    async () => {
      await using cluster = new ClusterNodes();
      const { here, done } = await openTwo(cluster);
      const program = `await tools.mail.post({ n: 1 }); await tools.disk.save({ n: 2 }); await tools.mail.post({ n: 3 })`;
      const paused = expectStatus(await here.execute(program), 'paused');
      const edited = await here.resume(paused.executionId, { approved: true, args: { n: 5 } });
      expectStatus(edited, 'completed');
      let undo = await here.undo(paused.executionId);
      for (let n = 0; n < 3 && undo.status === 'paused'; n++) undo = await here.resume(undo.paused.elicitationId, true);
      expect(expectStatus(undo, 'completed').value).toMatchObject({ skipped: [] });
      expect(done).toEqual(['posts 1', 'there saves 5', 'posts 3', 'takes back 3', 'there removes 5', 'takes back 1']);
    },
  );

  verifies('cluster/placed-tools', 'saved programs and schedules use a placed tool from any node', async () => {
    await using cluster = new ClusterNodes();
    const { here, done } = await openTwo(cluster);
    const first = expectStatus(await here.execute('return await tools.disk.save({ n: 1 })'), 'paused');
    expectStatus(await here.resume(first.executionId, true), 'completed');
    await here.programs.save(first.executionId, { as: 'team.save' });
    const run = expectStatus(await here.programs.run('team.save'), 'paused');
    expect((await here.list()).find(({ id }) => id === run.executionId)).toMatchObject({ placement: ['disk'] });
    expectStatus(await here.resume(run.executionId, true), 'completed');
    expect(await here.schedules.add({ program: 'team.save', cron: '0 0 1 1 *' })).toMatchObject({
      placement: ['disk'],
    });
    expect(done).toEqual(['there saves 1', 'there saves 1']);
  });
});
