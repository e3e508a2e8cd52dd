// Boundaries at which a process may die, noted as they are passed. At the chosen one the process kills itself.

import type { JournalEntry } from '@toolshed/kernel';
import type { Store } from '@toolshed/runtime';

export interface KillPoints {
  readonly passed: readonly string[];
  readonly pass: (point: string) => void;
}

/** A number counts from 1, and 0 kills never; a name is the first point called so. */
export type KillAt = number | string;

export function createKillPoints(at: KillAt): KillPoints {
  const passed: string[] = [];
  return {
    passed,
    pass(point) {
      passed.push(point);
      if (passed.length === at || point === at) process.kill(process.pid, 'SIGKILL');
    },
  };
}

/** Each write of the journal, and of the state of a session, is a boundary before and one after. */
export function withKillPoints(store: Store, { pass }: KillPoints): Store {
  const { keptRecords } = store;
  return {
    ...store,
    ...(keptRecords && {
      keptRecords: {
        ...keptRecords,
        async add(...args) {
          pass('before record');
          const added = await keptRecords.add(...args);
          pass('after record');
          return added;
        },
        async replace(...args) {
          pass('before record');
          const replaced = await keptRecords.replace(...args);
          pass('after record');
          return replaced;
        },
      },
    }),
    journal: {
      ...store.journal,
      async create(execution, entries, summary) {
        pass(`before ${kindsOf(entries)}`);
        const created = await store.journal.create(execution, entries, summary);
        pass(`after ${kindsOf(entries)}`);
        return created;
      },
      async append(execution, entries, summary, fence) {
        pass(`before ${kindsOf(entries)}`);
        const epoch = await store.journal.append(execution, entries, summary, fence);
        pass(`after ${kindsOf(entries)}`);
        return epoch;
      },
    },
  };
}

/** Writes of more entries are named by their number. */
const MANY = 30;

const kindsOf = (entries: readonly JournalEntry[]): string =>
  entries.length > MANY ? `${entries.length} entries` : entries.map(({ kind }) => kind).join(', ');
