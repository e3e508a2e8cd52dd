// Asks: what the host put around questions sees it first, and what the person is to be shown is journaled.

import { type MiddlewareStep, type ExecutionState, type NewEntry, questionsOf } from '@toolshed/kernel/runtime';
import { isAboutAttempt } from '../calls/attempts.js';
import type { ExecutionJournal } from '../journal/execution-journal.js';
import { isForPeople } from './for-people.js';
import type { LiveDeps } from '../execution-deps.js';
import { askedEntries, askedEntry, nextQuestionId, pendingOf, type QuestionDraft } from './question-entries.js';

/** Resolves once the question is on disk, with its answer if nobody had to be asked. One at a time for each call. */
export async function askQuestion(
  draft: QuestionDraft,
  deps: LiveDeps & { readonly journal: ExecutionJournal },
): Promise<void> {
  const { journal, around, digest } = deps;
  const { call, asker, request } = draft;
  const elicitation = nextQuestionId(journal.state, journal.id, call, digest);
  const shown = { elicitation, asker, request, expiresAt: undefined };
  const step = allowed(draft, await around.open(pendingOf(journal.id, journal.state, shown)));
  await journal.append((state): readonly NewEntry[] => {
    if (!state.open.has(call) || isInDoubtAlready(state, draft)) return [];
    if (step.kind === 'asks') {
      const shown = { ...draft, request: step.request, original: request };
      return askedEntries(state, journal.id, shown, deps);
    }
    const asked = askedEntry(state, journal.id, draft, deps);
    return [asked, { kind: 'answered', elicitation: asked.elicitation, call, answer: step.answer }];
  });
}

/** Another process, or a time limit beside a recovery, may have asked about the same attempt meanwhile. */
const isInDoubtAlready = (state: ExecutionState, { call, request }: QuestionDraft): boolean =>
  request.type === 'in-doubt' &&
  questionsOf(state, call).some(
    (question) => question.answer === undefined && isAboutAttempt(question, request.attempt),
  );

/** What only a person can say is asked as it was written. */
function allowed({ request, approvals }: QuestionDraft, step: MiddlewareStep): MiddlewareStep {
  const isTaken = step.kind === 'answers' && step.answer.action === 'accept' && isForPeople(request, approvals);
  return isTaken ? { kind: 'asks', request } : step;
}
