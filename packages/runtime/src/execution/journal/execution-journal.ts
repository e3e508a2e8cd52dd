// The journal of one execution as one process writes it: the next entries are made from the latest state, appended
// at the next place, and only then folded in. Outcomes of calls, and safe calls, may be held for a moment, to be written
// together with what follows them.
//
// Invariants
//   J1. State changes only by entries that are on disk, or by entries held in memory that are written before, or
//       together with, anything appended after them. No caller learns of an entry that is not on disk.
//   J2. Another process may append an answer, other words of a question, a stricter decision, a cancellation, the end of a side quest or a
//       late outcome at any time; an append that loses the race takes those in and is made again from the new state. What was held
//       then gets a new place and keeps its order and time, which the program has already seen.
//   J3. Anything else another process appended means that it owns this execution now: this process must drop it.
//   J4. A journal that was closed writes what it held and nothing else.
//   J5. Where the store has claims, each append names the epoch of the claim this process made, so that nothing is
//       written once another node has claimed the execution, whether that one has written anything or not.
//   J6. A start that was not written is never written later: its caller got an error, and may have started another.
//   J7. Safe calls may run before the start is written, except where the write can find that this execution must not
//       be: another one may have its idempotency key, and the question of a side quest may be closed.

import {
  type Clock,
  type ExecutionId,
  type ExecutionSummary,
  JournalConflictError,
  type JournalEntry,
  type JournalStore,
} from '@toolshed/kernel';
import {
  advanceAll,
  type Claim,
  type ExecutionState,
  FIRST_EPOCH,
  GrantUnavailableError,
  isTerminal,
  traitsOf,
} from '@toolshed/kernel/runtime';
import { createFirst } from './create-first.js';
import { createHeldEntries } from './held-entries.js';
import { AlreadyStartedError, JournalClosedError, OwnershipLostError } from './journal-errors.js';
import { createMutex } from './mutex.js';
import type { Past } from './past.js';
import { type Make, ownedSummary, placeAfter } from './place-entry.js';

interface Prepared {
  readonly made: readonly JournalEntry[];
  /** What was made, and before it what was held. */
  readonly entries: readonly JournalEntry[];
  readonly next: ExecutionState;
  readonly summary: ExecutionSummary;
}

export interface ExecutionJournal {
  readonly id: ExecutionId;
  readonly state: ExecutionState;
  /** The same without what is held. */
  readonly stored: ExecutionState;
  /** The execution that is in the store: this one, or the one that has its idempotency key. */
  readonly written: Promise<ExecutionId>;
  /** Appends what `make` makes of the latest state; nothing if it makes nothing. Calls are served in order. */
  append(make: Make): Promise<readonly JournalEntry[]>;
  /**
   * Gives what `make` makes its time, and keeps it to be written with the next append. At once, if it is its turn. What
   * is `urgent` keeps safe calls from being held after it, so that the next step writes it.
   */
  hold(make: Make, urgency?: 'urgent'): readonly JournalEntry[] | Promise<readonly JournalEntry[]>;
  /** Resolves when an entry is next held or stored. */
  nextEntry(): Promise<void>;
  /** Whether safe calls may be held now. */
  readonly canHold: boolean;
  readonly isHolding: boolean;
  /** Writes what is held, if anything. */
  flush(): Promise<void>;
  /** Writes what is held and refuses everything from now on; resolves when nothing of it is under way any more. */
  close(): Promise<void>;
  /** Whether the store has it: one that could not be created is nowhere but here. */
  readonly isStored: boolean;
  /** Whether the store names this process as its owner, as far as written here. */
  readonly isOwned: boolean;
  /** Takes in what other processes appended. */
  catchUp(): Promise<void>;
  /** Every entry on disk so far. */
  readonly entries: readonly JournalEntry[];
  /** The entries as they are now and the state they fold to, without what is held. */
  past(): Past;
}

export interface ExecutionJournalDeps {
  readonly id: ExecutionId;
  /** What is known of it: its whole journal, or, for one that is not in the store yet, just `started`. */
  readonly past: Past;
  /** What this process holds of it, where the store has claims; `new` if the store has yet to create it. */
  readonly claim: Claim | 'new' | undefined;
  readonly store: JournalStore;
  readonly clock: Clock;
  /** Called with how long the store took to keep an append. */
  readonly onAppended: (ms: number) => void;
  readonly owner: string;
  /** Whether a handler waits here, so that others must not take the execution over though it is paused. */
  readonly holds: () => boolean;
  readonly onEntries: (entries: readonly JournalEntry[], origin: 'own' | 'foreign') => void;
}

