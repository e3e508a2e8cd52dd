// Hands outcomes of calls to the program, in the order of their entries (D2).

import type { JournalEntry } from '@toolshed/kernel';
import type { ExecutionState, NewEntry } from '@toolshed/kernel/runtime';
import type { StepOutput } from '../../tool-proxy/guest-boundary.js';
import { isSafe } from '../calls/attempts.js';
import type { Loop } from './loop.js';
import { outcomeEntries } from './step-entries.js';

/** How long an outcome is held to be written together with what the program does with it. */
const HOLD_MS = 5;

export function deliverOutcomes(loop: Loop, outcomes: readonly NewEntry[]): StepOutput | Promise<StepOutput> {
  const { journal, program, calls } = loop;
  loop.idle.leave();
  const make = (state: ExecutionState): readonly NewEntry[] =>
    outcomeEntries(
      state,
      outcomes.filter((one) => calls.isCurrent(state, one)),
    );
  const deliver = (entries: readonly JournalEntry[]): StepOutput | Promise<StepOutput> => {
    if (outcomes.length > 1 || entries.length === 0) passOver(loop, outcomes, entries);
    return program.deliver(entries);
  };
  if (!canHold(loop, outcomes)) return journal.append(make).then(deliver);
  const held = journal.hold(make);
  loop.flushLate.start(HOLD_MS);
  return held instanceof Promise ? held.then(deliver) : deliver(held);
}

/** A person had the attempt repeated, or another process ended the call, before its outcome was journaled. */
function passOver({ calls }: Loop, outcomes: readonly NewEntry[], entries: readonly JournalEntry[]): void {
  const ended = new Set(entries.flatMap((entry) => ('call' in entry ? [entry.call] : [])));
  for (const one of outcomes) if ('call' in one && !ended.has(one.call)) calls.onSuperseded(one);
}

/** A program that runs in this very thread keeps a held outcome from the disk for as long as it computes. */
const canHold = ({ journal, program }: Loop, outcomes: readonly NewEntry[]): boolean =>
  program.isolation !== 'thread' || outcomes.every((outcome) => isHarmlessToLose(journal.state, outcome));

function isHarmlessToLose({ open }: ExecutionState, outcome: NewEntry): boolean {
  const call = 'call' in outcome ? open.get(outcome.call) : undefined;
  return call?.kind !== 'invoking' || isSafe(call.issued);
}
