import { TERMINAL_STATUSES } from '@toolshed/kernel/runtime';

/** The terminal statuses as a list in SQL. Indexes were made with this very text, so it stays as it is. */
export const TERMINAL_SQL = `(${TERMINAL_STATUSES.map((status) => `'${status}'`).join(', ')})`;
