// The order in which handlers finish, made: of those that started together the one with the lowest rank finishes
// first, those that started earlier finish before those that started later, and none before the last one's outcome is
// in the journal. So two runs that start the same handlers see the same order, however busy the machine is.

import type { JournalEntry } from '@toolshed/kernel';

export interface HandlerTurns {
  /** Resolves when it is this handler's turn to finish. */
  mine(execution: string, call: number, rank: number): Promise<void>;
  journaled(execution: string, entries: readonly JournalEntry[]): void;
}

interface Waiting {
  readonly call: number;
  readonly rank: number;
  readonly finish: () => void;
}

interface Turns {
  starting: Waiting[] | undefined;
  readonly started: Waiting[][];
  finishing: number | undefined;
}

export function createHandlerTurns(): HandlerTurns {
  const all = new Map<string, Turns>();
  const turnsOf = (execution: string): Turns => {
    const turns = all.get(execution) ?? { starting: undefined, started: [], finishing: undefined };
    all.set(execution, turns);
    return turns;
  };

  const next = (turns: Turns): void => {
    if (turns.finishing !== undefined) return;
    while (turns.started[0]?.length === 0) turns.started.shift();
    const first = turns.started[0]?.shift();
    if (first === undefined) return;
    turns.finishing = first.call;
    first.finish();
  };

  const close = (turns: Turns): void => {
    turns.started.push((turns.starting ?? []).toSorted((a, b) => a.rank - b.rank));
    turns.starting = undefined;
    next(turns);
  };

  return {
    mine(execution, call, rank) {
      const turns = turnsOf(execution);
      const { promise, resolve } = Promise.withResolvers<void>();
      if (turns.starting === undefined) {
        turns.starting = [];
        setImmediate(() => close(turns));
      }
      turns.starting.push({ call, rank, finish: resolve });
      return promise;
    },
    journaled(execution, entries) {
      const turns = turnsOf(execution);
      for (const entry of entries) {
        if ((entry.kind !== 'returned' && entry.kind !== 'threw') || entry.call !== turns.finishing) continue;
        turns.finishing = undefined;
        next(turns);
      }
    },
  };
}
