// Executions that need a driver: along the index of wake times, and along that of running executions by owner.

import type { SQLInputValue } from 'node:sqlite';
import type { ExecutionSummary, JournalStore, UnattendedFilter } from '@toolshed/kernel';
import { optionalText, type Row } from '../rows/column.js';
import { createReadable } from '../rows/readable-rows.js';
import { toSummary } from '../rows/stored-summary.js';
import { reading } from './database/sqlite-failure.js';
import type { JournalReadsDeps } from './sqlite-journal-reads.js';
import { EXECUTIONS } from './sqlite-lists.js';

export type Unattended = Pick<JournalStore, 'unattended' | 'drivers'>;

export function createUnattended({ database, file, marks }: JournalReadsDeps): Unattended {
  const readable = createReadable(marks);
  const placed = `damage IS NULL
    AND (placement IS NULL OR NOT EXISTS (
      SELECT 1 FROM json_each(placement) WHERE value NOT IN (SELECT value FROM json_each(?))))`;
  const due = database.prepare(`${EXECUTIONS} INDEXED BY executions_by_wake
    WHERE wake_at <= ? AND wake_at >= ? AND (wake_at, id) > (?, ?) AND status IN ('paused', 'sleeping') AND ${placed}
    ORDER BY wake_at, id LIMIT ?`);
  // `IS`: no owner is an owner to look for as well.
  const driven = database.prepare(`${EXECUTIONS} INDEXED BY executions_running
    WHERE status = 'running' AND owner IS ? AND created_at >= ? AND (created_at, id) > (?, ?) AND ${placed}
    ORDER BY created_at, id LIMIT ?`);
  // From one owner to the next: what each of them drives is passed over.
  const running = `SELECT owner FROM executions INDEXED BY executions_running WHERE status = 'running'`;
  const drivers = database.prepare(`
    WITH RECURSIVE named (owner) AS (
      SELECT (${running} AND owner IS NOT NULL ORDER BY owner LIMIT 1)
      UNION ALL
      SELECT (${running} AND owner > named.owner ORDER BY owner LIMIT 1) FROM named WHERE named.owner IS NOT NULL
    ) SELECT owner FROM named WHERE owner IS NOT NULL
    UNION ALL SELECT * FROM (${running} AND owner IS NULL LIMIT 1)`);

  const look = ({ look: wanted, placement, after, limit }: UnattendedFilter): readonly Row[] => {
    const labels = JSON.stringify(placement);
    const from = (moment: number | undefined): readonly SQLInputValue[] => {
      const first = moment ?? Number.MIN_SAFE_INTEGER;
      return [first, first, after?.id ?? ''];
    };
    return wanted.kind === 'due'
      ? due.all(wanted.by, ...from(after?.wakeAt), labels, limit)
      : driven.all(wanted.owner ?? null, ...from(after?.createdAt), labels, limit);
  };

  return {
    async unattended(filter) {
      const found = await readable(async () => reading(file, () => look(filter)), toSummary);
      return found.filter((one): one is ExecutionSummary => one !== undefined);
    },
    async drivers() {
      return reading(file, () => drivers.all().map((row) => optionalText(row, 'owner')));
    },
  };
}
