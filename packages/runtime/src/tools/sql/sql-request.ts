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

/** What a statement would do to the rows of a table. `replaced`: removed in favour of other rows, without a delete. */
const TableChanges = z.strictObject({
  table: z.string(),
  inserted: z.int(),
  updated: z.int(),
  deleted: z.int(),
  replaced: z.int(),
});
export type TableChanges = z.infer<typeof TableChanges>;

export const SqlReply = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rows'), ...Rows }),
  z.strictObject({ kind: z.literal('executed'), ...Rows, changes: z.int(), lastInsertRowid: SqlValue }),
  z.strictObject({
    kind: z.literal('previewed'),
    /** Rows the statement itself changes. */
    changes: z.int(),
    /** Every table whose rows it may change, also through triggers and foreign keys. */
    tables: z.array(TableChanges),
    /** What it does to the schema, in words. */
    schema: z.array(z.string()),
    /** Tables it may change that cannot be watched. */
    unseen: z.array(z.string()),
    /** Functions that may give something else when it runs. */
    unsteady: z.array(z.string()),
    /** The first rows of the table it names. */
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    total: z.int(),
    hiddenColumns: z.array(z.string()),
  }),
  z.strictObject({
    kind: z.literal('failed'),
    code: z.enum(['sql/refused', 'sql/one-statement', 'sql/failed', 'sql/no-database']),
    state: z.string(),
  }),
]);
export type SqlReply = z.infer<typeof SqlReply>;
