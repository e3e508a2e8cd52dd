// Asks an expired question again. The expiry and the refusal that followed from it are revoked, so the program is where it
// was when it waited. Possible as long as the program did nothing with the refusal but fail. Questions that expired
// together are asked again together.

import type { ElicitationId, ExecutionId, JournalEntry } from '@toolshed/kernel';
import {
  advance,
  type ExecutionState,
  fold,
  type NewEntry,
  openQuestions,
  type RecordedQuestion,
} from '@toolshed/kernel/runtime';
import { CannotReaskError } from '../execution-errors.js';
import { place } from '../journal/place-entry.js';
import type { LiveDeps } from '../execution-deps.js';
import { askedEntry } from './ask-question.js';

export function reaskEntries(
  id: ExecutionId,
  entries: readonly JournalEntry[],
  elicitation: ElicitationId,
  deps: Pick<LiveDeps, 'digest' | 'clock'>,
): readonly NewEntry[] {
  const state = fold(entries);
  const before = state.beforeExpiry;
  if (before === undefined || !hasExpired(entries, before.state, elicitation))
    throw new CannotReaskError(elicitation, whyNot(entries, elicitation));
  const reopened: NewEntry = { kind: 'reopened', elicitation: before.elicitation };
  const added: NewEntry[] = [reopened];
  const now = deps.clock.now();
  const atNow = { digest: deps.digest, clock: { now: () => now } };
  let next = advance(state, place(reopened, state.length, now));
  for (const question of openQuestions(before.state)) {
    const { call, asker, request, original } = question;
    const approvals = question.approvals?.needed;
    const draft = { call, asker, request, original, expiresInMs: timeLeft(question, now), approvals };
    const asked = askedEntry(next, id, draft, atNow);
    added.push(asked);
    next = advance(next, place(asked, next.length, now));
  }
  return [...added, { kind: 'parked' }];
}

/** Since that state the journal holds only expiries and what followed from them: questions that were withdrawn, too. */
const hasExpired = (entries: readonly JournalEntry[], before: ExecutionState, elicitation: ElicitationId): boolean =>
  entries.some(
    (entry) =>
      entry.seq >= before.length &&
      entry.kind === 'answered' &&
      entry.elicitation === elicitation &&
      entry.answer.action === 'expired',
  );

/** An expired question gets as long as it had; one that was open beside it keeps the time it has left. */
function timeLeft({ askedAt, expiresAt }: RecordedQuestion, now: number): number | undefined {
  if (expiresAt === undefined) return undefined;
  return expiresAt > now ? expiresAt - now : expiresAt - askedAt;
}

function whyNot(entries: readonly JournalEntry[], elicitation: ElicitationId): string {
  const answered = entries.findLast((entry) => entry.kind === 'answered' && entry.elicitation === elicitation);
  if (answered?.kind !== 'answered') return 'it is still open';
  if (answered.answer.action !== 'expired') return `it was answered (${answered.answer.action})`;
  return 'the program has continued since it expired; start it again';
}
