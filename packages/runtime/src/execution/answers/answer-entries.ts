// Turns a processed answer into journal entries, against the latest state of its execution. The last stage of an answer.
// Pure: `submit-answer` appends what is returned here.
//
// Invariants
//   N1. An approval and the start of what it approves are one write. An approval that is not the last one needed is
//       recorded, and the question stays open.
//   N2. Accepting a page with a flow behind it is consent to open it; the answer is recorded when the flow completes.
//   N3. An answer that comes after its question's time is up records the expiry, whether or not the clock did.
//   N4. Every approval of a call is checked once more here against the policy in force now, whichever way it came.

import type { Clock, ExecutionId, GateDecision } from '@toolshed/kernel';
import {
  canonicalJson,
  type Digest,
  type ExecutionState,
  type NewEntry,
  type RecordedQuestion,
} from '@toolshed/kernel/runtime';
import { type DecideAgainDeps, stricterNow } from '../calls/recheck/decide-again.js';
import { SUPERSEDED } from '../calls/recheck/stale-previews.js';
import type { ProcessedAnswer } from './apply-middleware.js';
import { type NamedArguments, partialApproval, stricterEntries } from './approval-counting.js';
import { expiredEntry, isDue } from '../questions/expiry.js';

/**
 * No entries if the words the answer was given to are no longer open. Throws if the answer may not count.
 * Called again with the new state when another process appended in between (J2 of `execution-journal.ts`).
 */
export function answerEntries(
  id: ExecutionId,
  state: ExecutionState,
  processed: ProcessedAnswer,
  deps: DecideAgainDeps & { readonly digest: Digest; readonly clock: Clock },
): readonly NewEntry[] {
  const { digest, clock } = deps;
  const { question, named } = processed.given;
  const { elicitation, call, asker, request: asked } = question;
  const open = state.questions.get(elicitation);
  if (open === undefined || open.answer !== undefined || open.digest !== question.digest) return [];
  // N3.
  if (isDue(open, clock.now())) return [expiredEntry(open)];
  if (processed.kind === 'revised') {
    const { request, raw } = processed;
    const kept = {
      ...(open.expiresAt === undefined ? {} : { expiresAt: open.expiresAt }),
      ...(open.approvals === undefined ? {} : { approvals: open.approvals.needed }),
    };
    return [
      { kind: 'revised', elicitation, call, asker, digest: digest(canonicalJson(request)), request, raw, ...kept },
    ];
  }
  const { answer, raw } = processed;
  const isAccepted = answer.action === 'accept';
  // N2.
  if (isAccepted && asked.type === 'url' && asked.flow !== undefined)
    return open.consent ? [] : [{ kind: 'consented', elicitation, call, by: answer.by }];
  const entries = (isAccepted ? partialApproval(open, answer, named) : undefined) ?? [answered(processed)];
  if (asker !== 'gate' || !isAccepted || entries.length === 0) return entries;
  // N4.
  const stricter = stricterFor(id, state, open, named, deps);
  if (processed.isStale && stricter?.kind !== 'deny') return staleEntries(state, open, stricter);
  const isByMiddleware = raw !== undefined;
  const isToBeRemembered = processed.given.memory !== undefined;
  if (stricter)
    return stricterEntries(state, open, { answer, named, isToBeRemembered, isByMiddleware, entries }, stricter, digest);
  // N1.
  return entries.some(({ kind }) => kind === 'answered')
    ? [...entries, { kind: 'invoking', call, attempt: 1 }]
    : entries;
}

function answered({ given, answer, raw }: Extract<ProcessedAnswer, { kind: 'answered' }>): NewEntry {
  const { question, named } = given;
  const { elicitation, call } = question;
  return {
    kind: 'answered',
    elicitation,
    call,
    answer,
    ...(answer.action === 'accept' && named?.args !== undefined ? { args: named.args } : {}),
    ...(raw === undefined ? {} : { raw }),
  };
}

/** The decision about a call whose question is being approved, if policy has become stricter. */
function stricterFor(
  id: ExecutionId,
  state: ExecutionState,
  { call, approvals }: RecordedQuestion,
  named: NamedArguments,
  deps: DecideAgainDeps,
): GateDecision | undefined {
  const about = state.open.get(call);
  if (about?.kind !== 'asking' || about.issued.kind !== 'tool-called') return undefined;
  return stricterNow(id, state, about.issued, named?.args ?? about.issued.args, approvals?.needed ?? 1, deps);
}

/** The question is closed, and the call asks again: with its present preview, and as policy decides now. */
function staleEntries(
  { open }: ExecutionState,
  { elicitation, call }: RecordedQuestion,
  stricter: GateDecision | undefined,
): readonly NewEntry[] {
  const about = open.get(call);
  if (about?.kind !== 'asking' || about.issued.kind !== 'tool-called') return [];
  const decision = stricter ?? about.issued.decision;
  return [
    { kind: 'answered', elicitation, call, answer: SUPERSEDED },
    { kind: 'redecided', call, decision, stale: true },
  ];
}