export function createExecutionJournal(deps: ExecutionJournalDeps): ExecutionJournal {
  const { id, store, clock, owner, onEntries } = deps;
  const known: JournalEntry[] = [...deps.past.entries];
  let stored = deps.past.state;
  const held = createHeldEntries(stored);
  let last = deps.past.state.latest;
  /** How far the clock was set back since the last entry: the program's time continues from where it was. */
  const behind = Math.max(0, last - clock.now());
  let isNew = deps.claim === 'new';
  /** J7. */
  const mayPrecedeStart = stored.started.idempotencyKey === undefined && stored.started.parent === undefined;
  let claim = deps.claim === 'new' ? undefined : deps.claim;
  let isOwned = claim !== undefined;
  let isClosed = false;
  /** J6. */
  let refused: { readonly error: unknown } | undefined;
  const mutex = createMutex();
  /** Made when somebody first waits for an entry. */
  let next: PromiseWithResolvers<void> | undefined;
  const written = Promise.withResolvers<ExecutionId>();
  written.promise.catch(() => undefined);
  if (!isNew) written.resolve(id);

  const tellOfEntry = (): void => {
    next?.resolve();
    next = undefined;
  };

  const takeIn = (entries: readonly JournalEntry[], origin: 'own' | 'foreign'): void => {
    known.push(...entries);
    last = Math.max(last, held.state.latest);
    onEntries(entries, origin);
    tellOfEntry();
  };

  /** Whether there was anything. */
  const catchUp = async (): Promise<boolean> => {
    const entries = await store.read(id, stored.length);
    // J2 and J3.
    if (!entries.every((entry) => traitsOf(entry).writer === 'any')) throw new OwnershipLostError(id);
    if (entries.length === 0) return false;
    stored = advanceAll(stored, entries);
    held.follow(stored);
    takeIn(entries, 'foreign');
    return true;
  };

  const nextMoment = (): number => Math.max(last, clock.now() + behind);

  const hold = (make: Make, urgency: 'urgent' | undefined): readonly JournalEntry[] => {
    if (isTerminal(held.state.status)) return [];
    const at = nextMoment();
    const entries = held.add(make, at, urgency);
    last = at;
    tellOfEntry();
    return entries;
  };

  /** What is to be written and what it makes of the state; undefined if there is nothing to write: a new one has its start. */
  const prepare = (make: Make): Prepared | undefined => {
    const { state, unwritten } = held;
    if (isTerminal(state.status)) return undefined;
    const at = nextMoment();
    const made = placeAfter(state, make, at);
    const entries = unwritten.length === 0 ? made : [...unwritten, ...made];
    if (entries.length === 0 && !isNew) return undefined;
    const next = advanceAll(state, made);
    const isOurs = next.status.kind === 'running' || (!isTerminal(next.status) && deps.holds());
    return { made, entries, next, summary: ownedSummary(id, next, at, isOurs ? owner : undefined) };
  };

  /** J1, and with it invariant 6 of ARCHITECTURE.md: called once the entries are on disk. */
  const accept = ({ entries, next, summary }: Prepared): void => {
    isOwned = summary.owner !== undefined;
    stored = next;
    held.clear(next);
    takeIn(entries, 'own');
  };

  /** The first write holds all that happened so far: until then nothing had an effect, so nothing could be lost. */
  const create = async (entries: readonly JournalEntry[], summary: ExecutionSummary): Promise<void> => {
    if (refused) throw refused.error;
    const first = { store, id, entries: [...known, ...entries], summary };
    const existing = await createFirst(first).catch((error) => {
      if (!(error instanceof GrantUnavailableError)) {
        refused = { error };
        written.reject(error);
      }
      throw error;
    });
    written.resolve(existing);
    if (existing !== id) throw new AlreadyStartedError(existing);
    isNew = false;
    if (store.claim) claim = { epoch: FIRST_EPOCH };
    onEntries(known, 'own');
  };

  /** J5. */
  const appendFenced = async (entries: readonly JournalEntry[], summary: ExecutionSummary): Promise<void> => {
    const epoch = await store.append(id, entries, summary, claim);
    if (epoch !== undefined) claim = { epoch };
  };

  const append = async (make: Make, mode: 'open' | 'closing' = 'open'): Promise<readonly JournalEntry[]> => {
    const turn = mutex.acquire();
    if (turn) await turn;
    try {
      for (;;) {
        // J4.
        if (isClosed && mode === 'open') throw new JournalClosedError(id);
        if (mode === 'closing' && held.unwritten.length === 0) return [];
        const prepared = prepare(make);
        if (prepared === undefined) return [];
        const { made, entries, summary } = prepared;
        const began = performance.now();
        try {
          if (isNew) await create(entries, summary);
          else await appendFenced(entries, summary);
        } catch (error) {
          if (!(error instanceof JournalConflictError)) throw error;
          // A conflict with nothing: the execution was ended elsewhere and removed.
          if (!(await catchUp())) throw new OwnershipLostError(id);
          continue;
        }
        deps.onAppended(performance.now() - began);
        accept(prepared);
        return made;
      }
    } finally {
      mutex.release();
    }
  };

  const holdInTurn: ExecutionJournal['hold'] = (make, urgency) => {
    const turn = mutex.acquire();
    const work = (): readonly JournalEntry[] => {
      try {
        if (isClosed) throw new JournalClosedError(id);
        return hold(make, urgency);
      } finally {
        mutex.release();
      }
    };
    return turn ? turn.then(work) : work();
  };

  return {
    id,
    written: written.promise,
    get state() {
      return held.state;
    },
    get stored() {
      return stored;
    },
    get isStored() {
      return !isNew;
    },
    get isOwned() {
      return isOwned;
    },
    append: (make) => append(make),
    async close() {
      isClosed = true;
      await append(() => [], 'closing');
    },
    hold: holdInTurn,
    nextEntry() {
      next ??= Promise.withResolvers();
      return next.promise;
    },
    get canHold() {
      return held.hasRoom && (!isNew || mayPrecedeStart);
    },
    get isHolding() {
      return !held.isEmpty;
    },
    async flush() {
      if (!held.isEmpty) await append(() => []);
    },
    async catchUp() {
      await mutex.acquire();
      try {
        if (!isNew) await catchUp();
      } finally {
        mutex.release();
      }
    },
    get entries() {
      return known;
    },
    past: () => ({ entries: [...known], state: stored }),
  };
}
