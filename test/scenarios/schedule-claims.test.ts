// Schedules and saved programs as records that other hosts change, and that may be damaged.

import type { Clock, SharedRecords } from '@toolshed/kernel';
import { createMemoryStore, type OpenOptions, type Store, type Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { verifies } from '../support/verifies.ts';

const BEFORE = Date.parse('2026-06-01T08:59:00Z');
const DUE = Date.parse('2026-06-01T09:00:01Z');
const QUIET = { debug: () => undefined, info: () => undefined, error: () => undefined };
const DAILY = { program: 'team.count', cron: '0 9 * * *', session: 'scheduled' };

function clockAt(at: number): Clock & { at: number } {
  return {
    at,
    now() {
      return this.at;
    },
  };
}

async function openOn(store: Store, clock: Clock, options: Partial<OpenOptions> = {}): Promise<Toolshed> {
  const shed = await openInThread({ tools: [], store, clock, ...options });
  const done = expectStatus(await shed.execute('return 1', { session: 'saving' }), 'completed');
  await shed.programs.save(done.executionId, { as: 'team.count' });
  return shed;
}

const started = async (shed: Toolshed): Promise<number> => (await shed.list({ session: 'scheduled' })).length;

/** Calls back between the claim of an occurrence and its start, as if the host had stood still there. */
function stopping(records: SharedRecords | undefined, atClaim: () => Promise<unknown>): SharedRecords {
  if (records === undefined) throw new Error('the store keeps no records');
  let hasStopped = false;
  return {
    ...records,
    async replace(kind, key, version, value) {
      const isDone = await records.replace(kind, key, version, value);
      if (kind !== 'schedule' || hasStopped || !JSON.stringify(value).includes('"starting"')) return isDone;
      hasStopped = true;
      await atClaim();
      return isDone;
    },
  };
}

describe('a schedule', () => {
  verifies(
    'schedules/one-unreadable',
    'is started beside one that cannot be read, which is warned of once',
    async () => {
      const clock = clockAt(BEFORE);
      const store = createMemoryStore({ clock });
      const warned: unknown[] = [];
      const log = { ...QUIET, warn: (_facts: object, text: string) => void warned.push(text) };
      await using shed = await openOn(store, clock, { log });
      const { id } = await shed.schedules.add(DAILY);
      const kept = await store.keptRecords?.get('schedule', id);
      const whole = Object(kept?.value);
      await store.keptRecords?.put('schedule', id, { ...whole, addedLater: { a: 1 } });
      await store.keptRecords?.put('schedule', 'sched_broken', { ...whole, id: 'sched_broken', cron: 7 });
      await store.keptRecords?.put('program', 'team.broken', { path: 'team.broken' });
      await store.keptRecords?.put('program-stamp', 'all', 'changed');
      await store.keptRecords?.put('schedule-stamp', 'all', 'changed');
      clock.at = DUE;
      await shed.wakeAll();
      await shed.wakeAll();
      expect(await started(shed)).toBe(1);
      expect((await shed.schedules.list()).map((one) => one.id)).toEqual([id]);
      expect((await shed.programs.list()).map(({ path }) => path)).toEqual(['team.count']);
      expect(Object((await store.keptRecords?.get('schedule', id))?.value).addedLater).toEqual({ a: 1 });
      expect(warned.filter((text) => String(text).startsWith('a schedule cannot be read'))).toHaveLength(1);
      expect(warned.filter((text) => String(text).startsWith('a saved program cannot be read'))).toHaveLength(1);
    },
  );

  for (const how of ['pause', 'remove'] as const)
    verifies('schedules/stopped', `starts nothing that was claimed before it was stopped: ${how}`, async () => {
      const clock = clockAt(BEFORE);
      const store = createMemoryStore({ clock });
      await using other = await openOn(store, clock, { wakes: false });
      const { id } = await other.schedules.add(DAILY);
      const keptRecords = stopping(store.keptRecords, () => other.schedules[how](id));
      await using shed = await openInThread({ tools: [], store: { ...store, keptRecords }, clock });
      clock.at = DUE;
      await shed.wakeAll();
      clock.at = DUE + 60_000;
      await shed.wakeAll();
      expect(await started(shed)).toBe(0);
      if (how === 'remove') return;
      await shed.schedules.resume(id);
      clock.at = DUE + 120_000;
      await shed.wakeAll();
      expect(await started(shed)).toBe(0);
    });
});

describe('a saved program', () => {
  verifies(
    'programs/other-host',
    'is called at another host as soon as it is saved, and not once it is deleted',
    async () => {
      const clock = clockAt(BEFORE);
      const store = createMemoryStore({ clock });
      await using there = await openInThread({ tools: [], store, clock, wakes: false });
      await using here = await openOn(store, clock, { wakes: false });
      const call = 'return await tools.team.count({})';
      expect(expectStatus(await there.execute(call, { check: 'off' }), 'completed').value).toBe(1);
      await here.programs.delete('team.count');
      expect(expectStatus(await there.execute(call, { check: 'off' }), 'failed').error.code).toBe('tool/unknown');
    },
  );
});
