// Runs of handlers that no execution waits for any more: it was cancelled or has failed, another process drives it, the
// run reached its time limit, or the store could not be written. Their outcomes are still journaled.
//
// `handler-runs.ts` hands runs over with `keep` and takes them back with `claim`.
//
// Invariants
//   O1. An outcome is journaled once: as the outcome of its call if the call still waits for that very attempt, as a
//       `late-outcome` beside whatever happened since otherwise.
//       If the outcome of a write is unknown, the entry may be there already.
//   O2. A run that is kept here is never repeated by this process: the next loop of its execution adopts it.
//   O3. A write that fails is tried again until the host closes.
//   O4. The run of a safe call that never reached the disk leaves nothing behind: the execution may have continued
//       elsewhere, with another call of that number.
//   O5. Each attempt to write finds out first who drives the execution: the journal may have grown because another
//       process took it over. Outcomes of one execution are written one after the other, so that they do not race each other.

import type { ExecutionId, JournalEntry, ToolLog } from '@toolshed/kernel';
import {
  canonicalJson,
  type ExecutionState,
  fold,
  isCallOutcome,
  isTerminal,
  type NewEntry,
} from '@toolshed/kernel/runtime';
import type { CallOutcome } from '../../../tool-proxy/invoke-tool.js';
import { isDoubtAnswered } from '../attempts.js';
import { UnknownExecutionError } from '../../execution-errors.js';
import type { RunningHandler } from './running-handler.js';
import { outcomeEntries } from '../../drive/step-entries.js';

/** What is needed of an execution in memory. */
export interface OutcomeTaker {
  readonly journal: { readonly state: ExecutionState; readonly entries: readonly JournalEntry[] };
  /** Resolves once it is restored. */
  readonly ready: Promise<void>;
  /** False if its call does not wait for this outcome. */
  takeOutcome(handler: RunningHandler, outcome: CallOutcome): boolean;
  submit(make: () => readonly NewEntry[]): Promise<unknown>;
}

export interface LateOutcomesDeps {
  readonly log: ToolLog;
  readonly find: (id: ExecutionId) => OutcomeTaker | undefined;
  readonly isDrivenElsewhere: (id: ExecutionId) => Promise<boolean>;
  readonly appendFromOutside: (
    id: ExecutionId,
    make: (entries: readonly JournalEntry[]) => readonly NewEntry[] | Promise<readonly NewEntry[]>,
  ) => Promise<unknown>;
}

export interface LateOutcomes {
  /** Owns these runs from now on. `written` resolves or rejects once their journal will write nothing more. */
  keep(id: ExecutionId, handlers: readonly RunningHandler[], written: Promise<unknown>): void;
  /** Appends what a program had printed when another process cancelled it. */
  print(id: ExecutionId, lines: readonly NewEntry[]): void;
  /** Gives back the run of an attempt (O2), unless a person is asked about it: it reached its time limit, or is uncertain. */
  claim(id: ExecutionId, call: number, attempt: number): RunningHandler | undefined;
  /** Resolves once everything is journaled or the time is up; what is left then is lost, as in a crash. */
  close(graceMs: number): Promise<void>;
}

