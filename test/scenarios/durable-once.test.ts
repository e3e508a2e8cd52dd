import { describe, expect } from 'vitest';
import { openJobShed } from '../support/durable/jobs.ts';
import { runJobProcess, soon } from '../support/durable/run-job-process.ts';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

const TWO_WRITES =
  'const a = await tools.jobs.write({ n: 1 }); const b = await tools.jobs.write({ n: 2 }); return [a, b];';

describe('one idempotency key', () => {
  verifies('durable/idempotent-start', 'is one execution, started twice at once or later', async () => {
    await using host = await openJobShed();
    const { shed, jobs } = host;
    const program = 'const { done } = await tools.jobs.read({ n: 1 }); return await tools.jobs.write({ n: 2 }) && done';
    const start = () => shed.execute(program, { idempotencyKey: 'k', session: 's' });
    const [first, second] = await Promise.all([start(), start()]);
    expect({ ...second, sandbox: first.sandbox }).toEqual(first);
    expectStatus(first, 'paused');
    expect(jobs.done).toEqual(['read 1']);

    const done = await shed.resume(first.executionId, true);
    const later = await start();
    expect(later).toMatchObject({ executionId: done.executionId, status: 'completed', value: 'read 1' });
    const elsewhere = await shed.execute(program, { idempotencyKey: 'k', session: 'another' });
    expect(elsewhere.executionId).not.toBe(done.executionId);
  });

  verifies('durable/idempotent-start', 'is one execution, started by two processes at once', async () => {
    using folder = newStoreFolder();
    const beginAt = soon();
    const program = 'await tools.jobs.read({ n: 1 }); return await tools.jobs.write({ n: 2 })';
    const reports = await Promise.all([1, 2].map(() => runJobProcess(folder.file, beginAt, 'execute', program, 'k')));
    const [first, second] = reports.map(({ result }) => result);
    expect(second).toMatchObject({ executionId: first?.executionId, status: 'paused', paused: first?.['paused'] });
    expect(reports.flatMap(({ done }) => done)).toEqual(['read 1']);
  });
});

describe('one answer', () => {
  verifies(
    'durable/one-answer',
    'is enough, given twice at once by two processes, and both get the same reply',
    async () => {
      using folder = newStoreFolder();
      await using host = await openJobShed({ store: { sqlite: folder.file }, maxWarm: 0, wakes: false });
      for (let round = 0; round < 3; round++) {
        const paused = expectStatus(await host.shed.execute(TWO_WRITES), 'paused');
        const beginAt = soon();
        const reports = await Promise.all(
          [1, 2].map(() => runJobProcess(folder.file, beginAt, 'resume', paused.paused.elicitationId)),
        );
        const [first, second] = reports.map(({ result }) => ({ ...result, sandbox: undefined }));
        expect(first).toEqual(second);
        expect(first).toMatchObject({ status: 'paused', pending: [{ message: 'write 2?' }] });
        expect(reports.flatMap(({ done }) => done)).toEqual(['write 1']);
        const answered = (await host.shed.journal(paused.executionId)).filter(({ kind }) => kind === 'answered');
        expect(answered).toHaveLength(1);
      }
    },
  );

  verifies(
    'durable/one-answer',
    'is enough, given many times at once, whether or not the program is still in memory',
    async () => {
      for (const maxWarm of [64, 0]) {
        await using host = await openJobShed({ maxWarm });
        const paused = expectStatus(await host.shed.execute(TWO_WRITES), 'paused');
        const replies = await Promise.all(Array.from({ length: 8 }, () => host.shed.resume(paused.executionId, true)));
        for (const reply of replies)
          expect(reply).toMatchObject({ status: 'paused', pending: [{ message: 'write 2?' }] });
        expect(host.jobs.done).toEqual(['write 1']);
      }
    },
  );

  verifies('durable/one-answer', 'one answer of several is kept while the others wait', async () => {
    await using host = await openJobShed({ maxWarm: 0 });
    const { shed, jobs } = host;
    const paused = expectStatus(
      await shed.execute('return await Promise.all([1, 2, 3].map((n) => tools.jobs.write({ n })))'),
      'paused',
    );
    const [first, second, third] = paused.pending.map(({ elicitationId }) => elicitationId);
    await expect(shed.resume(paused.executionId, true)).rejects.toMatchObject({ code: 'elicitation/ambiguous' });
    const half = expectStatus(await shed.resume(second ?? '', true), 'paused');
    expect(half.pending.map(({ elicitationId }) => elicitationId)).toEqual([first, third]);
    expectStatus(await shed.resume(third ?? '', true), 'paused');
    await expect(shed.resume(paused.executionId, true)).rejects.toMatchObject({ code: 'elicitation/stale' });
    const done = expectStatus(await shed.resume(first ?? '', true), 'completed');
    expect(done.value).toEqual([{ done: 'write 1' }, { done: 'write 2' }, { done: 'write 3' }]);
    expect(jobs.done).toEqual(['write 2', 'write 3', 'write 1']);
  });

  verifies('durable/one-answer', 'an answer through a host whose copy is out of date is not lost', async () => {
    using folder = newStoreFolder();
    await using stale = await openJobShed({ store: { sqlite: folder.file }, wakes: false });
    await using fresh = await openJobShed({ store: { sqlite: folder.file }, wakes: false });
    const paused = await stale.shed.execute(TWO_WRITES);
    const next = expectStatus(await fresh.shed.resume(paused.executionId, true), 'paused');
    expectStatus(await stale.shed.resume(next.paused.elicitationId, true), 'completed');
    expect([...fresh.jobs.done, ...stale.jobs.done]).toEqual(['write 1', 'write 2']);
  });

  verifies(
    'durable/one-answer',
    'is acted on even if the program goes to sleep while it is being written',
    async () => {
      using folder = newStoreFolder();
      await using host = await openJobShed({ store: { sqlite: folder.file }, hibernateAfterMs: 1 });
      const program = 'for (let n = 1; n <= 30; n++) await tools.jobs.write({ n }); return "all"';
      let result = await host.shed.execute(program);
      for (let turn = 0; result.status === 'paused'; turn++) {
        await new Promise((resolve) => setTimeout(resolve, turn % 3));
        result = await host.shed.resume(result.paused.elicitationId, true);
      }
      expect(result).toMatchObject({ status: 'completed', value: 'all' });
      expect(host.jobs.done).toHaveLength(30);
    },
  );
});
