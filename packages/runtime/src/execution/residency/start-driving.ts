// Starts the loop of one execution in this process: opens its journal and connects the two with the table that keeps the
// execution in memory. Used by `live-executions.ts`, which has decided that this process may drive it.

import type { ExecutionId, JournalEntry, JournalStore } from '@toolshed/kernel';
import type { ExecutionState } from '@toolshed/kernel/runtime';
import { driveExecution } from '../drive/drive-execution.js';
import type { LiveExecution } from '../drive/live-execution.js';
import type { LiveDeps } from '../execution-deps.js';
import { createExecutionJournal } from '../journal/execution-journal.js';
import type { Past } from '../journal/past.js';
import type { LiveTable } from './live-table.js';
import type { Hold } from './load-execution.js';
import type { Places } from './places/places.js';

export interface StartDrivingDeps {
  readonly live: LiveDeps;
  readonly store: JournalStore;
  readonly table: LiveTable;
  readonly places: () => Pick<Places<LiveExecution>, 'isCrowded'>;
  readonly onEntries: (
    id: ExecutionId,
    state: ExecutionState,
    entries: readonly JournalEntry[],
    origin: 'own' | 'foreign',
  ) => void;
  /** It cannot continue here. */
  readonly abandon: (live: LiveExecution, error: unknown, owesOutcome: boolean) => void;
  readonly mustWait: (live: LiveExecution, dueAt: number) => boolean;
}

export function startDriving(id: ExecutionId, past: Past, hold: Hold, deps: StartDrivingDeps): LiveExecution {
  const { live: liveDeps, store, table } = deps;
  const { lease, claim } = hold;
  const journal = createExecutionJournal({
    id,
    past,
    claim,
    store,
    clock: liveDeps.clock,
    onAppended: liveDeps.facts.appended,
    owner: lease.id,
    holds: () => live.hasHandlers,
    onEntries: (added, origin) => {
      deps.onEntries(id, journal.state, added, origin);
      if (origin === 'foreign') live.onForeign(added);
      else live.onWritten(added);
    },
  });
  const live = driveExecution(journal, liveDeps, lease, {
    onIdle: (isIdle) => table.setAtWork(live, !isIdle && table.has(live)),
    onFailed: (error, owesOutcome) => deps.abandon(live, error, owesOutcome),
    mustWait: (dueAt) => deps.mustWait(live, dueAt),
    get isCrowded() {
      return deps.places().isCrowded;
    },
  });
  table.add(live, lease);
  return live;
}
