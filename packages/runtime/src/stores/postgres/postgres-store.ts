// One database that any number of nodes share. What a promise resolved for is as safe as a commit of the server is.

import { type Clock, type Jobs, JournalConflictError, type JournalStore, type SharedRecords } from '@toolshed/kernel';
import { hasMethods, inWords, isFunction, LONGEST_TIMER_MS, passed, readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { mustFollow, mustStart } from '../next-entries.js';
import type { SealedSecrets } from '../../ports/sealed-secrets.js';
import type { Store } from '../store.js';
import { createValueIndex } from '../value-index.js';
import { createServerClock } from './server-clock.js';
import { createRecordHostFacts } from './audit/host-chain.js';
import { createPostgresAuditLog } from './audit/postgres-audit-log.js';
import { createSeal } from './audit/seal.js';
import { createVerifyAudit } from './audit/verify-audit.js';
import { createChecks, type PostgresFinding } from './checks.js';
import { type ClusterState, createClusterState } from './cluster-state.js';
import { type PostgresAddress, readAddress } from './connection/address.js';
import { createDatabase } from './connection/connection-pool.js';
import { connectionConfig, type Driver, loadDriver, type Timeouts } from './connection/driver.js';
import { createListener } from './connection/listener.js';
import { createOwnConnection } from './connection/own-connection.js';
import { createLostSessions } from './connection/lost-sessions.js';
import { toStoreError } from './connection/postgres-failure.js';
import { createTakeUses } from './grants/grant-uses-taken.js';
import { createPostgresGrants } from './grants/postgres-grants.js';
import { createPostgresJobs } from './jobs/postgres-jobs.js';
import { createBoundedWrites } from './journal/bounded-writes.js';
import { createClaims } from './journal/claims.js';
import { createDamageMarks } from './journal/shared-damage-marks.js';
import { createEntryOrder } from './journal/entry-order.js';
import { createJournalEnds } from './journal/journal-ends.js';
import { createJournalReads } from './journal/journal-reads.js';
import { createJournalWriter } from './journal/journal-writer.js';
import { createLists } from './journal/lists.js';
import { firstSeq } from './journal/pending-write.js';
import { createUnattended } from './journal/unattended.js';
import { createQuestionClaims } from './journal/question-claims.js';
import { createRemoval } from './journal/removal.js';
import { createUnknownOutcome } from './journal/unknown-outcome.js';
import { createWriteQueue } from './journal/write-queue.js';
import { createEstimate } from './estimates.js';
import { createConnectionWaits, createMeasures } from './measures.js';
import { createPostgresOwners, measureClock } from './postgres-owners.js';
import { createPostgresRecords } from './records/postgres-records.js';
import { createPostgresSecrets } from './secrets/postgres-secrets.js';
import { createReaderCheck, migrate, quote } from './schema/prepare-schema.js';
import { createPositionBase } from './schema/position-base.js';

/** What `openPostgresStore` takes. */
export interface PostgresStoreOptions {
  /** `postgres://user:password@host:5432/database`. The password is never shown. */
  readonly url: string;
  /** Where its tables are; several deployments may share a database. Default: `toolshed`. */
  readonly schema?: string;
  /** Default: the clock of the database, which all nodes share. */
  readonly clock?: Clock;
  /** Connections for reads and writes; two more are for the lease and for notifications. At least 4. Default: 8. */
  readonly maxConnections?: number;
  /** How long to wait for a connection. Default: 5 s. */
  readonly connectTimeoutMs?: number;
  /** How long the server may work on one statement. Default: 20 s. */
  readonly statementTimeoutMs?: number;
  /**
   * How long a caller waits for a write; after that it gets OutcomeUnknownError, and the store keeps looking for the outcome.
   * Default: 30 s.
   */
  readonly writeTimeoutMs?: number;
  /** Called with what an operator should know, such as a server that was replaced. */
  readonly onNotice?: (problem: string) => void;
}

/** A store that any number of nodes share. */
export interface PostgresStore extends Store {
  /** Host, port and database, for people. */
  readonly address: string;
  /** Small records that all nodes share. */
  readonly records: SharedRecords;
  /** Work that any node may do, kept in a schema of its own (`toolshed_jobs` beside `toolshed`). */
  readonly jobs: Jobs;
  /** Sealed secrets that all nodes share. */
  readonly secrets: SealedSecrets;
  /** Seals the audit log up to now, and returns how many lines are sealed; any node may, as often as it likes. */
  readonly seal: () => Promise<number>;
  /** Problems in the server's configuration; a transaction of `longMs` (default: 10 s) counts as long. */
  check(longMs?: number): Promise<readonly PostgresFinding[]>;
  /** Which nodes run on it, what they drive, and what is not yet visible or sealed. */
  cluster(): Promise<ClusterState>;
}

/** Writes under way at once. One of many entries needs a second connection for a moment, so there is one more than these. */
const MAX_BATCHES = 3;
/** Beside the pool: for the lease and for notifications. */
const OWN_CONNECTIONS = 2;

const Options: z.ZodType<PostgresStoreOptions> = z.strictObject({
  url: inWords(z.string().min(1), 'a URL such as postgres://user:password@host:5432/database'),
  schema: inWords(z.string().regex(/^[a-z_][a-z0-9_]{0,39}$/), 'a name of a-z, 0-9 and _').exactOptional(),
  clock: passed<Clock>('an object with now()', hasMethods('now')).exactOptional(),
  maxConnections: z
    .int()
    .min(MAX_BATCHES + 1)
    .exactOptional(),
  connectTimeoutMs: z.int().positive().exactOptional(),
  statementTimeoutMs: z.int().positive().exactOptional(),
  writeTimeoutMs: z.int().positive().max(LONGEST_TIMER_MS).exactOptional(),
  onNotice: passed<(problem: string) => void>('a function (problem) => void', isFunction).exactOptional(),
} satisfies Record<keyof PostgresStoreOptions, z.ZodType>);

/** A renewal is tried over another connection while its lease still runs: the one it was sent over may have died silently. */
const RENEWAL = { statementMs: 2_000, graceMs: 500 } as const;

/** How long a node waits for another one that changes the tables. */
const MIGRATION_WAIT_MS = 60_000;

/**
 * Opens a store in a PostgreSQL database, which any number of nodes may share. Creates or updates its tables first.
 *
 * @example
 * ```ts
 * await using store = await openPostgresStore({ url: 'postgres://toolshed@db.internal/toolshed' });
 * ```
 *
 * @throws StoreUnavailableError if the database cannot be reached, or its tables are too new.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const read = readOptions('open the store', Options, options);
  const { onNotice = () => undefined } = read;
  const timeouts = { connectMs: read.connectTimeoutMs ?? 5_000, statementMs: read.statementTimeoutMs ?? 20_000 };
  const address = readAddress(read.url);
  const schemaName = read.schema ?? 'toolshed';
  const schema = quote(schemaName);
  const maxConnections = read.maxConnections ?? 8;
  const driver = await loadDriver();
  const reached = { driver, address, timeouts };
  await prepareTables(reached, schemaName);

  const base = createPositionBase(schema, (problem) => onNotice(`${address.name}: ${problem}`));
  const waits = createConnectionWaits();
  const database = createDatabase({
    ...reached,
    maxConnections,
    greet: base.ensure,
    onWaited: waits.waited,
  });
  const leases = createOwnConnection({ ...reached, timeouts: { ...timeouts, ...RENEWAL } });
  const serverClock = createServerClock(
    () => Date.now(),
    () => performance.now(),
  );
  await measureClock(leases, serverClock).catch(async (error: unknown) => {
    await leases.close();
    throw error;
  });
  const clock = read.clock ?? serverClock;
  const measure = createMeasures({ database, schema, clock });
  const listener = createListener({ ...reached, database, channel: `toolshed_${schemaName}` });
  const whenEnded = createLostSessions(database);
  const owners = createPostgresOwners(leases, database, schema, serverClock);
  const record = createRecordHostFacts(schema);
  const seal = createSeal(database, schema, clock);
  const { jobs, close: closeJobs } = createPostgresJobs({
    database,
    schema,
    jobSchema: `${schemaName}_jobs`,
    onNotice: (problem) => onNotice(`${address.name}: ${problem}`),
  });
  const records = createPostgresRecords(database, schema, record);
  const values = createValueIndex();
  const reads = { database, schema, marks: createDamageMarks(database, schema), values };
  const write = createJournalWriter({
    database,
    schema,
    ends: createJournalEnds(schema),
    values,
    outcomeOf: createUnknownOutcome(database, schema, whenEnded),
    takeUses: createTakeUses(schema),
    whenEntered: owners.whenEntered,
    onWritten: listener.notify,
  });
  const queue = createWriteQueue({ name: address.name, write, maxBatches: MAX_BATCHES });
  const timeoutMs = read.writeTimeoutMs ?? 30_000;
  const bounded = createBoundedWrites({ queue, name: address.name, timeoutMs });

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    // Idle connections keep no process alive, but a caller that waits for them to end does.
    const keepAlive = setInterval(() => undefined, LONGEST_TIMER_MS);
    try {
      await closeJobs();
      await bounded.close();
      await listener.close();
      await Promise.all([database.close(), leases.close()]);
    } finally {
      clearInterval(keepAlive);
    }
  };
  const closeOnce = (): Promise<void> => {
    closing ??= close();
    return closing;
  };

  const writes: Pick<JournalStore, 'create' | 'append'> = {
    async create(execution, entries, summary) {
      const started = mustStart(entries);
      mustFollow(0, execution, entries, summary);
      return (await bounded.write({ execution, entries, summary, fence: undefined, started })).execution;
    },
    async append(execution, entries, summary, fence) {
      const asked = { execution, entries, summary, fence, started: undefined };
      if (firstSeq(asked) < 1) throw new JournalConflictError(execution, 0);
      mustFollow(firstSeq(asked), execution, entries, summary);
      return (await bounded.write(asked)).epoch;
    },
  };

  return {
    journal: {
      ...writes,
      ...createClaims(database, schema),
      ...createRemoval({ database, schema, clock, record }),
      ...createJournalReads(reads),
      ...createLists(reads),
      ...createUnattended(reads),
      ...createEntryOrder(reads),
      watch: listener.watch,
      [Symbol.asyncDispose]: closeOnce,
    },
    grants: createPostgresGrants({ database, schema, clock, record, whenEnded, looked: bounded.looked }),
    owners: owners.store,
    clock,
    audit: createPostgresAuditLog({ database, schema, seal, verify: createVerifyAudit(database, schema) }),
    records,
    keptRecords: records,
    secrets: createPostgresSecrets(database, schema),
    broadcast: listener.broadcast,
    questionClaims: createQuestionClaims(database, schema),
    address: address.name,
    jobs,
    seal,
    check: createChecks({
      ...reached,
      database,
      schema,
      clock: read.clock ?? { now: () => Date.now() },
      connectionsPerNode: maxConnections + OWN_CONNECTIONS,
    }),
    cluster: createClusterState(database, schema, owners.store.list),
    estimate: createEstimate(database, schema),
    measure: async () => [...(await measure()), ...waits.read()],
    problems: createReaderCheck(database, schema),
    [Symbol.asyncDispose]: closeOnce,
  };
}

/** What is wrong with the settings of a store's PostgreSQL server; nothing for a store of another kind. */
export const checkPostgres = async (store: Store | PostgresStore): Promise<readonly PostgresFinding[]> =>
  'check' in store ? store.check() : [];

interface Reached {
  readonly driver: Driver;
  readonly address: PostgresAddress;
  readonly timeouts: Timeouts;
}

async function prepareTables({ driver, address, timeouts }: Reached, schema: string): Promise<void> {
  const client = new driver.Client({ ...connectionConfig(address.url, timeouts), query_timeout: MIGRATION_WAIT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await migrate({ client, schema, name: address.name, waitMs: MIGRATION_WAIT_MS });
  } catch (error) {
    throw toStoreError('open', address.name, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
