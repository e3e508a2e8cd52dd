import { describe, expect } from 'vitest';
import { openJobShed } from '../support/durable/jobs.ts';
import { createManualClock, DAY_MS } from '../support/durable/manual-clock.ts';
import { untilEntry } from '../support/durable/until.ts';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

describe('a sleep of days', () => {
  verifies('durable/sleep', 'writes nothing while it lasts and is woken by the next start', async () => {
    using folder = newStoreFolder();
    const clock = createManualClock();
    const open = () => openJobShed({ store: { sqlite: folder.file }, clock });
    const bedtime = clock.now();
    const program = `await sleep(${3 * DAY_MS}); await tools.jobs.read({ n: 1 }); return Date.now()`;
    const sleeping = await (async () => {
      await using host = await open();
      return expectStatus(await host.shed.execute(program), 'sleeping');
    })();
    expect(sleeping.wakeAt).toBe(bedtime + 3 * DAY_MS);

    clock.pass(2 * DAY_MS);
    {
      await using host = await open();
      await new Promise((resolve) => setTimeout(resolve, 300));
      expectStatus(await host.shed.get(sleeping.executionId), 'sleeping');
      expect((await host.shed.journal(sleeping.executionId)).map(({ kind }) => kind)).toEqual([
        'started',
        'timer-set',
        'parked',
      ]);
      expect(host.jobs.done).toEqual([]);
    }

    clock.pass(2 * DAY_MS);
    await using host = await open();
    await expect.poll(async () => (await host.shed.get(sleeping.executionId)).status).toBe('completed');
    expect(await host.shed.get(sleeping.executionId)).toMatchObject({ value: bedtime + 4 * DAY_MS });
    expect(host.jobs.done).toEqual(['read 1']);
  });

  verifies('durable/sleep', 'is woken by the process that runs when it is over', async () => {
    await using host = await openJobShed({ hibernateAfterMs: 10 });
    const completed = untilEntry(host.shed, 'completed');
    const sleeping = expectStatus(await host.shed.execute('await sleep(200); return "awake"'), 'sleeping');
    await completed;
    expect(await host.shed.get(sleeping.executionId)).toMatchObject({ status: 'completed', value: 'awake' });
  });

  verifies('durable/sleep', 'does not keep others from being woken while one that woke is at work', async () => {
    await using host = await openJobShed({ hibernateAfterMs: 10 });
    const { shed, jobs } = host;
    await shed.execute('await sleep(50); await tools.jobs.hold({ n: 1 });');
    await jobs.held;
    const completed = untilEntry(shed, 'completed');
    await shed.execute('await sleep(50); return "awake"');
    await completed;
    expect(jobs.done).toEqual(['hold 1']);
    const [held] = await shed.list({ status: ['running'] });
    await shed.cancel(held?.id ?? '');
  });
});

