// Where schedules are kept. Every change names the version it was made from, so of several hosts one makes it; `stamp`
// shows the others that something changed. A change made by a person is in the audit log, in the same transaction.

import { randomUUID } from 'node:crypto';
import type { JsonValue, SharedRecord, ToolLog } from '@toolshed/kernel';
import type { AuditFact } from '@toolshed/kernel/runtime';
import type { AuditedRecords } from '../stores/audit/audited-records.js';
import { createReadableRecords } from '../stores/readable-records.js';
import { Schedule } from './schedule.js';

/** A schedule and the version of its record. */
export interface KeptSchedule {
  readonly schedule: Schedule;
  readonly version: string;
  /** Members of the record that a newer version wrote. */
  readonly unknown: Readonly<Record<string, unknown>>;
}

export interface ScheduleRecords {
  add(schedule: Schedule, fact: AuditFact): Promise<void>;
  find(id: string): Promise<KeptSchedule | undefined>;
  list(): Promise<readonly KeptSchedule[]>;
  /** Whether it was still as `from` has it, and is `to` now. */
  replace(from: KeptSchedule, to: Schedule, fact?: AuditFact): Promise<boolean>;
  remove(id: string, fact: AuditFact): Promise<boolean>;
  stamp(): Promise<string | undefined>;
}

const KIND = 'schedule';
const STAMPS = 'schedule-stamp';
const STAMP = 'all';
const PAGE = 200;

export function createScheduleRecords(records: AuditedRecords, log: Pick<ToolLog, 'warn'>): ScheduleRecords {
  const readable = createReadableRecords(Schedule, 'a schedule', log);
  const read = (found: readonly SharedRecord[]): readonly KeptSchedule[] =>
    readable(found).map(({ value: schedule, record }) => ({
      schedule,
      version: record.version,
      unknown: unknownIn(record.value),
    }));
  const changed = (): Promise<void> => records.put(STAMPS, STAMP, randomUUID());
  return {
    async add(schedule, fact) {
      await records.add(KIND, schedule.id, toJson(schedule), {}, fact);
      await changed();
    },
    async find(id) {
      const record = await records.get(KIND, id);
      return record && read([record])[0];
    },
    async list() {
      const all: KeptSchedule[] = [];
      for (let after: string | undefined; ; ) {
        const page = await records.list(KIND, { limit: PAGE, ...(after === undefined ? {} : { after }) });
        all.push(...read(page));
        after = page.at(-1)?.key;
        if (page.length < PAGE || after === undefined) return all;
      }
    },
    async replace({ schedule: { id }, version, unknown }, to, fact) {
      const isOurs = await records.replace(KIND, id, version, toJson({ ...unknown, ...to }), {}, fact);
      if (isOurs) await changed();
      return isOurs;
    },
    async remove(id, fact) {
      const isGone = (await records.take(KIND, id, fact)) !== undefined;
      if (isGone) await changed();
      return isGone;
    },
    stamp: async () => (await records.get(STAMPS, STAMP))?.version,
  };
}

const unknownIn = (value: unknown): KeptSchedule['unknown'] =>
  Object.fromEntries(Object.entries(Object(value)).filter(([name]) => !Object.hasOwn(Schedule.shape, name)));

/** Without undefined members, which are not JSON. */
const toJson = (schedule: object): JsonValue => JSON.parse(JSON.stringify(schedule));
