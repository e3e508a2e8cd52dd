// Checks each journal by itself: that it makes sense, ended, and tells the program what it says it told it.
//
// Rules
//   J1. It folds, without a gap.
//   J2. It has ended, by something else than a journal that cannot be replayed; lists say the same, and no question of it is open.
//   J3. A question expires when its time is up, not before; a timer fires when it is due.
//   J4. The value of a program that notes what it is told is what the journal told it, in that order.

import type { JournalEntry } from '@toolshed/kernel';
import { effectiveEntries, fold } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { CLOCK_MS, type History, type KeptExecution } from './history.ts';

export const checkJournals = ({ executions, asking }: History): readonly string[] =>
  executions.flatMap((execution) =>
    [...journalProblems(execution), ...(asking.has(execution.id) ? ['a question of it is still listed'] : [])].map(
      (problem) => `${execution.id}: ${problem}`,
    ),
  );

function journalProblems({ status, entries }: KeptExecution): readonly string[] {
  try {
    const { status: folded } = fold(entries);
    if (folded.kind !== status) return [`is ${status} in lists and ${folded.kind} by its journal`];
    if (folded.kind === 'failed' && OURS.test(folded.error.code))
      return [`failed with ${folded.error.code}: ${folded.error.message}`];
    const isOver = folded.kind === 'completed' || folded.kind === 'failed' || folded.kind === 'cancelled';
    const ended = isOver ? [] : [`has not ended: it is ${folded.kind}`];
    return [...ended, ...timeProblems(entries), ...valueProblems(entries)];
  } catch (error) {
    return [`does not fold: ${error instanceof Error ? error.message : error}`];
  }
}

/** No program of a chaos run earns one of these. */
const OURS = /^(?:journal|sandbox|limit|store|execution)\//;

function timeProblems(entries: readonly JournalEntry[]): readonly string[] {
  const due = new Map<string, number>();
  return entries.flatMap((entry) => {
    if (entry.kind === 'asked' && entry.expiresAt !== undefined) due.set(entry.elicitation, entry.expiresAt);
    if (entry.kind !== 'answered' || entry.answer.action !== 'expired') return [];
    const at = due.get(entry.elicitation);
    return at === undefined || entry.at + CLOCK_MS < at ? [`${entry.elicitation} expired before its time`] : [];
  });
}

const Seen = z.array(z.string());

function valueProblems(entries: readonly JournalEntry[]): readonly string[] {
  const completed = entries.find((entry) => entry.kind === 'completed');
  const seen = Seen.safeParse(JSON.parse(completed?.value ?? 'null'));
  if (!seen.success) return [];
  const outcomes = outcomesIn(effectiveEntries(entries));
  const expected = JSON.stringify(outcomes.slice(0, seen.data.length));
  const value = JSON.stringify(seen.data);
  return value === expected ? [] : [`returned ${value}, the journal told it ${expected}`];
}

const Said = z.object({ action: z.string() });

function outcomesIn(entries: readonly JournalEntry[]): readonly unknown[] {
  return entries.flatMap((entry): readonly unknown[] => {
    if (entry.kind === 'threw') return [entry.error.code];
    if (entry.kind !== 'returned') return [];
    const value: unknown = JSON.parse(entry.value ?? 'null');
    const said = Said.safeParse(value);
    return [said.success ? said.data.action : value];
  });
}
