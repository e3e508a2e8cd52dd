import { DatabaseSync } from 'node:sqlite';
import { defineTool, type Tool } from '@toolshed/kernel';
import type { PausedResult, Store } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { createJobs, type JobShed, openJobShed } from '../support/durable/jobs.ts';
import { storeWith } from '../support/durable/revive.ts';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const PROGRAM = `
  await tools.jobs.read({ n: 1 });
  return await Promise.all([tools.jobs.write({ n: 2 }), tools.jobs.holdWrite({ n: 3 })]);`;

let host: JobShed;
let paused: PausedResult;
beforeAll(async () => {
  host = await openJobShed();
  paused = expectStatus(await host.shed.execute(PROGRAM), 'paused');
});
afterAll(() => host[Symbol.asyncDispose]());

/** Opens what is left with other tools, approves everything, and expects that nothing of it ran. */
async function expectDiverged(store: Store, tools: readonly Tool[], done: readonly string[]): Promise<string> {
  await using shed = await openInThread({ tools, store, wakes: false });
  const before = await shed.journal(paused.executionId);
  const result = expectStatus(await shed.resume(paused.executionId, { approved: true, all: true }), 'failed');
  expect(result.error.code).toBe('journal/diverged');
  expect(done).toEqual([]);
  const after = await shed.journal(paused.executionId);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.filter(({ kind }) => kind === 'invoking')).toHaveLength(1);
  expect(await shed.get(paused.executionId)).toMatchObject({ status: 'failed' });
  return result.error.message;
}

describe('a replay that departs from its journal', () => {
  verifies.each('replay/diverged', [
    ['another argument', ['n: 1', 'n: 7']],
    ['another call', ['jobs.read', 'jobs.write']],
    ['a call less', ['await tools.jobs.read({ n: 1 });', '']],
    [
      'another order',
      [
        'tools.jobs.write({ n: 2 }), tools.jobs.holdWrite({ n: 3 })',
        'tools.jobs.holdWrite({ n: 3 }), tools.jobs.write({ n: 2 })',
      ],
    ],
    ['a mistake', ['await tools.jobs.read({ n: 1 });', 'throw new Error("no");']],
  ])('a program with %s diverges, and nothing runs', async (_, [from, to]) => {
    const { tools, done } = createJobs();
    const entries = (await host.shed.journal(paused.executionId)).map((entry) =>
      entry.kind === 'started' ? { ...entry, source: entry.source.replace(from ?? '', to ?? '') } : entry,
    );
    await expectDiverged(await storeWith(paused.executionId, entries), tools, done);
  });

  verifies.each('replay/diverged', [
    ['left out what is now sent', 'jobs.call({ n: 1 })', 'jobs.call({ n: 1, loud: false })'],
    ['sent what is now left out', 'jobs.call({ n: 1, loud: false })', 'jobs.call({ n: 1 })'],
  ])('a call that %s diverges, and nothing runs, though the tool would get the same', async (_, sent, now) => {
    const source = `await tools.${sent}; return await tools.jobs.write({ n: 2 });`;
    const { tools, done } = createJobs();
    const input = z.object({ n: z.int(), loud: z.boolean().default(false) });
    const call = defineTool({ path: 'jobs.call', description: 'call', input, destructive: false, handler: () => 1 });
    await using first = await openInThread({ tools: [...tools, call], store: 'memory', wakes: false });
    const { executionId } = expectStatus(await first.execute(source), 'paused');
    const entries = await first.journal(executionId);
    expect(entries.find((entry) => entry.kind === 'tool-called')).toMatchObject({ args: '{"loud":false,"n":1}' });

    const again = await storeWith(
      executionId,
      entries.map((entry) => (entry.kind === 'started' ? { ...entry, source: source.replace(sent, now) } : entry)),
    );
    await using second = await openInThread({ tools: [...tools, call], store: again, wakes: false });
    const result = expectStatus(await second.resume(executionId, true), 'failed');
    expect(result.error.code).toBe('journal/diverged');
    expect(done).toEqual([]);
  });

  verifies('replay/diverged', 'an edited journal is noticed when it is read', async () => {
    using folder = newStoreFolder();
    const id = await (async () => {
      await using first = await openJobShed({ store: { sqlite: folder.file } });
      return expectStatus(await first.shed.execute(PROGRAM), 'paused').executionId;
    })();
    const database = new DatabaseSync(folder.file);
    database.prepare(`UPDATE journal SET body = replace(body, 'n: 2', 'n: 9') WHERE execution = ? AND seq = 0`).run(id);
    database.close();

    await using second = await openJobShed({ store: { sqlite: folder.file }, wakes: false });
    await expect(second.shed.resume(id, { approved: true, all: true })).rejects.toMatchObject({
      code: 'journal/corrupt',
    });
    expect(second.jobs.done).toEqual([]);
    expect(await second.shed.audit.verify()).not.toMatchObject({ kind: 'intact' });
  });
});
