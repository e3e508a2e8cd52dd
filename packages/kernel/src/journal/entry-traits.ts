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
  /** `call`: a call of the program, which replay compares. `halt`: the program has dealt with all that was delivered. */
  readonly program: 'call' | 'halt' | 'none';
}

/** Every kind there is, in the order of `JournalEntry`. */
const ENTRY_TRAITS = {
  started: { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', program: 'none' },
  'tool-called': { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', program: 'call' },
  'call-refused': { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', program: 'call' },
  'elicit-called': { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', program: 'call' },
  'tool-changed': { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', program: 'none' },
  redecided: { writer: 'any', leaves: 'running', expiry: 'final', afterEnd: 'none', program: 'none' },
  planned: { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', program: 'none' },
  'timer-set': { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', program: 'call' },
  printed: { writer: 'owner', leaves: 'running', expiry: 'revocable', afterEnd: 'cancelled', program: 'halt' },
  asked: { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', program: 'none' },
  'approval-given': { writer: 'any', leaves: 'unchanged', expiry: 'final', afterEnd: 'none', program: 'none' },
  consented: { writer: 'any', leaves: 'running', expiry: 'final', afterEnd: 'none', program: 'none' },
  revised: { writer: 'any', leaves: 'unchanged', expiry: 'final', afterEnd: 'none', program: 'none' },
  answered: { writer: 'any', leaves: 'running', expiry: 'final', afterEnd: 'none', program: 'none' },
  'side-quest-ended': { writer: 'any', leaves: 'unchanged', expiry: 'revocable', afterEnd: 'none', program: 'none' },
  invoking: { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', program: 'none' },
  'program-entered': { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', program: 'none' },
  returned: { writer: 'owner', leaves: 'running', expiry: 'revocable', afterEnd: 'none', program: 'none' },
  threw: { writer: 'owner', leaves: 'running', expiry: 'revocable', afterEnd: 'none', program: 'none' },
  fired: { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', program: 'none' },
  'late-outcome': { writer: 'any', leaves: 'unchanged', expiry: 'revocable', afterEnd: 'any', program: 'none' },
  parked: { writer: 'owner', leaves: 'idle', expiry: 'revocable', afterEnd: 'none', program: 'halt' },
  'taken-over': { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'none', program: 'none' },
  'sandbox-lost': { writer: 'owner', leaves: 'running', expiry: 'revocable', afterEnd: 'none', program: 'none' },
  reopened: { writer: 'owner', leaves: 'running', expiry: 'final', afterEnd: 'any', program: 'none' },
  completed: { writer: 'owner', leaves: 'terminal', expiry: 'final', afterEnd: 'none', program: 'none' },
  failed: { writer: 'owner', leaves: 'terminal', expiry: 'revocable', afterEnd: 'none', program: 'none' },
  cancelled: { writer: 'any', leaves: 'terminal', expiry: 'final', afterEnd: 'none', program: 'none' },
} as const satisfies Record<EntryKind, EntryTraits>;

export const traitsOf = ({ kind }: { readonly kind: EntryKind }): EntryTraits => ENTRY_TRAITS[kind];

type KindWith<T extends Partial<EntryTraits>> = {
  [K in EntryKind]: (typeof ENTRY_TRAITS)[K] extends T ? K : never;
}[EntryKind];

/** An entry that records a call of the program. */
export type IssuedEntry = EntryOf<KindWith<{ program: 'call' }>>;
export const isIssued = (entry: JournalEntry): entry is IssuedEntry => traitsOf(entry).program === 'call';

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
