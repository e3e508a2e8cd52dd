// The executions this process holds in memory: those that run, and for a while those that rest, because a person who
// answers quickly should not wait for a replay. Everything here can be dropped at any moment of rest.
//
// Invariants
//   L1. One execution is live at most once in a process.
//   L2. A resting execution is dropped after `hibernateAfterMs`, when more than `maxWarm` rest, or when its sandbox's
//       place is needed.
//   L3. What another process appended to a running execution is taken in within a poll.

import { type ExecutionId, isSettled, type JournalEntry, type JournalStore, openQuestions } from '@toolshed/kernel';
import { type LiveExecution, driveExecution } from './drive.js';
import { UnknownExecutionError } from './errors.js';
import { createExecutionJournal } from './execution-journal.js';
import type { LiveDeps } from './live-deps.js';

export interface LiveExecutionsDeps {
  readonly live: LiveDeps;
  readonly store: JournalStore;
  readonly owner: string;
  readonly hibernateAfterMs: number;
  readonly maxWarm: number;
  readonly onEntries: (id: ExecutionId, session: string, entries: readonly JournalEntry[]) => void;
}

export interface LiveExecutions {
  find(id: ExecutionId): LiveExecution | undefined;
  /** Starts to drive a new execution whose journal so far is `started`. */
  begin(id: ExecutionId, started: JournalEntry): LiveExecution;
  /** Brings an execution back from its journal, if it is not here. */
  load(id: ExecutionId): Promise<LiveExecution>;
  /** Resolves when it rests; drops it if it has ended. */
  untilRest(live: LiveExecution): Promise<void>;
  drop(id: ExecutionId): void;
  /** Drops the execution that has rested longest. */
  relieve(): void;
  close(graceMs: number): Promise<void>;
}

const POLL_MS = 200;

export function createLiveExecutions(deps: LiveExecutionsDeps): LiveExecutions {
  const { live: liveDeps, store, owner, hibernateAfterMs, maxWarm } = deps;
  const all = new Map<ExecutionId, LiveExecution>();
  const loading = new Map<ExecutionId, Promise<LiveExecution>>();
  /** In the order they came to rest. */
  const resting = new Map<ExecutionId, NodeJS.Timeout>();

  const drive = (id: ExecutionId, entries: readonly JournalEntry[], isNew: boolean): LiveExecution => {
    const journal = createExecutionJournal({
      id,
      entries,
      isNew,
      store,
      clock: liveDeps.clock,
      owner,
      onEntries: (added, origin) => {
        deps.onEntries(id, journal.state.started.session, added);
        if (origin === 'foreign') live.noticed(added);
      },
    });
    const live = driveExecution(journal, liveDeps);
    all.set(id, live);
    watchRest(id, live);
    return live;
  };

  const watchRest = (id: ExecutionId, live: LiveExecution): void => {
    live.rest().then(
      () => (isSettled(live.journal.state.status) ? drop(id) : settleDown(id)),
      () => drop(id),
    );
  };

  const settleDown = (id: ExecutionId): void => {
    clearTimeout(resting.get(id));
    resting.delete(id);
    resting.set(id, setTimeout(() => hibernate(id), hibernateAfterMs).unref());
    if (resting.size > maxWarm) relieve();
  };

  /** Drops it if it still rests; otherwise waits for its next rest. */
  const hibernate = (id: ExecutionId): void => {
    const live = all.get(id);
    if (live?.isResting) drop(id);
    else if (live) watchRest(id, live);
  };

  const drop = (id: ExecutionId): void => {
    clearTimeout(resting.get(id));
    resting.delete(id);
    const live = all.get(id);
    all.delete(id);
    live?.release();
  };

  const relieve = (): void => {
    const [oldest] = resting.keys();
    if (oldest !== undefined) {
      clearTimeout(resting.get(oldest));
      resting.delete(oldest);
      hibernate(oldest);
    }
  };

  const load = async (id: ExecutionId): Promise<LiveExecution> => {
    const entries = await store.read(id);
    if (entries.length === 0) throw new UnknownExecutionError(id);
    return all.get(id) ?? drive(id, entries, false);
  };

  const isWatched = (live: LiveExecution): boolean => !live.isResting && openQuestions(live.journal.state).length > 0;
  const poll = setInterval(() => {
    for (const [id, live] of all) if (isWatched(live)) live.journal.catchUp().catch(() => drop(id));
  }, POLL_MS).unref();

  return {
    find: (id) => all.get(id),
    begin: (id, started) => drive(id, [started], true),
    load(id) {
      const known = all.get(id);
      if (known) return Promise.resolve(known);
      const pending = loading.get(id) ?? load(id).finally(() => loading.delete(id));
      loading.set(id, pending);
      return pending;
    },
    async untilRest(live) {
      await live.rest();
      const { id } = live.journal;
      if (isSettled(live.journal.state.status)) drop(id);
      else if (all.get(id) === live) settleDown(id);
    },
    drop,
    relieve,
    async close(graceMs) {
      clearInterval(poll);
      const busy = [...all.values()]
        .filter(({ isResting }) => !isResting)
        .map((live) => live.rest().catch(() => undefined));
      await Promise.race([Promise.all(busy), new Promise((resolve) => setTimeout(resolve, graceMs).unref())]);
      for (const id of [...all.keys()]) drop(id);
    },
  };
}
