import { describe, expect } from 'vitest';
import { openJobShed } from '../support/durable/jobs.ts';
import { runJobProcess } from '../support/durable/run-job-process.ts';
import { untilEntry } from '../support/durable/until.ts';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

describe('cancel', () => {
  verifies(
    'durable/cancel',
    'stops a program that never pauses for breath, and leaves the others of its session alone',
    async () => {
      await using host = await openJobShed({ isolation: 'process', limits: { cpuMs: 20_000 } });
      const { shed, jobs } = host;
      const other = expectStatus(await shed.execute('return await tools.jobs.write({ n: 2 })'), 'paused');
      const looping = untilEntry(shed, 'returned');
      const running = shed.execute('await tools.jobs.read({ n: 1 }); for (;;);');
      const { executionId } = await looping;

      const startedAt = performance.now();
      const cancelled = expectStatus(await shed.cancel(executionId, 'enough'), 'cancelled');
      expect(performance.now() - startedAt).toBeLessThan(2_000);
      expect(cancelled.reason).toBe('enough');
      expect(await running).toMatchObject({ status: 'cancelled', executionId });
      expectStatus(await shed.resume(other.executionId, true), 'completed');
      expect(jobs.done).toEqual(['read 1', 'write 2']);
    },
  );

  verifies('durable/cancel', 'aborts the handler that runs and takes nothing of what it returns', async () => {
    await using host = await openJobShed();
    const { shed, jobs } = host;
    const invoking = untilEntry(shed, 'invoking');
    const running = shed.execute('return await tools.jobs.hold({ n: 1 })');
    const { executionId } = await invoking;
    await jobs.held;
    expectStatus(await shed.cancel(executionId), 'cancelled');
    expect(jobs.aborted).toEqual(['the execution was cancelled']);
    expectStatus(await running, 'cancelled');
    expect((await shed.journal(executionId)).at(-1)?.kind).toBe('cancelled');
  });

  verifies.each('durable/cancel', [
    ['warm', 64],
    ['cold', 0],
  ])('cancelling a %s pause is final: its questions close and a later answer changes nothing', async (_, maxWarm) => {
    await using host = await openJobShed({ maxWarm });
    const { shed, jobs } = host;
    const paused = expectStatus(
      await shed.execute('return await Promise.all([1, 2].map((n) => tools.jobs.write({ n })))'),
      'paused',
    );
    expectStatus(await shed.cancel(paused.executionId, 'not today'), 'cancelled');
    expect(await shed.pending()).toEqual([]);
    expectStatus(await shed.resume(paused.executionId, { approved: true, all: true }), 'cancelled');
    expectStatus(await shed.resume(paused.paused.elicitationId, true), 'cancelled');
    expect(expectStatus(await shed.cancel(paused.executionId, 'again'), 'cancelled').reason).toBe('not today');
    expect(jobs.done).toEqual([]);
  });

  verifies('durable/cancel', 'reaches the process that runs the program', async () => {
    using folder = newStoreFolder();
    await using host = await openJobShed({ store: { sqlite: folder.file }, wakes: false });
    const elsewhere = runJobProcess(folder.file, 0, 'execute', 'return await tools.jobs.hold({ n: 1 })', 'held');
    const running = async () => (await host.shed.list({ status: ['running'] }))[0];
    await expect.poll(running, { timeout: 10_000 }).toBeDefined();
    const { id = '' } = (await running()) ?? {};
    const kinds = async () => (await host.shed.journal(id)).map(({ kind }) => kind);
    await expect.poll(kinds).toContain('invoking');
    expectStatus(await host.shed.cancel(id), 'cancelled');
    expect(await elsewhere).toMatchObject({
      result: { status: 'cancelled' },
      aborted: ['the execution was cancelled'],
    });
  });
});
