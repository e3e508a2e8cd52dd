// Submits an answer: decides which questions it is for, puts its secrets into the vault, passes it through the host's
// middleware and gets it into the journal, in whichever process the execution is. Calls the stages of an answer in this
// order: `choose-questions`, `check-answer`, `apply-middleware`, `answer-entries`; each of them knows only the one before.
//
// Invariants
//   W1. Which questions an answer is for is decided once, before the execution is restored: nobody has seen a question
//       that only comes up then, such as one about a call in doubt.
//   W2. An answer that was not journaled leaves nothing behind: neither in the vault nor in a waiting run of middleware.
//   W3. A sender whose answer did not become the answer gets an error, and nothing else they sent with it is written.

import {
  type ExecutionId,
  InvalidAnswerError,
  type JournalEntry,
  type JournalStore,
  StoreUnavailableError,
} from '@toolshed/kernel';
import { type ExecutionState, fold, isTerminal, type NewEntry } from '@toolshed/kernel/runtime';
import type { HostGrants, MemorableAnswer } from '../../policy/host-grants.js';
import type { ResumeAnswer, ResumeAnswers } from '../../host-api/resume-answer.js';
import { isUnstarted } from '../calls/recheck/changed-tools.js';
import { currentTool, mayResumeElsewhere } from '../calls/recheck/same-tool.js';
import type { LiveDeps } from '../execution-deps.js';
import { ForeignElicitationError, UnknownElicitationError } from '../execution-errors.js';
import type { ExecutionResult } from '../execution-result.js';
import { orSoFar, resultOf } from '../result-of.js';
import { readWritten } from '../journal/read-written.js';
import type { Past } from '../journal/past.js';
import { OwnershipLostError } from '../journal/journal-errors.js';
import type { ExecutionAccess } from '../residency/execution-access.js';
import type { LiveExecutions } from '../residency/live-executions.js';
import { answerEntries } from './answer-entries.js';
import { applyMiddleware } from './apply-middleware.js';
import { type CheckAnswerDeps, type CheckedAnswer, checkAnswers } from './check-answer.js';
import { type ChosenQuestions, chooseQuestions } from './choose-questions.js';
import { type EarlierAnswers, earlierAnswers } from './earlier-answers.js';
import { assertNotOverruled, assertSameWords, assertStands, assertTaken, type Submission } from './late-answers.js';
import type { PartedAnswer, SecretAnswers } from './secret-answers.js';

export interface SubmitAnswerDeps extends Pick<HostGrants, 'remember' | 'assertMemorable'> {
  readonly live: LiveDeps;
  readonly executions: LiveExecutions;
  readonly access: ExecutionAccess;
  readonly checks: CheckAnswerDeps;
  readonly secretAnswers: SecretAnswers;
  readonly store: JournalStore;
}

/** The answer is journaled; calling this waits for what follows from it. */
export type Accepted = () => Promise<ExecutionResult>;

export interface SubmitOptions {
  /** The digest of the words the answer was given to; nothing happens if the question has changed. */
  readonly shown?: string;
  readonly fromAgent?: boolean;
}

/** Takes an execution's id or a question's. */
export type SubmitAnswer = (
  given: string,
  answer: ResumeAnswer | ResumeAnswers,
  options: SubmitOptions,
) => Promise<Accepted>;

