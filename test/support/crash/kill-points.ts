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

/** Each write of the journal is a boundary before and one after. */
export function withKillPoints(store: Store, { pass }: KillPoints): Store {
  return {
    ...store,
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

const kindsOf = (entries: readonly JournalEntry[]): string => entries.map(({ kind }) => kind).join(', ');
