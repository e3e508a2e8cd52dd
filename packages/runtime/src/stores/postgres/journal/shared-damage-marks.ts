// Which executions cannot be read, kept beside them: see the SQLite store's marks. Here nodes of several versions share
// the tables, so an entry of a kind that only a newer version knows does not count as damage: newer nodes can read it.

import type { Damage } from '@toolshed/kernel/runtime';
import type { Database } from '../connection/connection-pool.js';

export interface DamageMarks {
  /** Whether it is marked now; an unavailable or read-only database does not stop reads. */
  mark(execution: string, damage: Damage): Promise<boolean>;
  clear(execution: string): Promise<boolean>;
}

export function createDamageMarks(database: Database, schema: string): DamageMarks {
  const update = `UPDATE ${schema}.executions SET damage = $2 WHERE id = $1`;
  const set = (execution: string, text: string | null): Promise<boolean> =>
    database.query('mark damage in', update, [execution, text]).then(
      () => true,
      () => false,
    );
  return {
    mark: async (execution, damage) =>
      damage.unknownKind === undefined && (await set(execution, JSON.stringify(damage))),
    clear: (execution) => set(execution, null),
  };
}
