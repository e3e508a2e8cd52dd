// The journal of one execution as one process writes it: the next entries are made from the latest state, appended
// at the next place, and only then folded in.
//
// Invariants
//   J1. State changes only by entries that are on disk.
//   J2. Another process may append an answer or a cancellation at any time; an append that loses the race takes
//       those in and is made again from the new state.
//   J3. Anything else another process appended means that it drives this execution now: this one must let go.

import {
  advance,
  type Clock,
  type ExecutionId,
  type ExecutionState,
  type ExecutionSummary,
  fold,
  isSettled,
  JournalConflictError,
  type JournalEntry,
  type JournalStore,
  type NewEntry,
  summarize,
  ToolshedError,
} from '@toolshed/kernel';

export class OwnershipLostError extends ToolshedError {
  override readonly name = 'OwnershipLostError';
  override readonly code = 'execution/lost';

  constructor(readonly execution: ExecutionId) {
    super(`Cannot go on with ${execution}: another process drives it`);
  }
}

/** The idempotency key belongs to an execution that exists. */
export class AlreadyStartedError extends ToolshedError {
  override readonly name = 'AlreadyStartedError';
  override readonly code = 'execution/already-started';

  constructor(readonly execution: ExecutionId) {
    super(`Cannot start another execution with this idempotency key: ${execution} has it`);
  }
}

export interface ExecutionJournal {
  readonly id: ExecutionId;
  readonly state: ExecutionState;
  /** The execution that is in the store: this one, or the one that has its idempotency key. */
  readonly written: Promise<ExecutionId>;
  /** Appends what `make` makes of the latest state; nothing if it makes nothing. Calls are served in order. */
  append(make: (state: ExecutionState) => readonly NewEntry[]): Promise<readonly JournalEntry[]>;
  /** Takes in what other processes appended. */
  catchUp(): Promise<void>;
  /** Every entry so far. */
  readonly entries: readonly JournalEntry[];
}

export interface ExecutionJournalDeps {
  readonly id: ExecutionId;
  /** What is known of it: its whole journal, or, for one that is not in the store yet, just `started`. */
  readonly entries: readonly JournalEntry[];
  readonly isNew: boolean;
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly owner: string;
  readonly onEntries: (entries: readonly JournalEntry[], origin: 'own' | 'foreign') => void;
}

const FOREIGN_KINDS: ReadonlySet<JournalEntry['kind']> = new Set(['answered', 'cancelled']);

export function createExecutionJournal(deps: ExecutionJournalDeps): ExecutionJournal {
  const { id, store, clock, owner, onEntries } = deps;
  const known: JournalEntry[] = [...deps.entries];
  let state = fold(known);
  let last = known.at(-1)?.at ?? 0;
  let isNew = deps.isNew;
  let turn: Promise<unknown> = Promise.resolve();
  const written = Promise.withResolvers<ExecutionId>();
  written.promise.catch(() => undefined);
  if (!isNew) written.resolve(id);

  const take = (entries: readonly JournalEntry[], next: ExecutionState, origin: 'own' | 'foreign'): void => {
    state = next;
    known.push(...entries);
    last = Math.max(last, entries.at(-1)?.at ?? last);
    onEntries(entries, origin);
  };

  /** Whether there was anything. */
  const catchUp = async (): Promise<boolean> => {
    const entries = await store.read(id, state.length);
    if (!entries.every(({ kind }) => FOREIGN_KINDS.has(kind))) throw new OwnershipLostError(id);
    if (entries.length > 0) take(entries, entries.reduce(advance, state), 'foreign');
    return entries.length > 0;
  };

  const appendOnce = async (make: (state: ExecutionState) => readonly NewEntry[]): Promise<readonly JournalEntry[]> => {
    if (isSettled(state.status)) return [];
    const at = Math.max(last, clock.now());
    const entries = make(state).map((entry, index) => place(entry, state.length + index, at));
    if (entries.length === 0) return [];
    const next = entries.reduce(advance, state);
    const summary = ownedSummary(id, next, at, owner);
    if (isNew) await create(entries, summary);
    else await store.append(id, entries, summary);
    take(entries, next, 'own');
    return entries;
  };

  /** The first write holds all that happened so far: until then nothing had an effect, so nothing could be lost. */
  const create = async (entries: readonly JournalEntry[], summary: ExecutionSummary): Promise<void> => {
    const existing = await store.create(id, [...known, ...entries], summary).catch((error) => {
      written.reject(error);
      throw error;
    });
    written.resolve(existing);
    if (existing !== id) throw new AlreadyStartedError(existing);
    isNew = false;
    onEntries(known, 'own');
  };

  const append = async (make: (state: ExecutionState) => readonly NewEntry[]): Promise<readonly JournalEntry[]> => {
    for (;;) {
      try {
        return await appendOnce(make);
      } catch (error) {
        if (!(error instanceof JournalConflictError)) throw error;
        // A conflict with nothing: the execution was ended elsewhere and removed.
        if (!(await catchUp())) throw new OwnershipLostError(id);
      }
    }
  };

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work, work);
    turn = result.catch(() => undefined);
    return result;
  };

  return {
    id,
    written: written.promise,
    get state() {
      return state;
    },
    append: (make) => inTurn(() => append(make)),
    catchUp: () =>
      inTurn(async () => {
        if (!isNew) await catchUp();
      }),
    get entries() {
      return known;
    },
  };
}

/** What is running has an owner; what waits for a person, for time or for nothing has none. */
export function ownedSummary(id: ExecutionId, state: ExecutionState, at: number, owner: string): ExecutionSummary {
  const summary = summarize(id, state, at);
  return summary.status === 'running' ? { ...summary, owner } : summary;
}

export const place = (entry: NewEntry, seq: number, at: number): JournalEntry => ({ ...entry, seq, at });