/** How long to wait before retrying an answer that two hosts in turn could not take; the first retry is immediate. */
const AGAIN_MS = 20;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function createSubmitAnswer(deps: SubmitAnswerDeps): SubmitAnswer {
  const { executions, access, secretAnswers } = deps;
  const { middleware } = deps.live;

  /** W3. */
  const entriesOf = (id: ExecutionId, { entries, state }: Past, { answers, late }: Submission): readonly NewEntry[] => {
    const earlier = earlierAnswers(entries);
    return answers.flatMap((one) => {
      const made = answerEntries(id, state, one, deps.live);
      if (made.length > 0) return made;
      if (late === 'refused') {
        assertSameWords(state, one);
        assertStands(state, earlier, one);
      }
      middleware.forget(one.given.question.elicitation);
      return made;
    });
  };

  /** W2. */
  const forgetOnFailure = async <T>({ answers }: Submission, write: () => Promise<T>): Promise<T> => {
    try {
      return await write();
    } catch (error) {
      for (const { given } of answers) middleware.forget(given.question.elicitation);
      throw error;
    }
  };

  const answerHere = async (id: ExecutionId, past: Past, submission: Submission): Promise<Accepted> => {
    let written: readonly NewEntry[] = [];
    const live = await forgetOnFailure(submission, async () => {
      const loaded = await executions.load(id, past);
      await loaded.ready;
      await loaded.submit(
        (state) => {
          written = entriesOf(id, { entries: loaded.journal.entries, state }, submission);
          return written;
        },
        () => rememberAll(submission, written),
      );
      return loaded;
    });
    assertTaken(live.journal, submission, written);
    const follow = async (): Promise<ExecutionResult> => {
      const result = await access.resultOnceIdle(live);
      assertNotOverruled(live.journal.entries, submission);
      return result;
    };
    return () => orSoFar(follow(), () => resultOf(id, live.journal.past(), live.isolation));
  };

  /** The owner starts what was approved: an `invoking` written here would claim that this process does. */
  const answerElsewhere = async (id: ExecutionId, submission: Submission): Promise<Accepted> => {
    let written: readonly NewEntry[] = [];
    const past = await forgetOnFailure(submission, () =>
      access.appendFromOutside(id, (entries) => {
        written = entriesOf(id, { entries, state: fold(entries) }, submission).filter(
          ({ kind }) => kind !== 'invoking',
        );
        return written;
      }),
    );
    await rememberAll(submission, written);
    assertTaken(past, submission, written);
    const follow = async (): Promise<ExecutionResult> => {
      const result = await access.whenIdle(id);
      assertNotOverruled((await access.latest(id)).entries, submission);
      return result;
    };
    return () => orSoFar(follow(), () => resultOf(id, past, undefined));
  };

  /** Remembers only what became the answer: not one that came second or late, was changed by middleware, or was overruled by policy. */
  const rememberAll = async ({ answers }: Submission, written: readonly NewEntry[]): Promise<void> => {
    const denied = new Set(written.flatMap((entry) => (entry.kind === 'redecided' ? [entry.call] : [])));
    const actions = new Map(
      written.flatMap((entry) =>
        entry.kind === 'answered' && !denied.has(entry.call) ? [[entry.elicitation, entry.answer.action] as const] : [],
      ),
    );
    for (const { given } of answers) {
      const { question, memory } = given;
      const action = actions.get(question.elicitation);
      if (memory && action && (action === 'accept') === (memory.effect === 'allow')) await rememberOrWarn(memory);
    }
  };

  /** The answer itself is written: what is not remembered is asked again. */
  const rememberOrWarn = (memory: MemorableAnswer): Promise<void> =>
    deps.remember(memory).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailableError)) throw error;
      const { execution } = memory;
      deps.live.log.warn({ err: error, execution }, 'remembering an answer failed; the answer itself is written');
    });

  /** An answer counts in whichever process it is given; a process that can continue the execution acts on it. */
  const recordOnly = async (id: ExecutionId, submission: Submission, why: Error): Promise<Accepted> => {
    await answerElsewhere(id, submission);
    return () => Promise.reject(why);
  };

  const isRefusalOfOther = ({ open }: ExecutionState, submission: Submission): boolean =>
    submission.answers.length > 0 &&
    submission.answers.every((one) => {
      const call = open.get(one.given.question.call);
      const isRefusal = one.kind === 'answered' && one.answer.action !== 'accept';
      return (
        isRefusal && call !== undefined && isUnstarted(call) && currentTool(call.issued, deps.live).kind !== 'same'
      );
    });

  /** Tries again whenever another process took the execution over, or it was evicted here. */
  const write = async (id: ExecutionId, seen: Past, submission: Submission): Promise<Accepted> => {
    for (let [past, tries] = [seen, 0]; ; past = await access.latest(id), tries += 1) {
      if (tries > 1) await pause(AGAIN_MS);
      if (isTerminal(past.state.status)) {
        assertTaken(past, submission, []);
        return () => access.get(id);
      }
      const known = executions.find(id);
      // Restoring it would ask again about a tool that has changed, and the refusal would come too late.
      if (known === undefined && isRefusalOfOther(past.state, submission)) return answerElsewhere(id, submission);
      // A host that has its labels resumes it.
      if (!executions.isPlacedHere({ id, ...past.state.started, length: past.state.length }))
        return answerElsewhere(id, submission);
      // P3 of `places.ts`: what follows from it waits for a slot.
      if (!executions.mayWork(id) && (await executions.yield(id))) return answerElsewhere(id, submission);
      try {
        return await answerHere(id, past, submission);
      } catch (error) {
        if (mayResumeElsewhere(error) && submission.answers.length > 0) return recordOnly(id, submission, error);
        if (!(error instanceof OwnershipLostError)) throw error;
        if (known) executions.lose(known, error);
      }
      if (executions.isDraining || (await access.isDrivenElsewhere(id))) return answerElsewhere(id, submission);
    }
  };

  const assertSameSecret = async (
    earlier: EarlierAnswers,
    elicitation: string,
    repeated: PartedAnswer | 'different',
  ) => {
    const recorded = earlier.recorded(elicitation);
    if (recorded && (repeated === 'different' || !(await secretAnswers.isSame(recorded.answer, repeated))))
      throw recorded.refusal;
  };

  /** W3 for values that only the vault can compare: another answer may have been faster. */
  const assertSecretsStand = async (id: ExecutionId, checked: readonly CheckedAnswer[]): Promise<void> => {
    const sensitive = checked.filter(({ secrets }) => secrets.length > 0);
    if (sensitive.length === 0) return;
    const earlier = earlierAnswers(await readWritten(deps.store, id));
    for (const one of sensitive) await assertSameSecret(earlier, one.question.elicitation, one);
  };

  /** W3: an answer to a question that is no longer open must repeat the answer it has. */
  const assertRepeated = async (entries: readonly JournalEntry[], closed: ChosenQuestions['closed']): Promise<void> => {
    const earlier = earlierAnswers(entries);
    for (const [elicitation, given] of closed(earlier)) {
      // A question that this reading does not have was not closed: the answer must not pass for a repeated one.
      if (!earlier.wasAsked(elicitation)) throw new UnknownElicitationError(elicitation);
      const repeated = earlier.repeated(elicitation, given);
      earlier.assertSame(elicitation, repeated);
      if (repeated.secret) await assertSameSecret(earlier, elicitation, repeated.secret);
    }
  };

  const submit = async (
    id: ExecutionId,
    given: ResumeAnswer | ResumeAnswers,
    options: SubmitOptions,
  ): Promise<Accepted> => {
    const past = await access.latest(id);
    const { state } = past;
    const agentsMayAnswer = options.fromAgent ?? deps.checks.agentsMayAnswer;
    const chosen = chooseQuestions(id, past, given, options.shown);
    const checked = await checkAnswers(id, state, chosen.open, { ...deps.checks, agentsMayAnswer });
    await assertRepeated(past.entries, chosen.closed);
    if (isTerminal(state.status)) return () => access.get(id);
    for (const { memory } of checked) if (memory) deps.assertMemorable(memory);
    const keepAndWrite = async (): Promise<Accepted> => {
      // Before the execution is restored: it may be evicted again while a vault takes its time.
      await secretAnswers.keep(state.started.session, checked);
      const late = options.shown === undefined ? 'refused' : 'ignored';
      const answers = await applyMiddleware(id, state, checked, deps.live);
      const accepted = await write(id, past, { answers, late });
      if (late === 'refused') await assertSecretsStand(id, checked);
      return accepted;
    };
    return secretAnswers.tidyAfter(checked, keepAndWrite, () => deps.store.read(id));
  };

  return async (given, answer, options) => {
    if (!('answers' in answer) && answer.elicitationId === '')
      throw new InvalidAnswerError(given, [
        { field: 'elicitationId', message: 'is empty; name a question (elic_…), or leave it out' },
      ]);
    const id = await access.locate(given);
    if ('answers' in answer) {
      for (const named of Object.keys(answer.answers)) assertOwn(id, named, await access.locate(named));
      return submit(id, answer, options);
    }
    const named = answer.elicitationId ?? (given === id ? undefined : given);
    if (named !== undefined) assertOwn(id, named, await access.locate(named));
    if (given !== id && named !== given)
      throw new InvalidAnswerError(given, [
        { field: 'elicitationId', message: `names ${named}, which is another question` },
      ]);
    return submit(id, named === undefined ? answer : { ...answer, elicitationId: named }, options);
  };
}

function assertOwn(id: ExecutionId, elicitation: string, owner: ExecutionId): void {
  if (owner !== id) throw new ForeignElicitationError(elicitation, id);
}
