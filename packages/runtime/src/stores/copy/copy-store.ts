// Copies a SQLite store into a PostgreSQL database, for hosts that become nodes.
//
// Invariants
//   Y1. What is copied was verified first, and nobody can write to the file meanwhile (`copy-source.ts`).
//   Y2. Entries, executions, questions, grants and audit lines keep their places, so positions that followers kept are
//       still good; what nodes write later is placed above all of them.
//   Y3. The audit log has the same lines in the same order. Their chain becomes one for each execution and one for the
//       host; a line that is added names the end of the old chain, which `verify` makes again from the copied lines.
//   Y4. Nodes are let in after the copy was verified, or not at all (`copy-target.ts`).
//
// Secrets and tokens are files of their own and no part of a store.

import type { Clock } from '@toolshed/kernel';
import { type AuditFact, hasMethods, inWords, passed, readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { copied } from '../audit/audit-facts.js';
import { HOST_CHAIN } from '../postgres/audit/host-chain.js';
import { createSeal } from '../postgres/audit/seal.js';
import { createVerifyAudit } from '../postgres/audit/verify-audit.js';
import { readAddress } from '../postgres/connection/address.js';
import { createDatabase, type Database } from '../postgres/connection/connection-pool.js';
import { loadDriver } from '../postgres/connection/driver.js';
import { chainLines } from '../postgres/journal/write-rows.js';
import { createPositionBase } from '../postgres/schema/position-base.js';
import { quote } from '../postgres/schema/prepare-schema.js';
import { toStored } from '../rows/stored-text.js';
import { integerIn, textIn } from '../rows/column.js';
import { systemClock } from '../system-clock.js';
import { copyExecutions, createLineWalk, storedOrNull } from './copy-executions.js';
import { type CopySource, openCopySource } from './copy-source.js';
import { type CopyTables, createCopyTables, createRecordPages } from './copy-tables.js';
import { openCopyTarget } from './copy-target.js';
import type { RowPages } from './row-pages.js';
import { StoreCopyError } from './store-copy-error.js';

/** What `copyStore` takes. */
export interface CopyStoreOptions {
  /** The path of a SQLite store that no process has open. It is read, and stays as it is. */
  readonly from: string;
  /** A database in which nothing was kept yet. */
  readonly to: {
    /** `postgres://user:password@host:5432/database`. The password is never shown. */
    readonly url: string;
    /** Default: `toolshed`. */
    readonly schema?: string;
  };
  /** Default: the time of day. */
  readonly clock?: Clock;
}

/** What `copyStore` copied. */
export interface CopiedStore {
  /** Host, port and database, for people. */
  readonly address: string;
  /** How many executions, whatever their state. */
  readonly executions: number;
  /** How many entries their journals have. */
  readonly entries: number;
  /** How many questions, open and closed. */
  readonly questions: number;
  /** How many grants. */
  readonly grants: number;
  /** Of the audit log: how many lines the old one had, and the hash of the last, which the new one names. */
  readonly audit: { readonly lines: number; readonly head: string };
}

const Options: z.ZodType<CopyStoreOptions> = z.strictObject({
  from: inWords(z.string().min(1), 'the path of a SQLite file'),
  to: z.strictObject({
    url: inWords(z.string().min(1), 'a URL such as postgres://user:password@host:5432/database'),
    schema: inWords(z.string().regex(/^[a-z_][a-z0-9_]{0,39}$/), 'a name of a-z, 0-9 and _').exactOptional(),
  }),
  clock: passed<Clock>('an object with now()', hasMethods('now')).exactOptional(),
} satisfies Record<keyof CopyStoreOptions, z.ZodType>);

const TIMEOUTS = { connectMs: 5_000, statementMs: 600_000 };
const CONNECTIONS = 4;

/**
 * Copies a SQLite store into an empty PostgreSQL database and verifies the copy. One that was interrupted is made again
 * by calling this again; until a copy is complete no node opens the database.
 *
 * @example
 * ```ts
 * const copy = await copyStore({ from: 'toolshed.db', to: { url: 'postgres://toolshed@db.internal/toolshed' } });
 * console.log(`${copy.executions} executions are at ${copy.address}`);
 * ```
 *
 * @throws StoreCopyError if the file is in use or damaged, or the database is not empty.
 */
export async function copyStore(options: CopyStoreOptions): Promise<CopiedStore> {
  const { from, to, clock = systemClock } = readOptions('copy the store', Options, options);
  const address = readAddress(to.url);
  using source = openCopySource(from, clock);
  await assertWhole(source, from);
  const schemaName = to.schema ?? 'toolshed';
  const schema = quote(schemaName);
  const driver = await loadDriver();
  const reached = { driver, address, timeouts: TIMEOUTS };
  await using target = await openCopyTarget({ ...reached, schema: schemaName });
  const { ensure } = createPositionBase(schema, () => undefined);
  const database = createDatabase({ ...reached, maxConnections: CONNECTIONS, greet: ensure });
  try {
    const tables = createCopyTables(database, schema);
    await copyAll(source, { database, schema, tables, at: clock.now() });
    await assertCopied(database, schema, tables, clock);
    await target.release((writer) => copyRecords(source, createRecordPages(writer, schema)));
    const { executions, journal, questions, grants } = tables;
    return {
      address: address.name,
      executions: executions.count,
      entries: journal.count,
      questions: questions.count,
      grants: grants.count,
      audit: { lines: source.head.lines, head: source.head.hash },
    };
  } finally {
    await database.close();
  }
}

/** Y1. */
async function assertWhole(source: CopySource, file: string): Promise<void> {
  const damaged = source.damaged();
  if (damaged.length > 0)
    throw new StoreCopyError(
      `Cannot copy the store ${file}: ${damaged.length} of its executions cannot be read: ${damaged.join(', ')}; ` +
        'restore a backup, or remove them with "toolshed prune --damaged <id>"',
    );
  const verdict = await source.verify();
  if (verdict.kind === 'intact') return;
  const problems = verdict.problems.map(({ problem }) => problem).join('; ');
  throw new StoreCopyError(
    `Cannot copy the store ${file}: its audit log does not fit what it holds (${problems}); restore a backup, ` +
      'or remove damaged executions with "toolshed prune --damaged <id>"',
  );
}

interface CopyDeps {
  readonly database: Database;
  readonly schema: string;
  readonly tables: CopyTables;
  readonly at: number;
}

async function copyAll(source: CopySource, { database, schema, tables, at }: CopyDeps): Promise<void> {
  const walk = createLineWalk(source, tables);
  const hostLinks = new Map<number, number>();
  const end = await walk.take(HOST_CHAIN, ({ n, fact }, link) => {
    if (fact.what === 'pruned') hostLinks.set(n, link);
  });
  await copyExecutions(source, tables, walk, hostLinks);
  let last = Math.max(source.lastPosition, source.head.lines + 1);
  for (const row of source.questions()) {
    last = Math.max(last, integerIn(row, 'position'));
    const { id, execution, seq, position } = row;
    const session = toStored(textIn(row, 'session'));
    await tables.questions.add([
      id,
      execution,
      seq,
      position,
      session,
      row['is_open'] === 1,
      storedOrNull(row, 'flow'),
    ]);
  }
  for (const { position, id, body, uses_left: uses, expires_at: expiresAt, execution } of source.grants()) {
    last = Math.max(last, integerIn({ position }, 'position'));
    await tables.grants.add([id, position, body, uses, expiresAt, execution]);
  }
  // Y3: the line that names the end of the old chain.
  const fact: AuditFact = copied(source.head, at);
  const [line] = chainLines(HOST_CHAIN, [fact], end);
  if (line !== undefined) await tables.audit.add([line.chain, line.link, source.head.lines + 1, line.body, line.hash]);
  for (const pages of Object.values(tables)) await pages.flush();
  // Y2: what is placed from now on is beyond `base`.
  await database.query(
    'copy to',
    `UPDATE ${schema}.meta SET base = greatest(base, $1::bigint,
        (SELECT coalesce(max(position), 0) FROM ${schema}.executions)),
      pruned_through = $2, audit_lines = $3, audit_hash = $4`,
    [last, source.lastPosition, line?.link, line?.hash],
  );
}

/** T4 of `copy-target.ts`. */
async function copyRecords(source: CopySource, pages: RowPages): Promise<void> {
  for (const { kind, key, value, version, expires_at: expiresAt } of source.records())
    await pages.add([kind, key, value, version, typeof expiresAt === 'number' ? new Date(expiresAt) : null]);
  await pages.flush();
}

/** Y4. */
async function assertCopied(database: Database, schema: string, tables: CopyTables, clock: Clock): Promise<void> {
  const [row = {}] = await database.query(
    'verify',
    `SELECT (SELECT count(*) FROM ${schema}.executions) AS executions, (SELECT count(*) FROM ${schema}.journal) AS entries,
      (SELECT count(*) FROM ${schema}.elicitations) AS questions, (SELECT count(*) FROM ${schema}.grants) AS grants`,
  );
  const { executions, journal, questions, grants } = tables;
  const isSame =
    integerIn(row, 'executions') === executions.count &&
    integerIn(row, 'entries') === journal.count &&
    integerIn(row, 'questions') === questions.count &&
    integerIn(row, 'grants') === grants.count;
  if (!isSame)
    throw new StoreCopyError(
      `Cannot copy to the store at ${database.name}: another process wrote to it meanwhile; stop it and copy again`,
    );
  await createSeal(database, schema, clock)();
  const verdict = await createVerifyAudit(database, schema)();
  if (verdict.kind === 'broken')
    throw new StoreCopyError(
      `Cannot use the copy at ${database.name}: ${verdict.problem}; nodes do not open it; copy again`,
    );
}
