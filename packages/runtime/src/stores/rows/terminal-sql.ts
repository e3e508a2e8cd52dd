// Conditions on executions that SQLite and PostgreSQL share as SQL.

import { TERMINAL_STATUSES } from '@toolshed/kernel/runtime';

/** The terminal statuses as a list in SQL. Indexes were made with this very text, so it stays as it is. */
export const TERMINAL_SQL = `(${TERMINAL_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/**
 * An undo that has not ended; it is in the session of the execution that it names in its first entry, which it still
 * reads. By the index of keys: only few executions of a session have such a key.
 */
export const isOpenUndo = (row: string): string =>
  `${row}.idempotency_key >= 'undo_' AND ${row}.idempotency_key < 'undo\`' AND ${row}.status NOT IN ${TERMINAL_SQL}`;
