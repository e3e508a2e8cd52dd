// The order in which handlers finish, made: of those that started together, by one write of the journal, the one with
// the lowest rank finishes first, those that started earlier finish before those that started later, and none before
// the last one's outcome is in the journal. So two runs that start the same handlers see the same order, however busy
// the machine is.

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

interface Starting {
  readonly write: number;
  readonly handlers: Waiting[];
}

interface Turns {
  /** How often its journal was written, and the write that last let each call run. */
  writes: number;
  readonly startedBy: Map<number, number>;
  starting: Starting | undefined;
  readonly started: Waiting[][];
  finishing: number | undefined;
}

export function createHandlerTurns(): HandlerTurns {
  const all = new Map<string, Turns>();
  const turnsOf = (execution: string): Turns => {
    const known = all.get(execution);
    if (known) return known;
    const turns = { writes: 0, startedBy: new Map(), starting: undefined, started: [], finishing: undefined };
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

  const close = (turns: Turns, starting: Starting): void => {
    if (turns.starting !== starting) return;
    turns.started.push(starting.handlers.toSorted((a, b) => a.rank - b.rank));
    turns.starting = undefined;
    next(turns);
  };

  /** The handlers that start with this one. */
  const startingWith = (turns: Turns, call: number): Starting => {
    const write = turns.startedBy.get(call) ?? 0;
    if (turns.starting?.write === write) return turns.starting;
    if (turns.starting) close(turns, turns.starting);
    const starting = { write, handlers: [] };
    turns.starting = starting;
    setImmediate(() => close(turns, starting));
    return starting;
  };

  return {
    mine(execution, call, rank) {
      const turns = turnsOf(execution);
      const { promise, resolve } = Promise.withResolvers<void>();
      startingWith(turns, call).handlers.push({ call, rank, finish: resolve });
      return promise;
    },
    journaled(execution, entries) {
      const turns = turnsOf(execution);
      turns.writes++;
      for (const entry of entries) if (entry.kind === 'invoking') turns.startedBy.set(entry.call, turns.writes);
      for (const entry of entries) {
        if ((entry.kind !== 'returned' && entry.kind !== 'threw') || entry.call !== turns.finishing) continue;
        turns.finishing = undefined;
        next(turns);
      }
    },
  };
}
