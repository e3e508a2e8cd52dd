import type { Damage } from '../execution/damage.js';
import type { ExecutionSummary } from '../execution/execution-summary.js';
import type { ElicitationId, ExecutionId } from '../ids.js';
import type { AnsweredBy } from '../elicitation/answer/answer.js';
import type { PendingElicitation } from '../elicitation/pending-elicitation.js';
import type { EntryOf, JournalEntry } from '../journal/entry.js';
import { ToolshedError } from '../toolshed-error.js';

/** Which executions to list. */
export interface ExecutionFilter {
  /** Only executions with one of these statuses. */
  readonly status?: readonly ExecutionSummary['status'][];
  /** Only executions of this session. */
  readonly session?: string;
  /** Only executions of this agent. */
  readonly agent?: string;
  /** Only side quests that left this question, or any question of this execution. */
  readonly parent?: ElicitationId | ExecutionId;
  /** Only side quests: those that are open, or those that ended and whose parent, which is open, has no entry about it. */
  readonly sideQuests?: 'open' | 'untold';
  /** Only those whose `wakeAt` is at or before this moment. */
  readonly dueBy?: number;
  /** Only those that are `running` and that nobody drives, or an owner whose lease has ended: they are queued for a slot. */
  readonly queued?: true;
  /** Only those created before this one, for paging: the `next` of the page before. */
  readonly before?: ExecutionId | undefined;
  /** At most this many, newest first. Default: 50. */
  readonly limit?: number | undefined;
}

/** Which executions a host has to continue. */
export interface UnattendedFilter {
  /**
   * `due`: paused or asleep, with a `wakeAt` at or before `by`; in the order of that moment. `driven`: running as far as
   * the store knows, and named by this owner, or by none; oldest first. Of two at one moment the one with the smaller id
   * is first.
   */
  readonly look:
    | { readonly kind: 'due'; readonly by: number }
    | { readonly kind: 'driven'; readonly owner: string | undefined };
  /** Only those that need no label but these. */
  readonly placement: readonly string[];
  /** Only those that come after this one in that order, as it was then. */
  readonly after?: ExecutionSummary | undefined;
  /** At most this many. */
  readonly limit: number;
}

/** A question and the execution that asks it. */
export interface LocatedQuestion {
  /** The execution that asks. */
  readonly executionId: ExecutionId;
  /** The question. */
  readonly elicitationId: ElicitationId;
}

/** Which open questions to list. */
export interface QuestionFilter {
  /** Only this one, if it is open. */
  readonly elicitationId?: ElicitationId;
  /** Only those of this execution. */
  readonly executionId?: ExecutionId;
  /** Only questions of this session. */
  readonly session?: string;
  /** Only those asked before this one, for paging: the `next` of the page before. */
  readonly before?: ElicitationId | undefined;
  /** At most this many, newest first. Default: 50. */
  readonly limit?: number | undefined;
}

/** One entry of any journal, at its place in the order of all of them. */
export interface PlacedEntry {
  /** Larger than that of every entry that could be seen before this one was; never used twice. */
  readonly position: number;
  /** The execution it belongs to. */
  readonly executionId: ExecutionId;
  /** The session of that execution. */
  readonly session: string;
  /** The entry itself. */
  readonly entry: JournalEntry;
}

/** A place in the order whose entry cannot be read. */
export interface DamagedEntry extends Omit<PlacedEntry, 'entry'> {
  /** Why it cannot be read. */
  readonly damage: Damage;
}

/** Entries of all journals, in their order. */
export interface EntriesPage {
  /** The entries, in order. */
  readonly entries: readonly PlacedEntry[];
  /** What lies among them and cannot be read; everything around it is in `entries`. */
  readonly damaged: readonly DamagedEntry[];
  /** Everything up to here was read: where to continue, also if nothing of it matched. */
  readonly through: number;
}

/** The position of an entry, without its content. */
export interface EntryPlace {
  /** Its position in the order of all journals. */
  readonly position: number;
  /** The execution it belongs to. */
  readonly executionId: ExecutionId;
  /** Its place in the journal of that execution. */
  readonly seq: number;
}

/** Places of entries, in their order. */
export interface PlacesPage {
  /** Where each entry stands. */
  readonly places: readonly EntryPlace[];
  /** As in `EntriesPage`. */
  readonly through: number;
}

/** Which entries of all journals to read. */
export interface EntriesFilter {
  /** Only those of executions of this session. */
  readonly session?: string;
  /** At most this many, fewer if they are large. Default: 100. */
  readonly limit?: number;
}

