// The memory store, composed of its parts. It passes the same contract tests as the others.

import type { Clock } from '@toolshed/kernel';
import { hasMethods, passed, readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import type { Store } from '../store.js';
import { systemClock } from '../system-clock.js';
import { createMemoryAudit, createMemoryAuditLog } from './memory-audit.js';
import { createMemoryGrantStore } from './memory-grant-store.js';
import { createMemoryJournalStore } from './memory-journal-store.js';
import { createAuditedMemoryRecords } from './memory-records.js';
import { createMemoryOwnerStore } from './memory-owner-store.js';

/** What `createMemoryStore` takes. */
export interface MemoryStoreOptions {
  /** The source of time; default: the system's. */
  readonly clock?: Clock;
}

const Options: z.ZodType<MemoryStoreOptions> = z.strictObject({
  clock: passed<Clock>('an object with now()', hasMethods('now')).exactOptional(),
});

/** A store in memory. It keeps every promise of the ports but one: it ends with its process. */
export function createMemoryStore(options: MemoryStoreOptions = {}): Store {
  const { clock = systemClock } = readOptions('create the store', Options, options);
  const audit = createMemoryAudit();
  const grants = createMemoryGrantStore({ audit, clock, isOpen: (execution) => journal.isOpen(execution) });
  const journal = createMemoryJournalStore({ audit, clock, takeUses: grants.takeUses });
  return {
    journal: journal.store,
    grants: grants.store,
    owners: createMemoryOwnerStore(clock),
    audit: createMemoryAuditLog(audit, { ...journal.evidence, ...grants.evidence }),
    keptRecords: createAuditedMemoryRecords(clock, audit.record),
    [Symbol.asyncDispose]: () => journal.store[Symbol.asyncDispose](),
  };
}
