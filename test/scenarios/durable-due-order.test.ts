import { describe, expect } from 'vitest';
import { openJobShed } from '../support/durable/jobs.ts';
import { createManualClock, DAY_MS } from '../support/durable/manual-clock.ts';
import { untilEntry } from '../support/durable/until.ts';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

describe('what was due while nobody looked', () => {
  verifies('durable/due-order', 'happens in the order it was due: timers and expiries alike', async () => {
    using folder = newStoreFolder();
    const clock = createManualClock();
    const open = () => openJobShed({ store: { sqlite: folder.file }, clock });
    const program = `
      const order = [];
      const note = (name) => () => order.push(name);
      await Promise.all([
        sleep(${5 * DAY_MS}).then(note('timer 5')),
        elicit({ message: 'Four?', expiresInMs: ${4 * DAY_MS} }).then(note('question 4')),
        sleep(${3 * DAY_MS}).then(note('timer 3')),
        elicit({ message: 'Two?', expiresInMs: ${2 * DAY_MS} }).then(note('question 2')),
        sleep(${DAY_MS}).then(note('timer 1')),
      ]);
      return order;`;
    const { executionId } = await (async () => {
      await using host = await open();
      return expectStatus(await host.shed.execute(program), 'paused');
    })();
    clock.pass(9 * DAY_MS);
    await using host = await open();
    await expect.poll(async () => (await host.shed.get(executionId)).status).toBe('completed');
    expect(await host.shed.get(executionId)).toMatchObject({
      value: ['timer 1', 'question 2', 'timer 3', 'question 4', 'timer 5'],
    });
  });

  verifies('durable/due-order', 'wakes hundreds of executions at once, not a few with every look', async () => {
    using folder = newStoreFolder();
    const clock = createManualClock();
    const open = (wakes: boolean) =>
      openJobShed({ store: { sqlite: folder.file }, clock, wakes, hibernateAfterMs: 10 });
    const count = 120;
    {
      await using host = await open(false);
      const starts = Array.from({ length: count }, () => host.shed.execute(`await sleep(${DAY_MS}); return 1`));
      for (const result of await Promise.all(starts)) expectStatus(result, 'sleeping');
    }
    clock.pass(2 * DAY_MS);
    await using host = await open(false);
    expect(await host.shed.wakeAll()).toHaveLength(count);
    await expect.poll(async () => (await host.shed.list({ status: ['completed'], limit: count })).length).toBe(count);
  });
});

describe('a question beside a timer', () => {
  verifies('pause/beside-timer', 'pauses at once, however soon the timer is due, which still happens', async () => {
    await using host = await openJobShed();
    const { shed } = host;
    const fired = untilEntry(shed, 'fired');
    const began = performance.now();
    const program = `
      const rest = sleep(1_500).then(() => 'rested');
      return [(await elicit({ message: 'Really?' })).action, await rest];`;
    const paused = expectStatus(await shed.execute(program), 'paused');
    expect(performance.now() - began).toBeLessThan(1_400);
    await fired;
    const done = expectStatus(await shed.resume(paused.paused.elicitationId, true), 'completed');
    expect(done.value).toEqual(['accept', 'rested']);
  });
});

describe('asking again', () => {
  verifies('durable/reask', 'takes back all that expired together, whichever of them is named', async () => {
    for (const chosen of [0, 1] as const) {
      await using host = await openJobShed({ questionsExpireInMs: 100 });
      const { shed, jobs } = host;
      const failed = untilEntry(shed, 'failed');
      const program = `return await Promise.all([tools.jobs.write({ n: 1 }), tools.jobs.write({ n: 2 })])`;
      const paused = expectStatus(await shed.execute(program), 'paused');
      await failed;
      const again = expectStatus(await shed.reask(paused.pending[chosen]?.elicitationId ?? ''), 'paused');
      expect(again.pending).toHaveLength(2);
      expectStatus(await shed.resume(again.executionId, { approved: true, all: true }), 'completed');
      expect(jobs.done.toSorted()).toEqual(['write 1', 'write 2']);
    }
  });

  verifies(
    'durable/reask',
    'leaves the question beside it the time it had, and gives the expired one as long as before',
    async () => {
      const clock = createManualClock();
      await using host = await openJobShed({ clock, questionsExpireInMs: 10_000 });
      const { shed } = host;
      const program = `return await Promise.all([
      tools.jobs.write({ n: 1 }),
      elicit({ message: 'Later?', expiresInMs: 50_000 }),
    ])`;
      const began = clock.now();
      const paused = expectStatus(await shed.execute(program), 'paused');
      clock.pass(10_001);
      const [soon] = paused.pending;
      await expect(shed.resume(soon?.elicitationId ?? '', true)).rejects.toMatchObject({
        code: 'elicitation/already-answered',
      });
      const again = expectStatus(await shed.reask(soon?.elicitationId ?? ''), 'paused');
      expect(again.pending.map(({ message, expiresAt }) => [message, expiresAt])).toEqual([
        ['write 1?', clock.now() + 10_000],
        ['Later?', began + 50_000],
      ]);
    },
  );
});

describe('a clock that is set back', () => {
  verifies(
    'durable/clock-set-back',
    'never shows a program an earlier time, over a cold resume and an answer from another process',
    async () => {
      using folder = newStoreFolder();
      const clock = createManualClock();
      const open = () => openJobShed({ store: { sqlite: folder.file }, clock });
      const program = `
      const before = Date.now();
      await tools.jobs.write({ n: 1 });
      const after = Date.now();
      await tools.jobs.read({ n: 2 });
      return [after - before, Date.now() - after].map((passed) => passed >= 0);`;
      const { executionId } = await (async () => {
        await using host = await open();
        return expectStatus(await host.shed.execute(program), 'paused');
      })();
      clock.pass(-DAY_MS);
      await using host = await open();
      expect(expectStatus(await host.shed.resume(executionId, true), 'completed').value).toEqual([true, true]);
      const times = (await host.shed.journal(executionId)).map(({ at }) => at);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    },
  );

  verifies('durable/clock-set-back', 'does not delay a timer that a process waits for', async () => {
    const clock = createManualClock();
    await using host = await openJobShed({ clock });
    const { shed } = host;
    const running = shed.execute('await tools.jobs.read({ n: 1 }); await sleep(300); return "awake"');
    await untilEntry(shed, 'timer-set');
    clock.pass(-DAY_MS);
    expect(expectStatus(await running, 'completed').value).toBe('awake');
  });
});
