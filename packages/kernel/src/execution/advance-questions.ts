// What entries about questions do to a state: asked, put into other words, consented to, approved, answered.

import type { EntryOf } from '../journal/entry.js';
import type { GateDecision } from '../policy/gate-decision.js';
import { hasEnough, noApprovals, withApproval } from './approvals.js';
import { type Draft, mustBeOpen, UNASKED, withCall, withQuestion } from './draft.js';
import { type Approvals, callKey, type ExecutionState, type RecordedQuestion, questionsOf } from './execution-state.js';
import { JournalCorruptError } from './journal-corrupt-error.js';

export function ask(next: Draft, entry: EntryOf<'asked'>): Draft {
  const call = mustBeOpen(next, entry.seq, entry.call);
  const { elicitation, asker, digest, request, original, expiresAt, approvals } = entry;
  if (next.questions.has(elicitation)) throw new JournalCorruptError(entry.seq, `"${elicitation}" was asked before`);
  const mayHaveActed = asker === 'in-doubt' || hasAskedBefore(next, entry.call);
  const question = {
    elicitation,
    call: entry.call,
    asker,
    digest,
    request,
    original,
    earlierAnswers: [],
    askedAt: entry.at,
    expiresAt,
    consent: undefined,
    answer: undefined,
    approvals: approvals === undefined ? undefined : noApprovals(approvals),
  };
  next.asked += 1;
  withQuestion(next, question);
  switch (asker) {
    case 'gate':
    case 'program':
      if (call.kind !== 'asking' || call.issued.kind !== ISSUED_AS[asker]) {
        throw new JournalCorruptError(entry.seq, `call ${entry.call} asks nothing`);
      }
      if (call.elicitation !== UNASKED)
        throw new JournalCorruptError(entry.seq, `call ${entry.call} has already asked`);
      return withCall(next, entry.call, { ...call, elicitation });
    // A handler asks before it acts, and an in-doubt question waits for a person to say what happened.
    case 'handler':
    case 'in-doubt':
      if (call.kind !== 'invoking') throw new JournalCorruptError(entry.seq, `call ${entry.call} is not running`);
      return withCall(next, entry.call, { ...call, mayHaveActed });
  }
}

export function revise(next: Draft, entry: EntryOf<'revised'>): Draft {
  const question = openQuestion(next, entry);
  const { digest, request, raw, decision } = entry;
  if (decision) raiseDecision(next, entry, decision);
  return withQuestion(next, {
    ...question,
    digest,
    request,
    original: question.original ?? question.request,
    earlierAnswers: raw === undefined ? question.earlierAnswers : [...question.earlierAnswers, raw],
    askedAt: entry.at,
    // Earlier approvals were for other words.
    consent: undefined,
    approvals: decision
      ? raisedApprovals(question, entry)
      : question.approvals && noApprovals(question.approvals.needed),
  });
}

function raiseDecision(next: Draft, entry: EntryOf<'revised'>, decision: GateDecision): void {
  const call = mustBeOpen(next, entry.seq, entry.call);
  if (call.kind !== 'asking' || call.issued.kind !== 'tool-called')
    throw new JournalCorruptError(entry.seq, `call ${entry.call} cannot be decided again`);
  withCall(next, entry.call, { ...call, issued: { ...call.issued, decision } });
}

/** The same call with the same arguments, for more people: those who approved it still count. */
function raisedApprovals(
  { elicitation, approvals }: RecordedQuestion,
  { seq, approvals: needed }: EntryOf<'revised'>,
): Approvals {
  if (needed === undefined || needed <= (approvals?.needed ?? 1))
    throw new JournalCorruptError(seq, `"${elicitation}" needs as many approvals as before`);
  return { ...(approvals ?? noApprovals(needed)), needed };
}

/** A handler may act once it was answered, so only its first question leaves no doubt. */
const hasAskedBefore = (state: ExecutionState, call: number): boolean =>
  questionsOf(state, call).some(({ asker }) => asker === 'handler');

/** Which kind of call each of these askers asks for. */
const ISSUED_AS = { gate: 'tool-called', program: 'elicit-called' } as const;

export function consent(next: Draft, entry: EntryOf<'consented'>): Draft {
  const question = openQuestion(next, entry);
  if (question.request.type !== 'url')
    throw new JournalCorruptError(entry.seq, `"${entry.elicitation}" asks for no consent`);
  return withQuestion(next, { ...question, consent: entry.by });
}

type AboutQuestion = EntryOf<'answered' | 'revised' | 'approval-given' | 'consented'>;

function openQuestion(state: ExecutionState, entry: AboutQuestion): RecordedQuestion {
  const question = state.questions.get(entry.elicitation);
  if (!question || question.answer) throw new JournalCorruptError(entry.seq, `"${entry.elicitation}" is not open`);
  if (question.call !== entry.call) {
    throw new JournalCorruptError(entry.seq, `"${entry.elicitation}" was asked by call ${question.call}`);
  }
  return question;
}

export function approve(next: Draft, entry: EntryOf<'approval-given'>): Draft {
  const question = openQuestion(next, entry);
  if (!question.approvals) throw new JournalCorruptError(entry.seq, `"${entry.elicitation}" needs one approval`);
  const approvals = withApproval(question.approvals, entry.by, entry.args);
  return withQuestion(next, { ...question, approvals });
}

export function answer(next: Draft, entry: EntryOf<'answered'>): Draft {
  const question = openQuestion(next, entry);
  if (entry.answer.action === 'accept' && question.approvals) {
    const all = withApproval(question.approvals, entry.answer.by, entry.args);
    if (!hasEnough(all)) throw new JournalCorruptError(entry.seq, `"${entry.elicitation}" lacks approvals`);
  }
  const call = mustBeOpen(next, entry.seq, question.call);
  withQuestion(next, { ...question, answer: entry.answer });
  if (call.kind !== 'asking') return next;
  const { issued, elicitation } = call;
  if (issued.kind === 'tool-called' && entry.answer.action === 'accept') {
    return withCall(next, question.call, { kind: 'admitted', issued, args: entry.args ?? issued.args });
  }
  if (issued.kind === 'tool-called' && entry.answer.action === 'decline')
    next.declined = next.declined.set(callKey(issued), { reason: entry.answer.reason });
  return withCall(next, question.call, { kind: 'answered', issued, elicitation, answer: entry.answer });
}
