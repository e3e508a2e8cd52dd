// What the host and the process that runs SQL say to each other. The host sends; every request gets one reply.

import { z } from 'zod';

const Bytes = z.strictObject({ base64: z.base64() });

/** A value of a row. Integers beyond 2^53 come as text, bytes as base64. */
export const SqlValue = z.union([z.string(), z.number(), z.null(), Bytes]);
export type SqlValue = z.infer<typeof SqlValue>;

const Parameter = z.union([z.string(), z.number(), z.boolean(), z.null(), Bytes]);

/** In order for `?`, by name for `:name`. */
export const SqlParams = z.union([z.array(Parameter), z.record(z.string(), Parameter)]);
export type SqlParams = z.infer<typeof SqlParams>;

export interface SqlRequest {
  readonly op: 'query' | 'execute' | 'preview';
  readonly file: string;
  readonly sql: string;
  readonly params: SqlParams;
  readonly maxRows: number;
  readonly maxBytes: number;
}

const Rows = { columns: z.array(z.string()), rows: z.array(z.array(SqlValue)), truncated: z.boolean() };

/** How many rows of a table, the table going with them. */
const Dropped = z.strictObject({ table: z.string(), rows: z.int() });

export const SqlReply = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rows'), ...Rows }),
  z.strictObject({ kind: z.literal('executed'), ...Rows, changes: z.int(), lastInsertRowid: SqlValue }),
  z.strictObject({
    kind: z.literal('previewed'),
    /** Rows the statement itself changes, and all with those that triggers and foreign keys change. */
    changes: z.int(),
    allChanges: z.int(),
    dropped: z.array(Dropped),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
  }),
  z.strictObject({
    kind: z.literal('failed'),
    code: z.enum(['sql/refused', 'sql/one-statement', 'sql/failed', 'sql/no-database']),
    state: z.string(),
  }),
]);
export type SqlReply = z.infer<typeof SqlReply>;