describe('a question that expires', () => {
  verifies(
    'durable/expiry',
    'pauses like any other, and then is expired rather than denied, for every asker',
    async () => {
      using folder = newStoreFolder();
      const clock = createManualClock();
      const open = () => openJobShed({ store: { sqlite: folder.file }, clock, questionsExpireInMs: 20_000 });
      const program = `
      const outcomes = await Promise.allSettled([
        tools.jobs.write({ n: 1 }), elicit({ message: 'Really?' }), tools.jobs.ask({ n: 2 })]);
      return outcomes.map(({ value, reason }) => reason?.code ?? value.action);`;
      const paused = await (async () => {
        await using host = await open();
        return expectStatus(await host.shed.execute(program), 'paused');
      })();
      expect(paused.pending.map(({ expiresAt }) => expiresAt)).toEqual(Array(3).fill(clock.now() + 20_000));

      clock.pass(20_001);
      await using host = await open();
      await expect.poll(async () => (await host.shed.get(paused.executionId)).status).toBe('completed');
      expect(await host.shed.get(paused.executionId)).toMatchObject({ value: ['tool/expired', 'expired', 'expired'] });
      expect(host.jobs.done).toEqual(['ask 2']);
      const actions = (await host.shed.journal(paused.executionId)).flatMap((entry) =>
        entry.kind === 'answered' ? [entry.answer.action] : [],
      );
      expect(actions).toEqual(['expired', 'expired', 'expired']);
    },
  );

  verifies('durable/expiry', 'expires in memory as well, and can be asked again', async () => {
    await using host = await openJobShed({ questionsExpireInMs: 100 });
    const { shed, jobs } = host;
    const failed = untilEntry(shed, 'failed');
    const paused = expectStatus(await shed.execute('return await tools.jobs.write({ n: 1 })'), 'paused');
    await failed;
    expect(await shed.get(paused.executionId)).toMatchObject({ status: 'failed', error: { code: 'tool/expired' } });
    const again = expectStatus(await shed.reask(paused.paused.elicitationId), 'paused');
    expect(again.paused.elicitationId).not.toBe(paused.paused.elicitationId);
    expectStatus(await shed.resume(again.paused.elicitationId, true), 'completed');
    expect(jobs.done).toEqual(['write 1']);
  });

  verifies.each('durable/expiry', ['thread', 'process'] as const)(
    'asked again in the very moment it expires either waits again or lets its program go on: %s',
    async (isolation) => {
      // Nobody finds later what was left lying.
      const options = { questionsExpireInMs: 100, wakes: false };
      await using host = await openJobShed({ ...options, ...(isolation === 'process' ? { isolation } : {}) });
      const { shed } = host;
      const program = `try { await tools.jobs.write({ n: 1 }) } catch (error) {
        for (let n = 0; n < 3; n++) await tools.jobs.read({ n });
        return error.code;
      }`;
      const expired = untilEntry(shed, 'answered');
      const paused = expectStatus(await shed.execute(program), 'paused');
      await expired;
      const again = await shed.reask(paused.paused.elicitationId).catch(({ code }) => code);
      if (again === 'elicitation/cannot-reask')
        await expect
          .poll(() => shed.get(paused.executionId))
          .toMatchObject({ status: 'completed', value: 'tool/expired' });
      else expectStatus(again, 'paused');
      const journal = await shed.journal(paused.executionId);
      const hasGoneOn = journal.some((entry) => entry.kind === 'tool-called' && entry.path === 'jobs.read');
      expect(hasGoneOn).toBe(again === 'elicitation/cannot-reask');
    },
  );

  verifies('durable/expiry', 'a reask that is refused leaves the running execution alone', async () => {
    await using host = await openJobShed();
    const { shed, jobs } = host;
    const paused = expectStatus(await shed.execute('return await tools.jobs.holdWrite({ n: 1 })'), 'paused');
    const resumed = shed.resume(paused.executionId, true);
    await jobs.held;
    await expect(shed.reask(paused.paused.elicitationId)).rejects.toMatchObject({ code: 'elicitation/cannot-reask' });
    expect(jobs.aborted).toEqual([]);
    expect(await shed.get(paused.executionId)).toMatchObject({ status: 'running', calls: [{ outcome: 'running' }] });
    await shed.cancel(paused.executionId);
    expect(jobs.aborted).toEqual(['the execution was cancelled']);
    await resumed;
  });

  verifies.each('durable/expiry', ['warm', 'cold'] as const)(
    'takes no answer after its time, though nobody saw it pass, %s',
    async (mode) => {
      using folder = newStoreFolder();
      const clock = createManualClock();
      const open = () =>
        openJobShed({ store: { sqlite: folder.file }, clock, questionsExpireInMs: DAY_MS, wakes: false });
      let host = await open();
      const { executionId } = expectStatus(
        await host.shed.execute('return await tools.jobs.write({ n: 1 })'),
        'paused',
      );
      if (mode === 'cold') {
        await host[Symbol.asyncDispose]();
        host = await open();
      }
      clock.pass(2 * DAY_MS);
      const late = host.shed.resume(executionId, { approved: true, remember: 'always' });
      await expect(late).rejects.toMatchObject({ code: 'elicitation/already-answered', answer: { action: 'expired' } });
      expect(await host.shed.wake(executionId)).toMatchObject({ status: 'failed', error: { code: 'tool/expired' } });
      expect(host.jobs.done).toEqual([]);
      expect(await host.shed.grants.list()).toEqual([]);
      await host[Symbol.asyncDispose]();
    },
  );
});
