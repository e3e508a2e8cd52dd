// What other processes journal about questions that a channel here has in hand: looked for a few times a second, and
// only for those, so that a hundred thousand pauses cost nothing.

import type { ExecutionId, JournalEntry, JournalStore, ToolLog } from '@toolshed/kernel';
import { type ExecutionState, fold } from '@toolshed/kernel/runtime';
import type { Offer } from './offers.js';

export interface AnsweredElsewhereDeps {
  readonly store: JournalStore;
  readonly log: ToolLog;
  readonly catchUp: (id: ExecutionId) => Promise<void>;
  readonly noticed: (id: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]) => void;
  readonly withdrawAll: (id: ExecutionId, why: string) => void;
}

export interface AnsweredElsewhere {
  /** A channel has it in hand, as it was when its journal had so many entries. */
  begin(offer: Offer, length: number): void;
  end(offer: Offer): void;
  /** Those of the entries that were not heard of before; from now on they were. */
  unheard(id: ExecutionId, entries: readonly JournalEntry[]): readonly JournalEntry[];
  close(): void;
}

const POLL_MS = 200;

export function createAnsweredElsewhere({
  store,
  log,
  catchUp,
  noticed,
  withdrawAll,
}: AnsweredElsewhereDeps): AnsweredElsewhere {
  /** How many channels have each offer of an execution. */
  const inHand = new Map<ExecutionId, Map<Offer, number>>();
  /** Entries heard of executions with questions in hand. */
  const heard = new Map<ExecutionId, number>();

  const listenTo = async (execution: ExecutionId): Promise<void> => {
    const from = heard.get(execution) ?? 0;
    const summary = await store.summary(execution);
    if (summary === undefined) withdrawAll(execution, 'its execution is gone');
    if (summary?.status === 'damaged') withdrawAll(execution, 'its execution is damaged');
    if (summary === undefined || summary.status === 'damaged' || summary.length <= from) return;
    await catchUp(execution);
    const entries = await store.read(execution);
    if (entries.length > 0) noticed(execution, fold(entries), entries.slice(from));
  };

  /** Each by itself: one that cannot be read keeps nobody from hearing of the others. */
  const listen = async (): Promise<void> => {
    for (const execution of [...inHand.keys()]) {
      await listenTo(execution).catch((error) =>
        log.warn({ err: error, execution }, 'could not look whether a question is over'),
      );
    }
  };

  let isListening = false;
  const timer = setInterval(() => {
    if (isListening || inHand.size === 0) return;
    isListening = true;
    void listen().finally(() => {
      isListening = false;
    });
  }, POLL_MS).unref();

  return {
    begin(offer, length) {
      const { execution } = offer;
      const offers = inHand.get(execution) ?? new Map<Offer, number>();
      inHand.set(execution, offers.set(offer, (offers.get(offer) ?? 0) + 1));
      heard.set(execution, Math.max(length, heard.get(execution) ?? 0));
    },
    end(offer) {
      const offers = inHand.get(offer.execution);
      const left = (offers?.get(offer) ?? 1) - 1;
      if (left > 0) offers?.set(offer, left);
      else offers?.delete(offer);
      if (offers?.size !== 0) return;
      inHand.delete(offer.execution);
      heard.delete(offer.execution);
    },
    unheard(id, entries) {
      const from = heard.get(id) ?? 0;
      const last = entries.at(-1);
      if (heard.has(id) && last) heard.set(id, Math.max(from, last.seq + 1));
      return entries.filter(({ seq }) => seq >= from);
    },
    close: () => clearInterval(timer),
  };
}
