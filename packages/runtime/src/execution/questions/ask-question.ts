// Asks a question: the host's middleware sees it first, then the question as the person will see it is journaled, with its id and
// its expiry (invariant 11 of ARCHITECTURE.md). Called for the gate, a handler, a program and a call in doubt.

import {
  type Answer,
  type Clock,
  ElicitationId,
  type ElicitationRequest,
  type ElicitationResponse,
  type EntryOf,
  type ExecutionId,
  type PendingElicitation,
} from '@toolshed/kernel';
import {
  canonicalJson,
  type Digest,
  type ExecutionState,
  type MiddlewareStep,
  type NewEntry,
  noApprovals,
  pendingElicitation,
  questionsOf,
  timePrefix,
  toResponse,
} from '@toolshed/kernel/runtime';
import { isAboutAttempt } from '../calls/attempts.js';
import type { LiveDeps } from '../execution-deps.js';
import type { ExecutionJournal } from '../journal/execution-journal.js';
import { isForPeople } from '../answers/person-only.js';

type Asker = EntryOf<'asked'>['asker'];

export interface QuestionDraft {
  readonly call: number;
  readonly asker: Asker;
  readonly request: ElicitationRequest;
  /** What the asker wrote, where the person is shown something else. */
  readonly original?: ElicitationRequest | undefined;
  readonly expiresInMs: number | undefined;
  /** How many different people have to approve, where one is not enough. */
  readonly approvals?: number | undefined;
}

/** Resolves once the question is on disk, with its answer if nobody had to be asked. One at a time for each call. */
export async function askQuestion(
  draft: QuestionDraft,
  deps: LiveDeps & { readonly journal: ExecutionJournal },
): Promise<void> {
  const { journal, middleware, digest } = deps;
  const { call, request } = draft;
  const elicitation = nextQuestionId(journal.state, journal.id, call, digest);
  const question = toBeAsked(journal.state, journal.id, elicitation, draft, deps.clock);
  const step = allowed(draft, await middleware.open(question));
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

/** Middleware cannot accept for a person: such a question is asked as it was written. */
function allowed({ request, approvals }: QuestionDraft, step: MiddlewareStep): MiddlewareStep {
  const isTaken = step.kind === 'answers' && isForPeople(request, approvals, step.answer.action);
  return isTaken ? { kind: 'asks', request } : step;
}

/**
 * The same question of the same call has the same id, however often it is asked again, so that no channel shows
 * it twice. The seed makes the id unguessable: 96 bits of its digest are in it, after the time the execution started.
 */
export function nextQuestionId(state: ExecutionState, id: ExecutionId, call: number, digest: Digest): ElicitationId {
  const ordinal = state.askedBy.get(call)?.length ?? 0;
  const { seed, at } = state.started;
  return ElicitationId.parse(`elic_${timePrefix(at)}${digest(`${seed}\n${id}\n${call}\n${ordinal}`).slice(0, 24)}`);
}

export function askedEntry(
  state: ExecutionState,
  id: ExecutionId,
  { call, asker, request, original, expiresInMs, approvals }: QuestionDraft,
  { digest, clock }: { readonly digest: Digest; readonly clock: Clock },
): Extract<NewEntry, { kind: 'asked' }> {
  const elicitation = nextQuestionId(state, id, call, digest);
  const shown = digest(canonicalJson(request));
  return {
    kind: 'asked',
    elicitation,
    call,
    asker,
    digest: shown,
    request,
    ...(original === undefined || digest(canonicalJson(original)) === shown ? {} : { original }),
    ...(expiresInMs === undefined ? {} : { expiresAt: clock.now() + expiresInMs }),
    ...(approvals === undefined ? {} : { approvals }),
  };
}

/** What the asker gets. Replay must deliver what was delivered before, so `started` records its contents. */
export const responseTo = (
  executionId: ExecutionId,
  { started, questions }: ExecutionState,
  elicitationId: ElicitationId,
  answer: Answer,
): ElicitationResponse =>
  toResponse(
    { executionId, ...(started.namesQuestions ? { elicitationId } : {}) },
    answer,
    questions.get(elicitationId)?.request,
  );

/** A question that is not journaled yet, as it will be read once it is. */
function toBeAsked(
  { started }: ExecutionState,
  id: ExecutionId,
  elicitation: ElicitationId,
  { call, asker, request, expiresInMs, approvals: needed }: QuestionDraft,
  clock: Clock,
): PendingElicitation {
  const askedAt = clock.now();
  const expiresAt = expiresInMs === undefined ? undefined : askedAt + expiresInMs;
  const approvals = needed === undefined ? undefined : noApprovals(needed);
  const asked = { elicitation, call, asker, request, askedAt, expiresAt, approvals, consent: undefined };
  return pendingElicitation(id, started, asked);
}

/** The question, with its answer if nobody can be reached and its asker does not want to wait. */
export function askedEntries(
  state: ExecutionState,
  id: ExecutionId,
  draft: QuestionDraft,
  deps: Pick<LiveDeps, 'digest' | 'clock' | 'reachable'>,
): readonly NewEntry[] {
  const asked = askedEntry(state, id, draft, deps);
  const { elicitation, call, request, original = request } = asked;
  const shown = toBeAsked(state, id, elicitation, draft, deps.clock);
  const answer = deps.reachable.answerFor(shown, original.whenNobody);
  return answer === undefined ? [asked] : [asked, { kind: 'answered', elicitation, call, answer }];
}
