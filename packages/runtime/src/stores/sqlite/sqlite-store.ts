// One file, one writer connection, several processes at once. All of it can be lost only with the disk:
// what a promise resolved for has been synced.

import type { Clock } from '@toolshed/kernel';
import { hasMethods, inWords, isFunction, passed, readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { createUnattended } from './sqlite-unattended.js';
import { systemClock } from '../system-clock.js';
import type { Store } from '../store.js';
import { createValueIndex } from '../value-index.js';
import { createCommitQueue } from './database/commit-queue.js';
import { createDamageMarks } from './database/damage-marks.js';
import { openDatabase } from './database/open-database.js';
import { createGrantVersions, createJournalPositions } from './sqlite-counters.js';
import { createRecordFacts } from './sqlite-audit.js';
import { createSqliteAuditLog } from './sqlite-audit-log.js';
import { createSqliteGrants } from './sqlite-grant-store.js';
import { createEntryOrder } from './sqlite-entry-order.js';
import { createJournalReads } from './sqlite-journal-reads.js';
import { createJournalWrites } from './sqlite-journal-writes.js';
import { createLists } from './sqlite-lists.js';
import { createSqliteRecords } from './sqlite-records.js';
import { createSqliteOwnerStore } from './sqlite-owner-store.js';

/** What `openSqliteStore` takes. */
export interface SqliteStoreOptions {
  /** The path of the file; it is made if it is not there. */
  readonly file: string;
  /** The source of time; default: the system's. */
  readonly clock?: Clock;
  /** How long a write waits for other processes to finish theirs before it gives up. Default: 10 s. */
  readonly lockWaitMs?: number;
  /** The file may not grow beyond this; appends then fail as they do on a full disk. Default: no limit. */
  readonly maxBytes?: number;
  /** Called with a description of damage that was repaired. */
  readonly onMended?: (problem: string) => void;
}

const Options: z.ZodType<SqliteStoreOptions> = z.strictObject({
  file: inWords(z.string().min(1), 'the path of a file'),
  clock: passed<Clock>('an object with now()', hasMethods('now')).exactOptional(),
  lockWaitMs: z.int().nonnegative().exactOptional(),
  maxBytes: z.int().positive().exactOptional(),
  onMended: passed<(problem: string) => void>('a function (problem) => void', isFunction).exactOptional(),
} satisfies Record<keyof SqliteStoreOptions, z.ZodType>);

/**
 * Opens a store in one SQLite file, which several processes may share.
 *
 * @example
 * ```ts
 * await using store = openSqliteStore({ file: 'toolshed.db' });
 * ```
 */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const read = readOptions('open the store', Options, options);
  const { file, clock = systemClock, lockWaitMs = 10_000, maxBytes, onMended = () => undefined } = read;
  const database = openDatabase({ file, clock, lockWaitMs, maxBytes });
  const warn = (problem: string): void =>
    onMended(`${file}: ${problem}; check the store with: toolshed audit --verify`);
  const queue = createCommitQueue({ database, file, lockWaitMs });
  const record = createRecordFacts(database, clock, warn);
  const positions = createJournalPositions(database, warn);
  const values = createValueIndex();
  const reads = { database, file, marks: createDamageMarks(database, queue), values };
  const close = (): Promise<void> => queue.close();
  const grants = createSqliteGrants({
    database,
    file,
    queue,
    record,
    clock,
    versions: createGrantVersions(database, warn),
  });
  return {
    journal: {
      ...createJournalWrites({ database, queue, record, clock, positions, takeUses: grants.takeUses, values }),
      ...createJournalReads(reads),
      ...createLists(reads),
      ...createUnattended(reads),
      ...createEntryOrder({ ...reads, positions }),
      [Symbol.asyncDispose]: close,
    },
    grants: grants.store,
    owners: createSqliteOwnerStore({ database, file, queue, clock }),
    audit: createSqliteAuditLog({ database, file }),
    keptRecords: createSqliteRecords({ database, file, queue, clock, record }),
    [Symbol.asyncDispose]: close,
  };
}
