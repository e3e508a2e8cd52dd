// Every answer over HTTP comes through here. The first durable answer wins; the sender of a later one learns who gave it.

import {
  AlreadyAnsweredError,
  type AnsweredBy,
  ElicitationId,
  type EntryOf,
  type ExecutionId,
  type JournalEntry,
} from '@toolshed/kernel';
import { isTerminal, fold } from '@toolshed/kernel/runtime';
import { DeniedSinceError, type ExecutionResult, PreviewChangedError, listAll } from '@toolshed/runtime';
import type { GivenAnswer } from '../shed/shed-port.js';
import type { Shed } from '../shed/shed-port.js';
import { readOr, untilAnswered, type WaitDeps } from '../shed/wait-for.js';

export interface GiveAnswerDeps extends WaitDeps {
  readonly shed: Shed;
}

export interface Given {
  readonly execution: ExecutionId;
  readonly questions: { readonly elicitation: string } | 'only' | 'all';
  readonly answer: GivenAnswer;
  readonly by: AnsweredBy;
  readonly waitMs: number;
  /** Of the request that brings it. */
  readonly trace?: string;
}

export async function giveAnswer(given: Given, deps: GiveAnswerDeps): Promise<ExecutionResult> {
  const { execution, questions, answer, by, waitMs, trace } = given;
  const meant =
    typeof questions === 'object' ? [ElicitationId.parse(questions.elicitation)] : await openOf(execution, deps);
  const work = deps.shed.answer(execution, questions, answer, by, trace === undefined ? {} : { trace });
  const result = await untilAnswered(work, execution, meant, waitMs, deps);
  if (typeof questions !== 'object') return result;
  const written = await readOr(() => deps.shed.journal(execution), work, deps);
  if ('status' in written) return written;
  assertOwnAnswer(questions.elicitation, written, answer, by);
  return result;
}

const openOf = async (execution: ExecutionId, { shed }: GiveAnswerDeps): Promise<readonly ElicitationId[]> =>
  (await listAll(shed.pending, { executionId: execution })).map(({ elicitationId }) => elicitationId);

/** The same answer of the same person, sent twice, counts as one. */
function assertOwnAnswer(
  elicitation: string,
  journal: readonly JournalEntry[],
  { action }: GivenAnswer,
  { principal }: AnsweredBy,
): void {
  const answered = journal.find(
    (entry): entry is EntryOf<'answered'> => entry.kind === 'answered' && entry.elicitation === elicitation,
  );
  if (answered === undefined) {
    if (isTerminal(fold(journal).status)) throw new AlreadyAnsweredError(elicitation, closedBy(journal));
    return;
  }
  const { answer, at } = answered;
  if (action === 'accept') assertNotOverruled(answered, journal);
  if (answer.action === action && answer.by.principal === principal) return;
  throw new AlreadyAnsweredError(elicitation, { action: answer.action, by: answer.by.principal, at });
}

/** An approval without effect: policy now denies the call, or its preview has changed. */
function assertNotOverruled({ elicitation, call, seq }: EntryOf<'answered'>, journal: readonly JournalEntry[]): void {
  const again = journal.find(
    (entry): entry is EntryOf<'redecided'> => entry.kind === 'redecided' && entry.call === call && entry.seq > seq,
  );
  if (again?.decision.kind === 'deny') throw new DeniedSinceError(elicitation, again.decision);
  if (again?.stale) throw new PreviewChangedError(elicitation);
}

const closedBy = (journal: readonly JournalEntry[]) => ({
  action: 'closed',
  by: 'toolshed',
  at: journal.at(-1)?.at ?? 0,
});