interface Kept {
  readonly id: ExecutionId;
  readonly handler: RunningHandler;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

export function createLateOutcomes(deps: LateOutcomesDeps): LateOutcomes {
  const { log } = deps;
  const kept = new Map<string, Kept>();
  const work = new Set<Promise<unknown>>();
  const turns = new Map<ExecutionId, Promise<void>>();
  const closed = Promise.withResolvers<void>();
  let isClosed = false;

  const isOurs = (one: Kept): boolean => kept.get(keyOf(one)) === one;

  const journalOutcome = async (one: Kept, written: Promise<unknown>): Promise<void> => {
    await written.catch(() => undefined);
    const end = await one.handler.ended;
    // O4.
    if (!one.handler.facts.isRecorded()) return;
    const facts = { execution: one.id, call: one.handler.call, path: one.handler.facts.path };
    if (end.kind === 'unknown') log.warn({ ...facts, err: end.error }, 'the outcome of a call is unknown');
    if (end.kind !== 'outcome') return;
    // O3.
    for (let wait = FIRST_RETRY_MS; isOurs(one) && !one.handler.isJournaled; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
      if (isClosed) {
        log.warn(facts, 'journaling the outcome of a call failed; the host has closed, and the outcome is lost');
        return;
      }
      try {
        if (await inTurn(one.id, () => isWritten(one, end.outcome))) return;
      } catch (error) {
        log.warn({ ...facts, err: error }, 'journaling the outcome of a call failed; retrying');
        if (error instanceof UnknownExecutionError) return;
      }
      await Promise.race([closed.promise, pause(wait)]);
    }
  };

  /** O5. */
  const inTurn = <T>(id: ExecutionId, work: () => Promise<T>): Promise<T> => {
    const done = (turns.get(id) ?? Promise.resolve()).then(work);
    const turn = done.then(
      () => undefined,
      () => undefined,
    );
    turns.set(id, turn);
    void turn.then(() => turns.get(id) === turn && turns.delete(id));
    return done;
  };

  /** O1. */
  const isWritten = async (one: Kept, outcome: CallOutcome): Promise<boolean> => {
    const { id, handler } = one;
    const live = deps.find(id);
    if (!live || isTerminal(live.journal.state.status)) {
      // O5.
      await deps.appendFromOutside(id, async (entries) =>
        isThere(entries, handler, outcome)
          ? []
          : entriesFor(fold(entries), handler, outcome, await deps.isDrivenElsewhere(id)),
      );
      return true;
    }
    await live.ready;
    if (!isOurs(one) || isThere(live.journal.entries, handler, outcome)) return true;
    if (handler.isCertain(outcome) && live.takeOutcome(handler, outcome)) return true;
    let isMade = false;
    await live.submit(() => {
      isMade = true;
      return [lateEntry(handler, outcome)];
    });
    return isMade;
  };

  return {
    keep(id, handlers, written) {
      for (const handler of handlers) {
        handler.setOwner(undefined);
        const one = { id, handler };
        kept.set(keyOf(one), one);
        const done = journalOutcome(one, written).finally(() => {
          if (isOurs(one)) kept.delete(keyOf(one));
          work.delete(done);
        });
        work.add(done);
      }
    },
    print(id, lines) {
      const writing = deps
        .appendFromOutside(id, (entries) => (fold(entries).status.kind === 'cancelled' ? lines : []))
        .catch((error) =>
          log.warn({ err: error, execution: id }, 'journaling what a program printed failed; the lines are lost'),
        )
        .finally(() => work.delete(writing));
      work.add(writing);
    },
    claim(id, call, attempt) {
      const key = `${id} ${call} ${attempt}`;
      const handler = kept.get(key)?.handler;
      if (handler === undefined || handler.isOverdue || handler.isUncertain) return undefined;
      if (!handler.facts.isRecorded()) return undefined;
      kept.delete(key);
      return handler;
    },
    async close(graceMs) {
      if (work.size > 0) {
        const grace = Promise.withResolvers<void>();
        const timer = setTimeout(grace.resolve, graceMs);
        await Promise.race([Promise.all(work), grace.promise]);
        clearTimeout(timer);
      }
      isClosed = true;
      closed.resolve();
    },
  };
}

const keyOf = ({ id, handler }: Kept): string => `${id} ${handler.call} ${handler.facts.attempt}`;

/** Whether a journal has this outcome of this attempt, with nothing a person said about the call in between. */
function isThere(entries: readonly JournalEntry[], { facts }: RunningHandler, outcome: CallOutcome): boolean {
  const { call, attempt } = facts;
  const ofCall = entries.filter((entry) => 'call' in entry && entry.call === call);
  const begun = ofCall.findIndex((entry) => entry.kind === 'invoking' && entry.attempt === attempt);
  const next = begun === -1 ? undefined : ofCall[begun + 1];
  if (next === undefined || !isCallOutcome(next)) return false;
  const { seq: _, at: __, ...written } = next;
  return canonicalJson(written) === canonicalJson(outcome);
}

function entriesFor(
  state: ExecutionState,
  handler: RunningHandler,
  outcome: CallOutcome,
  isDrivenElsewhere: boolean,
): readonly NewEntry[] {
  const { call, attempt } = handler.facts;
  const open = state.open.get(call);
  const isAwaited = open?.kind === 'invoking' && open.attempt === attempt && !isDoubtAnswered(state, call, attempt);
  if (isAwaited && !isDrivenElsewhere && handler.isCertain(outcome)) return outcomeEntries(state, [outcome]);
  return [lateEntry(handler, outcome)];
}

function lateEntry({ facts: { call, attempt } }: RunningHandler, outcome: CallOutcome): NewEntry {
  const { call: _, ...rest } = outcome;
  return { kind: 'late-outcome', call, attempt, outcome: rest };
}

/** Does not keep the process alive. */
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
