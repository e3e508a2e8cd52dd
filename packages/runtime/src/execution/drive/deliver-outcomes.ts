// Hands outcomes of calls to the program, in the order of their entries (D2; invariant 7 of ARCHITECTURE.md).

import type { JournalEntry } from '@toolshed/kernel';
import { type ExecutionState, isCallOutcome, type NewEntry } from '@toolshed/kernel/runtime';
import type { StepOutput } from '../../tool-proxy/guest-boundary.js';
import { withinRoom } from '../calls/enter-program.js';
import { isSafe } from '../calls/attempts.js';
import { holdEntries, type Loop } from './loop-state.js';
import { isOutcome, outcomeEntries } from './step-entries.js';

export function deliverOutcomes(loop: Loop, outcomes: readonly NewEntry[]): StepOutput | Promise<StepOutput> {
  const { journal, program } = loop;
  loop.idle.leave();
  const make = entriesOf(loop, outcomes);
  const deliver = (entries: readonly JournalEntry[]): StepOutput | Promise<StepOutput> => {
    if (outcomes.length > 1 || entries.length === 0) passOver(loop, outcomes, entries);
    return program.deliver(entries);
  };
  const isHarmless = outcomes.every((outcome) => isHarmlessToLose(journal.state, outcome));
  // A program that runs in this very thread keeps a held outcome from the disk for as long as it computes.
  if (!isHarmless && program.isolation === 'thread') return journal.append(make).then(deliver);
  const held = holdEntries(loop, make, isHarmless ? undefined : 'urgent');
  return held instanceof Promise ? held.then(deliver) : deliver(held);
}

/** The same for an execution that another process continues: the program gets them there. */
export async function journalOutcomes(loop: Loop, outcomes: readonly NewEntry[]): Promise<void> {
  passOver(loop, outcomes, await loop.journal.append(entriesOf(loop, outcomes)));
}

const entriesOf =
  ({ calls }: Loop, outcomes: readonly NewEntry[]) =>
  (state: ExecutionState): readonly NewEntry[] =>
    outcomeEntries(
      state,
      withinRoom(
        state,
        outcomes.filter((one) => calls.isCurrent(state, one)),
      ),
    );

/**
 * A person had the attempt repeated, another process ended the call, or another outcome of it came first, such as that of a
 * later attempt or of its time limit.
 */
function passOver({ calls }: Loop, outcomes: readonly NewEntry[], entries: readonly JournalEntry[]): void {
  const written = new Map(entries.flatMap((entry) => (isCallOutcome(entry) ? [[entry.call, entry] as const] : [])));
  for (const one of outcomes) {
    const entry = isCallOutcome(one) ? written.get(one.call) : undefined;
    if (entry === undefined || !isOutcome(entry, one)) calls.onSuperseded(one);
  }
}

function isHarmlessToLose({ open }: ExecutionState, outcome: NewEntry): boolean {
  const call = 'call' in outcome ? open.get(outcome.call) : undefined;
  return call?.kind !== 'invoking' || isSafe(call.issued);
}
