// What reaches a loop from outside: answers and cancellations given here, entries that other processes appended, and
// time. Each is journaled first and acted on afterwards.

import type { JournalEntry } from '@toolshed/kernel';
import { dueBy, type ExecutionState, isNewsOfCall, isTerminal, type NewEntry } from '@toolshed/kernel/runtime';
import { afterChangedTools } from '../calls/recheck/changed-tools.js';
import { OwnershipLostError } from '../journal/journal-errors.js';
import { expiriesAmong } from '../questions/expiry.js';
import { changed, fail, isStopped, type Loop, post } from './loop-state.js';
import { stop } from './stop-execution.js';

/**
 * Journals what somebody answered and acts on it, after `first` or its failure. The execution is not idle meanwhile, so
 * that nothing evicts it between the two. Rejects with OwnershipLostError if the loop was stopped before.
 */
export async function submit(
  loop: Loop,
  make: (state: ExecutionState) => readonly NewEntry[],
  first?: () => Promise<void>,
): Promise<void> {
  const { journal, deps } = loop;
  if (isTerminal(journal.state.status)) return;
  if (isStopped(loop)) throw new OwnershipLostError(journal.id);
  loop.writes++;
  loop.idle.leave();
  try {
    const entries = await journal.append((state) =>
      withPrinted(loop, state, startable(loop, afterChangedTools(journal.id, state, make, deps))),
    );
    if (entries.length === 0) return;
    try {
      await first?.();
    } finally {
      onEntries(loop, entries);
    }
  } finally {
    loop.writes--;
    changed(loop);
  }
}

/** A call that was approved and cannot start now is started later, or by a host that has its tool. */
const startable = ({ calls }: Loop, entries: readonly NewEntry[]): readonly NewEntry[] =>
  entries.filter((entry) => entry.kind !== 'invoking' || calls.canStart(entry.call));

/** A cancellation keeps the lines that the step it interrupts has printed. */
const withPrinted = ({ program }: Loop, state: ExecutionState, entries: readonly NewEntry[]): readonly NewEntry[] =>
  entries.some(({ kind }) => kind === 'cancelled') ? [...program.unwritten(state), ...entries] : entries;

/** Acts on entries that are on disk, whichever process wrote them. */
export function onEntries(loop: Loop, entries: readonly JournalEntry[]): void {
  if (isStopped(loop)) return;
  loop.idle.leave();
  if (entries.some(({ kind }) => kind === 'cancelled')) onCancelled(loop);
  else if (loop.state.kind !== 'restoring') actOn(loop, entries);
  changed(loop);
}

function onCancelled(loop: Loop): void {
  const { journal, program, deps } = loop;
  // Only where another process cancelled it: `submit` writes the lines with the cancellation.
  const lines = program.unwritten(journal.state);
  if (lines.length > 0) deps.lateOutcomes.print(journal.id, lines);
  stop(loop, 'the execution was cancelled', 'abort');
}

/** Starts or advances the calls that entries are about. */
export function actOn({ calls }: Loop, entries: readonly JournalEntry[]): void {
  for (const entry of entries) if (entry.kind === 'invoking') calls.start(entry.call);
  // Each call once, by where it stands after all of the entries.
  calls.advanceAll([...new Set(entries.filter(isNewsOfCall).map(({ call }) => call))]);
}

/** Timers and expiries take effect in the order they were due, however late this process notices. */
export function onTime(loop: Loop, at: number): void {
  const { journal, calls, deps } = loop;
  const due = dueBy(journal.state, Math.max(at, deps.clock.now()));
  const takeEffect = (): void => {
    for (const { call, elicitation } of due) {
      if (elicitation === undefined) post(loop, { kind: 'fired', call });
      else calls.advance(call);
    }
    changed(loop);
  };
  if (due.every(({ elicitation }) => elicitation === undefined)) {
    takeEffect();
    return;
  }
  // It is not idle until the expiry is written and acted on: a caller that waits for it gets what follows from that.
  loop.writes++;
  loop.idle.leave();
  journal
    .append((state) => expiriesAmong(state, due))
    .then(() => {
      loop.writes--;
      if (!isStopped(loop)) takeEffect();
    })
    .catch((error) => fail(loop, error));
}
