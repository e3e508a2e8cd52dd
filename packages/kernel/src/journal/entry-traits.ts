// What Toolshed has to know about every kind of entry, apart from how `advance` applies it. A new kind does not
// compile until it has a row here, so each of these questions is answered when the kind is added.

import type { EntryKind, EntryOf, JournalEntry } from './entry.js';

interface EntryTraits {
  /**
   * `any`: any process may append it; the owner of the execution applies it and continues. `owner`: only the owner
   * appends it, or a process that takes over with it; a process that reads one it did not write has lost the execution.
   */
  readonly writer: 'owner' | 'any';
  /** Where the execution stands after it. `unchanged`: it waits for what it waited for before. */
  readonly leaves: 'running' | 'unchanged' | 'idle' | 'terminal';
  /** `revocable`: an expired question can still be asked again after it. `final`: the program has used the expiry. */
  readonly expiry: 'revocable' | 'final';
  /**
   * Which end of its execution it may follow. `cancelled`: a process that learns of a cancellation by another appends
   * what the program had printed by then.
   */
  readonly afterEnd: 'none' | 'cancelled' | 'any';
  /**
   * What it is to the program and its calls.
   * - `call`: the program made a call that a person may be asked about; `refused` and `timer`: one that nobody is asked
   *   about. Replay compares all three.
   * - `words`: a question has its words from here on. `answer`: it is answered. `decided`: a call that has not started is
   *   decided again.
   * - `outcome`: a call ended; `alarm`: a timer did. Both are delivered to the program.
   * - `halt`: the program has dealt with all that was delivered.
   */
  readonly role: 'call' | 'refused' | 'timer' | 'words' | 'answer' | 'decided' | 'outcome' | 'alarm' | 'halt' | 'none';
}

/** Every kind there is, in the order of `JournalEntry`. */
const ENTRY_TRAITS = {
  started: { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', role: 'none' },
  'tool-called': { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', role: 'call' },
  'call-refused': { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', role: 'refused' },
  'elicit-called': { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', role: 'call' },
  'tool-changed': { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', role: 'decided' },
  redecided: { writer: 'any', leaves: 'running', expiry: 'final', afterEnd: 'none', role: 'decided' },
  planned: { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', role: 'none' },
  'timer-set': { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', role: 'timer' },
  printed: { writer: 'owner', leaves: 'running', expiry: 'revocable', afterEnd: 'cancelled', role: 'halt' },
  asked: { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', role: 'words' },
  'approval-given': { writer: 'any', leaves: 'unchanged', expiry: 'final', afterEnd: 'none', role: 'none' },
  consented: { writer: 'any', leaves: 'running', expiry: 'final', afterEnd: 'none', role: 'none' },
  revised: { writer: 'any', leaves: 'unchanged', expiry: 'final', afterEnd: 'none', role: 'words' },
  answered: { writer: 'any', leaves: 'running', expiry: 'final', afterEnd: 'none', role: 'answer' },
  'side-quest-ended': { writer: 'any', leaves: 'unchanged', expiry: 'revocable', afterEnd: 'none', role: 'none' },
  invoking: { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', role: 'none' },
  'program-entered': { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', role: 'none' },
  returned: { writer: 'owner', leaves: 'running', expiry: 'revocable', afterEnd: 'none', role: 'outcome' },
  threw: { writer: 'owner', leaves: 'running', expiry: 'revocable', afterEnd: 'none', role: 'outcome' },
  fired: { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', role: 'alarm' },
  'late-outcome': { writer: 'any', leaves: 'unchanged', expiry: 'revocable', afterEnd: 'any', role: 'none' },
  parked: { writer: 'owner', leaves: 'idle', expiry: 'revocable', afterEnd: 'none', role: 'halt' },
  'taken-over': { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', role: 'none' },
  'sandbox-lost': { writer: 'owner', leaves: 'running', expiry: 'revocable', afterEnd: 'none', role: 'none' },
  reopened: { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'any', role: 'none' },
  completed: { writer: 'owner', leaves: 'terminal', expiry: 'final', afterEnd: 'none', role: 'none' },
  failed: { writer: 'owner', leaves: 'terminal', expiry: 'revocable', afterEnd: 'none', role: 'none' },
  cancelled: { writer: 'any', leaves: 'terminal', expiry: 'final', afterEnd: 'none', role: 'none' },
} as const satisfies Record<EntryKind, EntryTraits>;

export const traitsOf = ({ kind }: { readonly kind: EntryKind }): EntryTraits => ENTRY_TRAITS[kind];

type KindWith<T extends Partial<EntryTraits>> = {
  [K in EntryKind]: (typeof ENTRY_TRAITS)[K] extends T ? K : never;
}[EntryKind];

type KindOf<R extends EntryTraits['role']> = KindWith<{ role: R }>;

/** Those of `T` with this role, before or after they have their place in the journal. */
type InRole<T, R extends EntryTraits['role']> = Extract<T, { readonly kind: KindOf<R> }>;

/** Entries that the program made by calling something. */
export type IssuedEntry = EntryOf<KindOf<'call' | 'refused' | 'timer'>>;
export const isIssued = (entry: JournalEntry): entry is IssuedEntry => {
  const { role } = traitsOf(entry);
  return role === 'call' || role === 'refused' || role === 'timer';
};

/** Of these, the calls that a person may be asked about. */
export const isMadeCall = <T extends { readonly kind: EntryKind }>(entry: T): entry is InRole<T, 'call'> =>
  traitsOf(entry).role === 'call';

/** An entry that gives a question its words. */
export type WordedEntry = EntryOf<KindOf<'words'>>;
export const isWorded = (entry: JournalEntry): entry is WordedEntry => traitsOf(entry).role === 'words';

/** An entry by which a call that has not started is decided again: an earlier approval no longer lets it run. */
export const isDecidedAgain = (entry: JournalEntry): entry is EntryOf<KindOf<'decided'>> =>
  traitsOf(entry).role === 'decided';

/** An entry that changes what is to be done about an open call. */
export const isNewsOfCall = (entry: JournalEntry): entry is EntryOf<KindOf<'answer' | 'decided'>> =>
  traitsOf(entry).role === 'answer' || isDecidedAgain(entry);

/** An entry that ends a call. */
export type OutcomeEntry = EntryOf<KindOf<'outcome'>>;
export const isCallOutcome = <T extends { readonly kind: EntryKind }>(entry: T): entry is InRole<T, 'outcome'> =>
  traitsOf(entry).role === 'outcome';

/** An entry that ends a call or a timer. */
export const isDelivered = (entry: JournalEntry): entry is EntryOf<KindOf<'outcome' | 'alarm'>> =>
  isCallOutcome(entry) || traitsOf(entry).role === 'alarm';

/** The entry that ends an execution. */
export type TerminalEntry = EntryOf<KindWith<{ leaves: 'terminal' }>>;
export const isEnd = (entry: JournalEntry): entry is TerminalEntry => traitsOf(entry).leaves === 'terminal';

/** Whether an execution is idle after this entry: it has ended, or waits for a person or a timer. */
export const isIdleAfter = ({ kind }: JournalEntry): boolean => IDLE_KINDS.has(kind);

/** The kinds after which an execution is idle. */
export const IDLE_KINDS: ReadonlySet<EntryKind> = new Set(
  (Object.keys(ENTRY_TRAITS) as EntryKind[]).filter((kind) => {
    const { leaves } = traitsOf({ kind });
    return leaves === 'idle' || leaves === 'terminal';
  }),
);
