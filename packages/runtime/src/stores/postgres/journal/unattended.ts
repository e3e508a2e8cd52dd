// Executions that need a driver: along the index of wake times, and along that of running executions by owner.

import type { ExecutionSummary, JournalStore, UnattendedFilter } from '@toolshed/kernel';
import { optionalText } from '../../rows/column.js';
import { createReadable } from '../../rows/readable-rows.js';
import { toSummary } from '../../rows/stored-summary.js';
import { ENTRY_FORMAT } from '../entry-formats.js';
import type { JournalReadsDeps } from './journal-reads.js';
import { listedExecutions, withTexts } from './lists.js';

export type Unattended = Pick<JournalStore, 'unattended' | 'drivers'>;

export function createUnattended({ database, schema, marks }: JournalReadsDeps): Unattended {
  const readable = createReadable(marks, withTexts);
  // Executions that only a newer node can read are left to it: here `claim` would refuse them at every check.
  const claimable = `damage IS NULL AND format <= ${ENTRY_FORMAT} AND (placement IS NULL OR placement <@ $1::jsonb)`;
  const due = `${listedExecutions(schema)} WHERE wake_at <= $3 AND status IN ('paused', 'sleeping') AND ${claimable}
    AND (wake_at, id) > ($4, $5) ORDER BY wake_at, id LIMIT $2`;
  const driven = (isOwner: string): string => `${listedExecutions(schema)} WHERE status = 'running' AND ${isOwner}
    AND ${claimable} AND (created_at, id) > ($3, $4) ORDER BY created_at, id LIMIT $2`;
  const statements = { due, owned: driven('owner = $5'), free: driven('owner IS NULL') };
  // From one owner to the next: what each of them drives is passed over.
  const running = `SELECT owner FROM ${schema}.executions WHERE status = 'running'`;
  const drivers = `WITH RECURSIVE named AS (
      (${running} AND owner IS NOT NULL ORDER BY owner LIMIT 1)
      UNION ALL
      SELECT (${running} AND owner > named.owner ORDER BY owner LIMIT 1) FROM named WHERE named.owner IS NOT NULL
    ) SELECT owner FROM named WHERE owner IS NOT NULL
    UNION ALL (${running} AND owner IS NULL LIMIT 1)`;

  const statementOf = (filter: UnattendedFilter): readonly [sql: string, values: readonly unknown[]] => {
    const { look, placement, limit, after } = filter;
    const common = [JSON.stringify(placement), limit];
    if (look.kind === 'due') return [statements.due, [...common, look.by, after?.wakeAt ?? FIRST, after?.id ?? '']];
    const values = [...common, after?.createdAt ?? FIRST, after?.id ?? ''];
    return look.owner === undefined ? [statements.free, values] : [statements.owned, [...values, look.owner]];
  };

  return {
    async unattended(filter) {
      const [sql, values] = statementOf(filter);
      const found = await readable(() => database.query('read', sql, values), toSummary);
      return found.filter((one): one is ExecutionSummary => one !== undefined);
    },
    async drivers() {
      return (await database.query('read', drivers)).map((row) => optionalText(row, 'owner'));
    },
  };
}

/** Before every moment. */
const FIRST = Number.MIN_SAFE_INTEGER;