/** The journal has grown since the caller read it; read the new entries, then decide again. */
export class JournalConflictError extends ToolshedError {
  override readonly name = 'JournalConflictError';
  override readonly code = 'journal/conflict';

  constructor(
    readonly executionId: ExecutionId,
    readonly seq: number,
  ) {
    super(`Cannot append entry ${seq} of ${executionId}: another writer already did`);
  }
}

/** An owner's claim on an execution. */
export interface Claim {
  /** Raised each time an execution changes hands; a writer that knows an older one has lost it. */
  readonly epoch: number;
}

/** The epoch of an execution that was just created. */
export const FIRST_EPOCH = 1;

/** The question a side quest was to leave is no longer open; nothing was written. */
export class CannotForkError extends ToolshedError {
  override readonly name = 'CannotForkError';
  override readonly code = 'elicitation/cannot-fork';

  constructor(readonly elicitationId: ElicitationId) {
    super(`Cannot start a side quest from "${elicitationId}": it is no longer open; "toolshed pending" shows what is`);
  }
}

/** The store could not write (disk full, database unavailable). Nothing of the append was written, unless it is an OutcomeUnknownError. */
export class StoreUnavailableError extends ToolshedError {
  override readonly name: string = 'StoreUnavailableError';
  override readonly code: 'store/unavailable' | 'store/outcome-unknown' = 'store/unavailable';
}

/**
 * The store cannot be reached, so it is unknown whether a write succeeded. The store finds out when it can. Until then you
 * may repeat what counts only once: an answer, or a start with its idempotency key.
 */
export class OutcomeUnknownError extends StoreUnavailableError {
  override readonly name = 'OutcomeUnknownError';
  override readonly code = 'store/outcome-unknown';
  /** Whose journal it was for, where it was for one: a start without a key can only be found by it. */
  readonly executionId: ExecutionId | undefined;

  constructor(
    message: string,
    { executionId, ...options }: ErrorOptions & { readonly executionId?: ExecutionId } = {},
  ) {
    super(message, options);
    this.executionId = executionId;
  }
}

