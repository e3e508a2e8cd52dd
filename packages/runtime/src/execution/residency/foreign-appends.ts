// What other processes append to executions that are live here, or are queued here. Owns the subscription to the
// change feed, which it has while anything is live; talks to the journals of live executions, to the store about those
// that are queued, and to their queue in `places.ts`.
//
// Invariants
//   F1. What another process appended to an execution that runs, or whose handler waits, is read as soon as the change
//       feed says so.

import type { ExecutionId, JournalStore, ToolLog } from '@toolshed/kernel';
import { isTerminalOrDamaged } from '@toolshed/kernel/runtime';
import type { Change, Changes } from '../../changes/changes.js';
import type { LiveExecution } from '../drive/live-execution.js';
import { OwnershipLostError } from '../journal/journal-errors.js';
import type { LiveTable } from './live-table.js';
import type { Owners } from './owners/owners.js';
import type { Places } from './places/places.js';

export interface ForeignAppendsDeps {
  readonly changes: Pick<Changes, 'subscribe'>;
  readonly store: Pick<JournalStore, 'summary'>;
  readonly owners: Pick<Owners, 'isDrivenByAnother'>;
  readonly table: Pick<LiveTable, 'all' | 'find' | 'has'>;
  readonly places: Pick<Places<LiveExecution>, 'lengthOf' | 'leave'>;
  readonly log: ToolLog;
  /** Another process drives it. */
  readonly lose: (live: LiveExecution, error: OwnershipLostError) => void;
}

export interface ForeignAppends {
  /** Listens to the change feed from now on, if it does not yet. */
  follow(): void;
  unfollow(): void;
  /** Reads what was appended to one; loses it if another process drives it. */
  read(live: LiveExecution): Promise<void>;
}

/** When a journal that could not be read is read again. */
const RETRY_MS = 200;

export function createForeignAppends(deps: ForeignAppendsDeps): ForeignAppends {
  const { changes, store, owners, table, places, log, lose } = deps;
  let subscription: Disposable | undefined;

  const read = (live: LiveExecution): Promise<void> =>
    live.journal.catchUp().catch((error) => {
      if (!(error instanceof OwnershipLostError)) throw error;
      lose(live, error);
    });

  /** F1. An idle execution that is not owned here is read when somebody asks for it. */
  const catchUp = (live: LiveExecution): void => {
    if (!table.has(live) || (live.isIdle && !live.hasHandlers && !live.journal.isOwned)) return;
    read(live).catch((error) => {
      log.warn({ err: error, execution: live.journal.id }, 'reading what others appended failed; trying again');
      setTimeout(() => catchUp(live), RETRY_MS).unref();
    });
  };

  /** Another process appended to one that is queued here: it may be driven by another host now, or have ended. */
  const leaveLine = async (id: ExecutionId, length: number): Promise<void> => {
    const before = places.lengthOf(id);
    if (before === undefined || before >= length) return;
    const summary = await store.summary(id).catch(() => undefined);
    if (summary && (isTerminalOrDamaged(summary.status) || (await owners.isDrivenByAnother(summary)))) places.leave(id);
  };

  const takeIn = (change: Change): void => {
    const live = change.kind === 'appended' ? table.find(change.executionId) : undefined;
    if (change.kind === 'appended') void leaveLine(change.executionId, change.length);
    if (change.kind === 'unknown') for (const one of table.all()) catchUp(one);
    else if (live && change.length > live.journal.entries.length) catchUp(live);
  };

  return {
    follow() {
      subscription ??= changes.subscribe(takeIn);
    },
    unfollow() {
      subscription?.[Symbol.dispose]();
      subscription = undefined;
    },
    read,
  };
}
