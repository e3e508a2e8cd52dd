// Questions that a channel is showing, and what other processes journal about them meanwhile. Owns how far the journal
// of each such execution has been read here; the change feed notifies when there is more.

import type { ExecutionId, JournalEntry, JournalStore, ToolLog } from '@toolshed/kernel';
import { type ExecutionState, fold } from '@toolshed/kernel/runtime';
import type { Change, Changes } from '../changes/changes.js';
import type { Offer } from './offers.js';

export interface AnsweredElsewhereDeps {
  readonly store: Pick<JournalStore, 'summary' | 'read'>;
  readonly changes: Pick<Changes, 'subscribe'>;
  readonly log: ToolLog;
  /** Makes an execution in memory read what another process journaled. */
  readonly catchUp: (id: ExecutionId) => Promise<void>;
  readonly onEntries: (id: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]) => void;
  readonly withdrawAll: (id: ExecutionId, why: string) => void;
}

export interface AnsweredElsewhere {
  /** A channel shows the question as of this length of its journal. */
  track(offer: Offer, length: number): void;
  untrack(offer: Offer): void;
  /** Those of the entries that were not returned before. */
  takeNew(id: ExecutionId, entries: readonly JournalEntry[]): readonly JournalEntry[];
  /** Withdraws questions whose execution is damaged or was removed, which no entry says. Checks a few at each call. */
  checkSome(): Promise<void>;
  close(): void;
}

/** How many executions one check reads, however many questions are shown. */
const CHECKED_AT_ONCE = 20;
/** When an execution that could not be read is read again. */
const RETRY_MS = 200;

interface Tracked {
  /** How many channels show each offer. */
  readonly offers: Map<Offer, number>;
  /** How many entries of its journal have been read. */
  length: number;
}

export function createAnsweredElsewhere(deps: AnsweredElsewhereDeps): AnsweredElsewhere {
  const { store, log } = deps;
  /** In the order in which they are checked. */
  const tracked = new Map<ExecutionId, Tracked>();
  /** Those that are being read; true if they changed meanwhile. */
  const reading = new Map<ExecutionId, boolean>();
  let subscription: Disposable | undefined;

  const check = async (id: ExecutionId): Promise<void> => {
    const summary = await store.summary(id);
    if (summary === undefined) deps.withdrawAll(id, 'its execution no longer exists');
    if (summary?.status === 'damaged') deps.withdrawAll(id, 'its execution is damaged');
    const from = tracked.get(id)?.length;
    if (from === undefined || summary === undefined || summary.status === 'damaged' || summary.length <= from) return;
    await deps.catchUp(id);
    const entries = await store.read(id);
    if (entries.length > 0) deps.onEntries(id, fold(entries), entries.slice(from));
  };

  const warn = (id: ExecutionId, error: unknown): void =>
    log.warn({ err: error, execution: id }, 'checking whether a question is still open failed; trying again');

  /** One at a time for each execution, and again if that fails or the execution changed meanwhile. */
  const read = async (id: ExecutionId): Promise<void> => {
    if (reading.has(id)) {
      reading.set(id, true);
      return;
    }
    for (let isStale = true; isStale && tracked.has(id); isStale = reading.get(id) ?? false) {
      reading.set(id, false);
      try {
        await check(id);
      } catch (error) {
        warn(id, error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
        reading.set(id, true);
      }
    }
    reading.delete(id);
  };

  const onChange = (change: Change): void => {
    if (change.kind === 'unknown') for (const id of tracked.keys()) void read(id);
    else if ((tracked.get(change.executionId)?.length ?? change.length) < change.length) void read(change.executionId);
  };

  return {
    track(offer, length) {
      const { execution } = offer;
      const known = tracked.get(execution) ?? { offers: new Map<Offer, number>(), length };
      known.offers.set(offer, (known.offers.get(offer) ?? 0) + 1);
      known.length = Math.max(known.length, length);
      tracked.set(execution, known);
      subscription ??= deps.changes.subscribe(onChange);
    },
    untrack(offer) {
      const known = tracked.get(offer.execution);
      const left = (known?.offers.get(offer) ?? 1) - 1;
      if (left > 0) known?.offers.set(offer, left);
      else known?.offers.delete(offer);
      if (known?.offers.size === 0) tracked.delete(offer.execution);
      if (tracked.size > 0) return;
      subscription?.[Symbol.dispose]();
      subscription = undefined;
    },
    takeNew(id, entries) {
      const known = tracked.get(id);
      const last = entries.at(-1);
      if (!known || !last) return entries;
      const from = known.length;
      known.length = Math.max(from, last.seq + 1);
      return entries.filter(({ seq }) => seq >= from);
    },
    async checkSome() {
      for (const [id, known] of [...tracked].slice(0, CHECKED_AT_ONCE)) {
        if (tracked.get(id) !== known) continue;
        tracked.delete(id);
        tracked.set(id, known);
        await check(id).catch((error: unknown) => warn(id, error));
      }
    },
    close() {
      tracked.clear();
      subscription?.[Symbol.dispose]();
    },
  };
}
