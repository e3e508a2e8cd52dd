// Holds what people and agents were told against what journals say: whatever was acknowledged is there.
//
// Rules
//   A1. An acknowledged start is an execution, and one key is one execution.
//   A2. An acknowledged answer is in the journal, or one that says the same is, or the execution ended by itself.
//   A3. An acknowledged cancellation ends an execution that had not ended.

import type { JournalEntry } from '@toolshed/kernel';
import type { History, Told } from './history.ts';

type ToldAnswer = Extract<Told, { kind: 'answered' }>;

export function checkAnswers({ executions, told }: History): readonly string[] {
  const journals = new Map(executions.map(({ id, entries }) => [id, entries]));
  const asked = new Map<string, readonly JournalEntry[]>();
  for (const { entries } of executions)
    for (const entry of entries) if (entry.kind === 'asked') asked.set(entry.elicitation, entries);
  const keys = new Map<string, string>();
  return told.flatMap((one) => {
    switch (one.kind) {
      case 'started': {
        if (!journals.has(one.execution)) return [`${one.execution} was acknowledged and is not there`];
        if (one.key === undefined) return [];
        const first = keys.get(one.key) ?? one.execution;
        keys.set(one.key, first);
        return first === one.execution ? [] : [`"${one.key}" started ${first} and ${one.execution}`];
      }
      case 'cancelled':
        return journals.get(one.execution)?.some(isEnd) ? [] : [`${one.execution} was cancelled and has not ended`];
      case 'answered': {
        const entries = asked.get(one.elicitation);
        if (entries === undefined) return [`${one.elicitation} was answered and never asked`];
        return isKept(entries, one) ? [] : [`${one.tag} to ${one.elicitation} was acknowledged and is lost`];
      }
      default:
        return [];
    }
  });
}

function isKept(entries: readonly JournalEntry[], told: ToldAnswer): boolean {
  const { elicitation, tag, approved, args, principal } = told;
  const about = entries.filter((entry) => 'elicitation' in entry && entry.elicitation === elicitation);
  const approvals = about.filter((entry) => entry.kind === 'approval-given');
  if (approvals.some(({ reason, by }) => reason === tag || (approved && by.principal === principal))) return true;
  const answered = about.find((entry) => entry.kind === 'answered');
  if (answered === undefined) return isTakenBack(entries, about[0]?.seq ?? 0);
  const { action, reason, by } = answered.answer;
  // A person who answers a question that its asker has closed is shown what became of it.
  if (reason === tag || (by.kind === 'runtime' && action !== 'expired')) return true;
  return (action === 'accept') === approved && (args === undefined || answered.args === args);
}

/** A question that nobody answered: its execution ended by itself, or it was asked again together with another. */
const isTakenBack = (entries: readonly JournalEntry[], asked: number): boolean =>
  entries.some(({ kind, seq }) => seq > asked && (kind === 'cancelled' || kind === 'failed' || kind === 'reopened'));

const isEnd = ({ kind }: JournalEntry): boolean => kind === 'completed' || kind === 'failed' || kind === 'cancelled';