/**
 * Append-only log of each execution, ordered by `seq` from 0, with what lists need kept beside it.
 *
 * - `create` writes the first entries of an execution. If its `started` carries an idempotency key that another
 *   execution of the same session was created with, nothing is written and that execution's id is returned.
 *   A side quest whose question was closed by then is not written: `create` rejects with CannotForkError, so that
 *   no side quest can slip past the cancellation of its question.
 * - `append` resolves only once its entries would survive a crash of the process or the machine.
 * - `create` and `append` reject in bounded time. With an OutcomeUnknownError the entries may be there, or come to be.
 * - `append` is all or nothing. If any `seq` exists, or is not the next one, it rejects with JournalConflictError
 *   and writes nothing.
 * - A call that a grant allowed is written only if that grant is still there, has not expired and, if it counts its uses,
 *   has one left, which is taken in the same transaction. Otherwise `create` and `append` reject with
 *   GrantUnavailableError and write nothing. A call is written once, so it takes one use, however often it is tried.
 * - `read` yields ascending `seq` without gaps from `from` (default 0), and nothing for an unknown execution.
 * - `starts` reads how each of these executions was started, without the rest of their journals; nothing of one that is
 *   unknown, or whose first entry cannot be read.
 * - The summary given with an append is what `summary` and `list` show from that moment.
 * - `release` takes this owner off an execution that it no longer drives; nothing happens if another has it.
 * - `claim` is optional; a store that several machines share has it. It makes `owner` the owner of an execution that has
 *   none, is its own already, or whose owner's lease has ended, and raises the epoch, in one statement. It resolves with
 *   undefined if another owner's lease runs, if the lease of `owner` itself does not, if the execution is unknown, needs a
 *   label that `owner` did not enter with, or has entries of a newer format than this version reads.
 * - Epochs matter only where there is `claim`; other stores ignore `fence` and resolve `append` with undefined. There,
 *   `create` begins with FIRST_EPOCH and the owner its summary names. An append with a `fence` is the driver's: it is
 *   refused with JournalConflictError if the epoch is another, writes the owner its summary names, raises the epoch if
 *   that changes the owner, and resolves with the epoch as it is then. An append without a `fence` comes from outside (an
 *   answer): it leaves owner and epoch as they are, whatever its summary names. `release` raises the epoch, too.
 * - A question is in `questions` from its `asked` entry to its `answered` entry or the end of its execution, in the
 *   words of its last `revised` entry, if there is one. It is yielded as that entry asked it: who approved it, or agreed
 *   to open its page, since then is in the journal only.
 * - `count` and `countQuestions` say how many `list` and `questions` would yield of a filter without `before` and
 *   `limit`; one more than `MOST_COUNTED` says that there are more. Their cost does not grow beyond that number.
 * - `unattended` finds what a host may have to wake, along an index: its cost is that of what it yields, however many
 *   executions run or wait beside these. `drivers` names each owner of a running execution once, and undefined if one
 *   has none: its cost is that of the owners.
 * - `oldestQuestion` says when the oldest of the open questions was asked, in its present words; by an index.
 * - `locate` finds the execution of a question, open or not; `locateFlow` the newest open question with that flow, or
 *   the newest of all where none is open, by an index: its cost does not grow with what was asked.
 * - `entriesAfter` walks the entries of all journals in one order, whichever process appended them: following `through`
 *   from 0, or from any `position` seen, meets every entry not pruned meanwhile once, and none twice.
 * - `lastPosition` is that of the newest entry, or 0; no later entry is placed at or before it.
 * - `placesAfter` walks the same order from an index, without reading the entries: at most `limit` of them.
 * - `watch` is optional; a store that other processes can tell of their appends has it. It calls `onChange` after every
 *   append by any process, once `lastPosition` and `placesAfter` show it, and after any time in which it could not learn
 *   of appends (a lost connection). It may join several appends in one call, and may call without a reason. `onChange`
 *   does not throw, and is not called after the watch was disposed. A store without it is polled.
 * - What cannot be read hides nothing but itself: lists, questions and the order of all entries continue around it, and
 *   its execution is listed as `damaged`, under no other status. `markDamaged` marks one whose journal can be
 *   read and makes no sense; reading a journal whole takes the mark away. Where several versions share a store, an entry
 *   of a kind only a newer one knows marks nothing: it is among `damaged` with its `unknownKind`, for this reader only.
 * - `prune` removes at most `limit` executions that have ended and were last updated before a moment, and returns how
 *   many; an execution that has not ended is never removed, nor one that an undo names which has not ended.
 * - `remains` yields the entries of an execution that is marked as damaged, as they are stored, readable or not;
 *   `retire` removes it and audits who did. Both do nothing for any other: `undefined`, and `false`.
 */
export interface JournalStore extends AsyncDisposable {
  create(execution: ExecutionId, entries: readonly JournalEntry[], summary: ExecutionSummary): Promise<ExecutionId>;
  append(
    execution: ExecutionId,
    entries: readonly JournalEntry[],
    summary: ExecutionSummary,
    fence?: Claim,
  ): Promise<number | undefined>;
  claim?(execution: ExecutionId, owner: string): Promise<Claim | undefined>;
  release(execution: ExecutionId, owner: string): Promise<void>;
  read(execution: ExecutionId, from?: number): Promise<readonly JournalEntry[]>;
  starts(executions: readonly ExecutionId[]): Promise<ReadonlyMap<ExecutionId, EntryOf<'started'>>>;
  summary(execution: ExecutionId): Promise<ExecutionSummary | undefined>;
  list(filter: ExecutionFilter): Promise<readonly ExecutionSummary[]>;
  questions(filter: QuestionFilter): Promise<readonly PendingElicitation[]>;
  unattended(filter: UnattendedFilter): Promise<readonly ExecutionSummary[]>;
  drivers(): Promise<readonly (string | undefined)[]>;
  count(filter: ExecutionFilter): Promise<number>;
  countQuestions(filter: QuestionFilter): Promise<number>;
  oldestQuestion(): Promise<number | undefined>;
  locate(elicitation: ElicitationId): Promise<ExecutionId | undefined>;
  locateFlow(flow: string): Promise<LocatedQuestion | undefined>;
  entriesAfter(position: number, filter?: EntriesFilter): Promise<EntriesPage>;
  lastPosition(): Promise<number>;
  placesAfter(position: number, limit: number): Promise<PlacesPage>;
  watch?(onChange: () => void): Disposable;
  markDamaged(execution: ExecutionId, damage: Damage): Promise<void>;
  prune(endedBefore: number, limit: number): Promise<number>;
  remains(execution: ExecutionId): Promise<readonly string[] | undefined>;
  retire(execution: ExecutionId, by: AnsweredBy): Promise<boolean>;
}
