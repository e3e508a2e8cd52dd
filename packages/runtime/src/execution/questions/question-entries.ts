// Questions as the journal keeps them: what is asked, under which id, and until when.

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
  type NewEntry,
  type Question,
  toResponse,
} from '@toolshed/kernel/runtime';
import type { Reachable } from '../../channels/reachable.js';

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

/**
 * The same question of the same call has the same id, however often it is asked again, so that no channel shows
 * it twice. The seed makes the id unguessable.
 */
export function nextQuestionId(state: ExecutionState, id: ExecutionId, call: number, digest: Digest): ElicitationId {
  const ordinal = state.askedBy.get(call)?.length ?? 0;
  return ElicitationId.parse(`elic_${digest(`${state.started.seed}\n${id}\n${call}\n${ordinal}`).slice(0, 32)}`);
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

/** What whoever asked is given. Replay must hand over what was handed over before, so the start says what is in it. */
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

/** The question, and its answer where nobody can be asked it and its asker does not want it to wait. */
export function askedEntries(
  state: ExecutionState,
  id: ExecutionId,
  draft: QuestionDraft,
  deps: { readonly digest: Digest; readonly clock: Clock; readonly reachable: Reachable },
): readonly NewEntry[] {
  const asked = askedEntry(state, id, draft, deps);
  const { elicitation, call, request, original = request, asker, expiresAt } = asked;
  const shown = pendingOf(id, state, { elicitation, request, asker, expiresAt });
  const answer = deps.reachable.answerFor(shown, original.whenNobody);
  return answer === undefined ? [asked] : [asked, { kind: 'answered', elicitation, call, answer }];
}

type Asked = Pick<Question, 'elicitation' | 'asker' | 'request' | 'expiresAt'>;

export function pendingOf(
  executionId: ExecutionId,
  { started: { session, agent, labels } }: ExecutionState,
  { elicitation, request, asker, expiresAt }: Asked,
): PendingElicitation {
  const { toolPath, message, args, type } = request;
  const envelope = { asker, session, agent, labels, expiresAt };
  return { executionId, elicitationId: elicitation, toolPath, message, args, type, request, ...envelope };
}
