// Schedules on a clock that the test moves.

import type { Clock } from '@toolshed/kernel';
import { type OpenOptions, openSqliteStore, type Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { type MailShed, openMailShed } from '../support/mail-shed.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

interface MovedClock extends Clock {
  set(time: string): void;
}

function clockAt(time: string): MovedClock {
  let at = Date.parse(time);
  return {
    now: () => at,
    set: (next) => {
      at = Date.parse(next);
    },
  };
}

async function openScheduled(clock: Clock, options: Partial<OpenOptions> = {}): Promise<MailShed> {
  const host = await openMailShed({ clock, ...options });
  await save(host.shed, `return input?.n ?? 'none'`, 'team.count');
  return host;
}

async function save(shed: Toolshed, program: string, as: string): Promise<void> {
  const done = expectStatus(await shed.execute(program, { session: 'saving' }), 'completed');
  await shed.programs.save(done.executionId, { as });
}

const ADA = { principal: 'ada', kind: 'person', channel: 'test' } as const;

const started = async (shed: Toolshed, session: string): Promise<number> => (await shed.list({ session })).length;

describe('a schedule', () => {
  verifies('programs/audited', 'and its program leave lines in the audit log: who did what', async () => {
    await using host = await openScheduled(clockAt('2026-06-01T08:30:00Z'));
    const { programs, schedules, audit } = host.shed;
    const { id } = await schedules.add({ program: 'team.count', cron: '0 9 * * *', by: ADA });
    for (const _ of ['once', 'again']) await schedules.pause(id, ADA);
    await schedules.resume(id, ADA);
    await schedules.remove(id, ADA);
    await programs.delete('team.count', ADA);
    const lines = (await audit.list()).filter(({ what }) => /^(?:program|schedule)-/.test(what)).toReversed();
    expect(lines.map(({ what, path, who, detail }) => [what, path, who, detail])).toEqual([
      ['program-saved', 'team.count', 'person host', 'version 1'],
      ...['added', 'paused', 'resumed', 'removed'].map((what) => [`schedule-${what}`, 'team.count', 'person ada', id]),
      ['program-deleted', 'team.count', 'person ada', 'version 1'],
    ]);
    expect(await audit.verify()).toMatchObject({ kind: 'intact' });
  });

  verifies('schedules/once', 'starts its program at its times with its input, and says what it started', async () => {
    const clock = clockAt('2026-06-01T08:30:00Z');
    await using host = await openScheduled(clock);
    const { shed } = host;
    const { id, session, nextAt } = await shed.schedules.add({
      program: 'team.count',
      cron: '0 9 * * 1',
      input: { n: 3 },
    });
    expect(nextAt).toBe(Date.parse('2026-06-01T09:00:00Z'));
    await shed.wakeAll();
    expect(await started(shed, session)).toBe(0);
    clock.set('2026-06-01T09:00:01Z');
    await shed.wakeAll();
    await shed.wakeAll();
    expect(await started(shed, session)).toBe(1);
    const schedule = await shed.schedules.get(id);
    expect(schedule).toMatchObject({ nextAt: Date.parse('2026-06-08T09:00:00Z'), last: { kind: 'started' } });
    const execution = schedule.latestExecution ?? '';
    expect(await shed.wake(execution)).toMatchObject({ status: 'completed', value: 3 });
    const [entry] = await shed.journal(execution);
    expect(entry).toMatchObject({ labels: { schedule: `team.count (${id})` } });
  });

  verifies(
    'schedules/time',
    'runs once for all occurrences that nobody was there for, and says since when',
    async () => {
      const clock = clockAt('2026-06-01T00:00:30Z');
      await using host = await openScheduled(clock);
      const { shed } = host;
      const { id, session } = await shed.schedules.add({ program: 'team.count', cron: '* * * * *' });
      clock.set('2027-06-01T12:00:30Z');
      await shed.wakeAll();
      await shed.wakeAll();
      expect(await started(shed, session)).toBe(1);
      expect((await shed.schedules.get(id)).last).toMatchObject({
        kind: 'started',
        occurrence: Date.parse('2027-06-01T12:00:00Z'),
        missedSince: Date.parse('2026-06-01T00:01:00Z'),
      });
    },
  );

  verifies('schedules/time', 'skips an occurrence while the one before waits for a person, and says so', async () => {
    const clock = clockAt('2026-06-01T00:00:30Z');
    await using host = await openScheduled(clock);
    const { shed } = host;
    await save(shed, `if (input) await tools.mail.send({ to: 'ada' }); return 1`, 'team.mail');
    const { id, session } = await shed.schedules.add({ program: 'team.mail', cron: '* * * * *' });
    clock.set('2026-06-01T00:01:00Z');
    await shed.wakeAll();
    const { latestExecution = '' } = await shed.schedules.get(id);
    const paused = expectStatus(await shed.wake(latestExecution), 'paused');
    expect(paused.paused).toMatchObject({ session, labels: { schedule: `team.mail (${id})` } });
    clock.set('2026-06-01T00:02:00Z');
    await shed.wakeAll();
    expect((await shed.schedules.get(id)).last).toMatchObject({ kind: 'skipped', execution: latestExecution });
    expectStatus(await shed.resume(paused.executionId, true), 'completed');
    clock.set('2026-06-01T00:03:00Z');
    await shed.wakeAll();
    expect(await started(shed, session)).toBe(2);
  });

  verifies('schedules/time', 'keeps the hour of its time zone when clocks change', async () => {
    const clock = clockAt('2026-03-28T12:00:00Z');
    await using host = await openScheduled(clock);
    const { shed } = host;
    const at = async (cron: string): Promise<string> => {
      const { nextAt = 0 } = await shed.schedules.add({ program: 'team.count', cron, timezone: 'Europe/Berlin' });
      return new Date(nextAt).toISOString();
    };
    expect(await at('0 9 * * *')).toBe('2026-03-29T07:00:00.000Z');
    // This morning has no half past two: it runs when the clocks have gone forward.
    expect(await at('30 2 * * *')).toBe('2026-03-29T01:00:00.000Z');
    clock.set('2026-10-24T12:00:00Z');
    expect(await at('30 2 * * *')).toBe('2026-10-25T00:30:00.000Z');
    clock.set('2026-10-25T00:45:00Z');
    // It was half past two already, and will be again.
    expect(await at('30 2 * * *')).toBe('2026-10-26T01:30:00.000Z');
  });

  verifies('schedules/once', 'starts nothing again when the clock is set back', async () => {
    const clock = clockAt('2026-06-01T08:59:30Z');
    await using host = await openScheduled(clock);
    const { shed } = host;
    const { session } = await shed.schedules.add({ program: 'team.count', cron: '0 9 * * *' });
    clock.set('2026-06-01T09:00:10Z');
    await shed.wakeAll();
    clock.set('2026-06-01T07:00:00Z');
    await shed.wakeAll();
    clock.set('2026-06-01T09:00:20Z');
    await shed.wakeAll();
    expect(await started(shed, session)).toBe(1);
  });

  verifies('schedules/once', 'is started by one of several hosts of a store that look at the same moment', async () => {
    using folder = newStoreFolder();
    const clock = clockAt('2026-06-01T08:59:30Z');
    await using first = await openScheduled(clock, { store: { sqlite: folder.file } });
    await using second = await openMailShed({ clock, store: { sqlite: folder.file } });
    await using third = await openMailShed({ clock, store: { sqlite: folder.file } });
    const sheds = [first.shed, second.shed, third.shed];
    const added = await Promise.all(
      Array.from({ length: 20 }, () => first.shed.schedules.add({ program: 'team.count', cron: '* * * * *' })),
    );
    for (const minute of ['09:00:01', '09:01:01', '09:02:01']) {
      clock.set(`2026-06-01T${minute}Z`);
      await Promise.all(sheds.map((shed) => shed.wakeAll()));
      await Promise.all(sheds.map((shed) => shed.wakeAll()));
    }
    for (const { session } of added) expect(await started(first.shed, session)).toBe(3);
  });

  verifies('schedules/once', 'an occurrence that a host claimed but did not start is started by another', async () => {
    using folder = newStoreFolder();
    const clock = clockAt('2026-06-01T08:59:30Z');
    await using host = await openScheduled(clock, { store: { sqlite: folder.file } });
    const { shed } = host;
    const { id, session } = await shed.schedules.add({ program: 'team.count', cron: '0 9 * * *' });
    // As a host leaves it that is killed, or stopped, between its claim and the start.
    await using store = openSqliteStore({ file: folder.file });
    const occurrence = Date.parse('2026-06-01T09:00:00Z');
    const record = await store.keptRecords?.get('schedule', id);
    const claim = { kind: 'starting', occurrence, at: occurrence };
    await store.keptRecords?.put('schedule', id, {
      ...Object(record?.value),
      nextAt: occurrence + 86_400_000,
      last: claim,
    });
    await store.keptRecords?.put('schedule-stamp', 'all', 'another');
    clock.set('2026-06-01T09:00:02Z');
    await shed.wakeAll();
    expect(await started(shed, session)).toBe(0);
    clock.set('2026-06-01T09:00:06Z');
    await shed.wakeAll();
    await shed.wakeAll();
    expect(await started(shed, session)).toBe(1);
    expect((await shed.schedules.get(id)).last).toMatchObject({ kind: 'started', occurrence });
  });

  verifies('schedules/once', 'is one of two hundred that are due at once, and each starts', async () => {
    const clock = clockAt('2026-06-01T08:59:30Z');
    await using host = await openScheduled(clock);
    const { shed } = host;
    for (let n = 0; n < 200; n++)
      await shed.schedules.add({ program: 'team.count', cron: '0 9 * * *', session: 'many' });
    clock.set('2026-06-01T09:00:01Z');
    await shed.wakeAll();
    expect((await shed.list({ session: 'many', limit: 1 })).total).toBe(200);
  });

  verifies('schedules/people', 'is paused, resumed and removed by people, and refused in words', async () => {
    const clock = clockAt('2026-06-01T08:59:30Z');
    await using host = await openScheduled(clock);
    const { shed } = host;
    const add = (rest: object) => shed.schedules.add({ program: 'team.count', cron: '0 9 * * *', ...rest });
    const { id, session } = await add({});
    await shed.schedules.pause(id);
    clock.set('2026-06-02T10:00:00Z');
    await shed.wakeAll();
    expect(await started(shed, session)).toBe(0);
    expect(await shed.schedules.resume(id)).toMatchObject({ nextAt: Date.parse('2026-06-03T09:00:00Z') });
    await shed.schedules.remove(id);
    await expect(shed.schedules.get(id)).rejects.toThrow('no such schedule');
    for (const cron of ['0 9 * *', '* * * * * *', '61 * * * *', '2026-01-01T00:00:00', '', 'x'.repeat(999)])
      await expect(add({ cron })).rejects.toThrow('Cannot schedule');
    await expect(add({ cron: '0 0 31 2 *' })).rejects.toThrow('never due');
    await expect(add({ timezone: 'Mars/Base' })).rejects.toThrow('no time zone');
    await expect(add({ program: 'team.nothing' })).rejects.toThrow('no such program is saved');
    const agent = { principal: 'bot', kind: 'agent', channel: 'mcp' };
    await expect(add({ by: agent })).rejects.toThrow('only a person');
  });

  verifies('schedules/once', 'a schedule of a deleted program starts nothing and says why', async () => {
    const clock = clockAt('2026-06-01T08:59:30Z');
    await using host = await openScheduled(clock);
    const { shed } = host;
    const { id } = await shed.schedules.add({ program: 'team.count', cron: '0 9 * * *' });
    await shed.programs.delete('team.count');
    clock.set('2026-06-01T09:00:01Z');
    await shed.wakeAll();
    expect((await shed.schedules.get(id)).last).toMatchObject({
      kind: 'failed',
      problem: expect.stringContaining('no such program'),
    });
  });
});
