// Asking an expired question again: the expiry and the refusal that followed from it are taken back, so the program
// is as it was when it waited. Possible as long as the program did nothing with the refusal but fail.

import {
  advance,
  type ElicitationId,
  type ExecutionId,
  fold,
  type JournalEntry,
  type NewEntry,
} from '@toolshed/kernel';
import { CannotReaskError } from './errors.js';
import { place } from './execution-journal.js';
import type { LiveDeps } from './live-deps.js';
import { askedEntry } from './questions.js';

export function reaskEntries(
  id: ExecutionId,
  entries: readonly JournalEntry[],
  elicitation: ElicitationId,
  deps: Pick<LiveDeps, 'digest' | 'clock' | 'expiresInMs'>,
): readonly NewEntry[] {
  const state = fold(entries);
  const before = state.beforeExpiry;
  if (before?.elicitation !== elicitation) throw new CannotReaskError(elicitation, whyNot(entries, elicitation));
  const added: NewEntry[] = [{ kind: 'reopened', elicitation }];
  let next = advance(state, place({ kind: 'reopened', elicitation }, state.length, deps.clock.now()));
  for (const question of before.state.questions.values()) {
    if (question.answer !== undefined) continue;
    const { call, asker, request, original } = question;
    const approvals = question.approvals?.needed;
    const draft = { call, asker, request, original, expiresInMs: deps.expiresInMs, approvals };
    const asked = askedEntry(next, id, draft, deps);
    added.push(asked);
    next = advance(next, place(asked, next.length, deps.clock.now()));
  }
  return [...added, { kind: 'parked' }];
}

function whyNot(entries: readonly JournalEntry[], elicitation: ElicitationId): string {
  const answered = entries.findLast((entry) => entry.kind === 'answered' && entry.elicitation === elicitation);
  if (answered?.kind !== 'answered') return 'it is still open';
  if (answered.answer.action !== 'expired') return `it was answered (${answered.answer.action})`;
  return 'the program has gone on since it expired; start it again';
}
