// Previews that no longer hold when the person answers: what was seen is not what would happen, so it is asked again.

import { defineTool, type Preview, type Tool } from '@toolshed/kernel';
import { createMemoryStore, type OpenOptions, type Store, type Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { storeWith } from '../support/durable/revive.ts';
import { expectStatus } from '../support/expect-status.ts';
import { person } from '../support/policy/people.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

interface World {
  /** What the preview says; thrown, if it is an error. */
  text: string | Error;
  readonly done: string[];
  made: number;
}

const newWorld = (text = 'one row'): World => ({ text, done: [], made: 0 });

const toolOf = (world: World): Tool =>
  defineTool({
    path: 'rows.delete',
    description: 'Delete',
    input: z.object({ id: z.int() }),
    destructive: true,
    preview: (): Preview => {
      world.made++;
      if (world.text instanceof Error) throw world.text;
      return { kind: 'text', text: world.text };
    },
    handler: (_context, { id }) => {
      world.done.push(`${id}`);
      return id;
    },
  });

const PROGRAM = `return await tools.rows.delete({ id: 1 }).catch(({ code }) => code)`;
const open = (world: World, options: Partial<OpenOptions> = {}): Promise<Toolshed> =>
  openInThread({ tools: [toolOf(world)], store: 'memory', wakes: false, ...options });
const paused = async (shed: Toolshed, id: string) => expectStatus(await shed.get(id), 'paused').paused;
const CHANGED = { code: 'elicitation/preview-changed', message: expect.stringContaining('read it again') };
const text = (words: string) => ({ kind: 'text', text: words });

describe('an approval of a preview that no longer holds', () => {
  verifies('preview/stale', 'is not taken: it is asked again, under another id, with what changed', async () => {
    const world = newWorld();
    await using shed = await open(world);
    const first = expectStatus(await shed.execute(PROGRAM), 'paused');
    world.text = 'ten rows';
    await expect(shed.resume(first.executionId, true)).rejects.toMatchObject(CHANGED);
    expect(world.done).toEqual([]);
    const second = await paused(shed, first.executionId);
    expect(second.elicitationId).not.toBe(first.paused.elicitationId);
    expect(second.request).toMatchObject({
      preview: text('ten rows'),
      previewBefore: text('one row'),
      description: expect.stringContaining('has changed'),
    });
    // A person who still looks at the first card, or names no question, approves nothing.
    await expect(shed.resume(first.paused.elicitationId, true)).rejects.toMatchObject(CHANGED);
    await expect(shed.resume(first.executionId, true)).rejects.toMatchObject({ code: 'elicitation/stale' });
    expect(world.done).toEqual([]);
    expect(expectStatus(await shed.resume(second.elicitationId, true), 'completed').value).toBe(1);
    expect(world.done).toEqual(['1']);
  });

  verifies('preview/stale', 'is taken where it holds, and a refusal is taken without looking', async () => {
    const world = newWorld();
    await using shed = await open(world);
    const one = expectStatus(await shed.execute(PROGRAM), 'paused');
    expectStatus(await shed.resume(one.executionId, true), 'completed');
    const two = expectStatus(await shed.execute(PROGRAM), 'paused');
    const { made } = world;
    world.text = 'ten rows';
    expect(expectStatus(await shed.resume(two.executionId, false), 'completed').value).toBe('tool/declined');
    expect(world.made).toBe(made);
  });

  verifies('preview/stale', 'counts no earlier approver, and is neither edited nor remembered', async () => {
    const world = newWorld();
    const policy = [{ pattern: 'rows.**', verdict: 'ask', approvals: 2 } as const];
    await using shed = await open(world, { policy });
    const { executionId, paused: first } = expectStatus(await shed.execute(PROGRAM), 'paused');
    await shed.resume(executionId, { approved: true, by: person('grace') });
    world.text = 'ten rows';
    const edited = { approved: true, args: { id: 2 }, by: person('linus') };
    await expect(shed.resume(first.elicitationId, edited)).rejects.toMatchObject(CHANGED);
    expect(await paused(shed, executionId)).toMatchObject({ approvals: { needed: 2, by: [] } });
    expect(world.done).toEqual([]);
  });

  verifies('preview/stale', 'among others: these run', async () => {
    const world = newWorld();
    await using shed = await open(world);
    const program = `return await Promise.all([tools.rows.delete({ id: 1 }), elicit({ type: 'confirmation', message: 'Sure?' })]
      .map((one) => one.then(() => 'done')))`;
    const { executionId, pending } = expectStatus(await shed.execute(program), 'paused');
    world.text = 'ten rows';
    await expect(shed.resume(executionId, { approved: true, all: true })).rejects.toMatchObject(CHANGED);
    expect(pending).toHaveLength(2);
    expect(expectStatus(await shed.get(executionId), 'paused').pending).toMatchObject([{ toolPath: 'rows.delete' }]);
  });

  verifies('preview/stale', 'a preview from another host is checked again by the host that runs the call', async () => {
    const world = newWorld();
    const store: Store = createMemoryStore();
    const { executionId, journal } = await (async () => {
      await using shed = await open(world, { store });
      const { executionId: id } = expectStatus(await shed.execute(PROGRAM), 'paused');
      await using other = await openInThread({ tools: [], store, wakes: false });
      await shed[Symbol.asyncDispose]();
      await expect(other.resume(id, true)).rejects.toMatchObject({ code: 'tool/not-here' });
      return { executionId: id, journal: await other.journal(id) };
    })();
    world.text = 'ten rows';
    await using shed = await open(world, { store: await storeWith(executionId, journal) });
    const again = expectStatus(await shed.wake(executionId), 'paused').paused;
    expect(again.request).toMatchObject({ preview: text('ten rows'), previewBefore: text('one row') });
    expect(world.done).toEqual([]);
  });
});

describe('a preview that cannot be made again', () => {
  verifies('preview/stale', 'is asked about as such, and may then be approved', async () => {
    const world = newWorld();
    await using shed = await open(world);
    const { executionId } = expectStatus(await shed.execute(PROGRAM), 'paused');
    world.text = new Error('no connection 1');
    await expect(shed.resume(executionId, true)).rejects.toMatchObject(CHANGED);
    const again = await paused(shed, executionId);
    expect(again.request.preview).toMatchObject({ kind: 'failed' });
    world.text = new Error('no connection 2');
    expectStatus(await shed.resume(again.elicitationId, true), 'completed');
    expect(world.done).toEqual(['1']);
  });
});

describe('a preview that is another each time', () => {
  verifies('preview/stale', 'is asked about three times more, and then says that it is', async () => {
    const world = newWorld();
    await using shed = await open(world);
    let { executionId, paused: question } = expectStatus(await shed.execute(PROGRAM), 'paused');
    for (let change = 1; change <= 3; change++) {
      world.text = `at ${change}`;
      await expect(shed.resume(question.elicitationId, true)).rejects.toMatchObject(CHANGED);
      question = await paused(shed, executionId);
    }
    expect(question.request.description).toContain('whatever it does');
    world.text = 'at last';
    expectStatus(await shed.resume(question.elicitationId, true), 'completed');
    expect(world.done).toEqual(['1']);
  });
});
