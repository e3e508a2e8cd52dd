// Schedules of a host: `shed.schedules`, and the periodic check for what is due. On a store that keeps no records nothing is
// ever due, and `shed.schedules` says why.

import type { AuditedRecords } from '../stores/audit/audited-records.js';
import { createFireSchedules, type FireSchedulesDeps } from './fire-schedules.js';
import { createSchedules, type HostSchedulesDeps, type Schedules } from './host-schedules.js';
import { createScheduleRecords } from './schedule-records.js';

export interface OpenSchedulesDeps extends Omit<FireSchedulesDeps, 'records'>, Pick<HostSchedulesDeps, 'placementOf'> {
  readonly kept: AuditedRecords | undefined;
}

export interface OpenSchedules {
  readonly schedules: Schedules;
  /** Starts what is due. */
  look(): Promise<void>;
}

export function openSchedules({ kept, placementOf, ...deps }: OpenSchedulesDeps): OpenSchedules {
  const records = kept && createScheduleRecords(kept, deps.log);
  const firing = records && createFireSchedules({ records, ...deps });
  return {
    schedules: createSchedules({ records, clock: deps.clock, placementOf }),
    look: async () => void (await firing?.look()),
  };
}
