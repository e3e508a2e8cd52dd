// The way of an answer: which questions it is meant for, its secrets into the vault, through the host's middleware,
// into the journal, wherever the execution is.
//
// Invariants
//   W1. What is meant is decided once, before the execution is brought back: a question that only comes up then, such
//       as one in doubt, nobody has seen.
//   W2. Nothing of an answer that was not journaled is left: not in the vault, not in a waiting run of middleware.
//   W3. Whoever gave an answer that did not become the answer is told, and nothing else they sent with it is written.

import {
  type Answer,
  type ExecutionId,
  InvalidAnswerError,
  type JournalEntry,
  type JournalStore,
} from '@toolshed/kernel';
import { type ExecutionState, fold, isTerminal, MiddlewareError, type NewEntry } from '@toolshed/kernel/runtime';
import type { HostGrants } from '../../policy/host-grants.js';
import type { ResumeAnswer, ResumeAnswers } from '../../toolshed.js';
import {
  type AnsweringDeps,
  answerEntries,
  assertOwn,
  type GivenAnswer,
  type HeardAnswer,
  meantAnswers,
} from './answer-entries.js';
import { isUnstarted } from '../calls/changed-tools.js';
import { currentTool, mayResumeElsewhere } from '../calls/same-tool.js';
import { type EarlierAnswers, earlierAnswers } from './earlier-answers.js';
import { QuestionChangedError } from '../execution-errors.js';
import { OwnershipLostError, type Past } from '../journal/execution-journal.js';
import type { ExecutionResult } from '../execution-result.js';
import { isForPeople } from './for-people.js';
import type { LiveDeps } from '../execution-deps.js';
import type { LiveExecutions } from '../residency/live-executions.js';
import { pendingOf } from './question-entries.js';
import type { ExecutionAccess } from '../residency/execution-access.js';
import type { PartedAnswer, SecretAnswers } from './secret-answers.js';
import { isStale } from '../calls/stale-previews.js';

export interface AnswersDeps extends Pick<HostGrants, 'remember' | 'assertMemorable'> {
  readonly live: LiveDeps;
  readonly executions: LiveExecutions;
  readonly access: ExecutionAccess;
  readonly answering: AnsweringDeps;
  readonly secretAnswers: SecretAnswers;
  readonly store: JournalStore;
}

/** Journaled; what is left is to wait. */
export type Accepted = () => Promise<ExecutionResult>;

export interface Leave {
  /** The digest of the words the answer was given to; nothing happens if they are no longer those. */
  readonly shown?: string;
  readonly fromAgent?: boolean;
}

/** Takes an execution's id or a question's. */
export type TakeAnswer = (given: string, answer: ResumeAnswer | ResumeAnswers, leave: Leave) => Promise<Accepted>;

interface Heard {
  readonly answers: readonly HeardAnswer[];
  /** What happens to an answer when another one was faster. A channel's question was taken back; its person knows. */
  readonly late: 'refused' | 'ignored';
}

/** Threat: middleware and a channel that talk to each other for ever, filling the journal. */
const MAX_REVISIONS = 20;

/** A preview has a time limit of its own. */
const unlimited = new AbortController().signal;

export function createAnswering(deps: AnswersDeps): TakeAnswer {
  const { executions, access, secretAnswers } = deps;
  const { around } = deps.live;

  /** What the host's middleware makes of each answer, and whether what it approves still holds. */
  const hear = async (
    id: ExecutionId,
    state: ExecutionState,
    given: readonly GivenAnswer[],
  ): Promise<readonly HeardAnswer[]> => {
    const heard: HeardAnswer[] = [];
    try {
      for (const one of given) heard.push(await hearOne(id, state, one));
      return heard;
    } catch (error) {
      for (const { question } of given) around.forget(question.elicitation);
      throw error;
    }
  };

  const hearOne = async (id: ExecutionId, state: ExecutionState, given: GivenAnswer): Promise<HeardAnswer> => {
    const { question, answer } = given;
    const { request, raws, elicitation, approvals } = question;
    const original = question.original ?? request;
    const step = await around.pass(pendingOf(id, state, { ...question, request: original }), raws, answer);
    if (step.kind === 'asks') {
      if (raws.length < MAX_REVISIONS) return { kind: 'revised', given, request: step.request, raw: answer };
      throw new MiddlewareError(elicitation, `it has asked ${MAX_REVISIONS} times again`);
    }
    const isItsOwn = step.raw !== undefined && step.answer.action === 'accept';
    if (isItsOwn && isForPeople(original, approvals))
      throw new MiddlewareError(elicitation, 'it made a yes of its own where only a person gives one');
    const isYes = step.answer.action === 'accept' && question.asker === 'gate';
    const isOld = isYes && (await isStale(id, state, question, unlimited, deps.live));
    return { kind: 'answered', given, answer: step.answer, raw: step.raw, isStale: isOld };
  };

  /** W3. */
  const entriesOf = (id: ExecutionId, { entries, state }: Past, { answers, late }: Heard): readonly NewEntry[] => {
    const earlier = earlierAnswers(entries);
    return answers.flatMap((one) => {
      const made = answerEntries(id, state, one, deps.live);
      if (made.length > 0) return made;
      if (late === 'refused') {
        assertSameWords(state, one);
        assertStands(state, earlier, one);
      }
      around.forget(one.given.question.elicitation);
      return made;
    });
  };

  /** W2. */
  const unlessLost = async <T>({ answers }: Heard, write: () => Promise<T>): Promise<T> => {
    try {
      return await write();
    } catch (error) {
      for (const { given } of answers) around.forget(given.question.elicitation);
      throw error;
    }
  };

  const answerHere = async (id: ExecutionId, past: Past, heard: Heard): Promise<Accepted> => {
    let written: readonly NewEntry[] = [];
    const live = await unlessLost(heard, async () => {
      const loaded = await executions.load(id, past);
      await loaded.ready;
      await loaded.submit(
        (state) => {
          written = entriesOf(id, { entries: loaded.journal.entries, state }, heard);
          return written;
        },
        () => rememberAll(heard, written),
      );
      return loaded;
    });
    assertHeard(live.journal, heard, written);
    return async () => {
      const result = await access.settled(live);
      assertNotOverruled(live.journal.entries, heard);
      return result;
    };
  };

  /** The driver starts what was approved: an `invoking` of ours would say that we do. */
  const answerElsewhere = async (id: ExecutionId, heard: Heard): Promise<Accepted> => {
    let written: readonly NewEntry[] = [];
    await unlessLost(heard, () =>
      access.appendFromOutside(id, (entries) => {
        written = entriesOf(id, { entries, state: fold(entries) }, heard).filter(({ kind }) => kind !== 'invoking');
        return written;
      }),
    );
    await rememberAll(heard, written);
    assertHeard(await access.latest(id), heard, written);
    return async () => {
      const result = await access.whenIdle(id);
      assertNotOverruled((await access.latest(id)).entries, heard);
      return result;
    };
  };

  /** Only what became the answer: one that came second or too late, that middleware changed, or that policy overruled, is not remembered. */
  const rememberAll = async ({ answers }: Heard, written: readonly NewEntry[]): Promise<void> => {
    const denied = new Set(written.flatMap((entry) => (entry.kind === 'redecided' ? [entry.call] : [])));
    const actions = new Map(
      written.flatMap((entry) =>
        entry.kind === 'answered' && !denied.has(entry.call) ? [[entry.elicitation, entry.answer.action] as const] : [],
      ),
    );
    for (const { given } of answers) {
      const { question, memory } = given;
      const action = actions.get(question.elicitation);
      if (memory && action && (action === 'accept') === (memory.effect === 'allow')) await deps.remember(memory);
    }
  };

  /** An answer counts wherever it is given; whoever can go on with the execution acts on it. */
  const keepAnswer = async (id: ExecutionId, heard: Heard, why: Error): Promise<Accepted> => {
    await answerElsewhere(id, heard);
    return () => Promise.reject(why);
  };

  const isRefusalOfOther = ({ open }: ExecutionState, heard: Heard): boolean =>
    heard.answers.length > 0 &&
    heard.answers.every((one) => {
      const call = open.get(one.given.question.call);
      const isRefusal = one.kind === 'answered' && one.answer.action !== 'accept';
      return (
        isRefusal && call !== undefined && isUnstarted(call) && currentTool(call.issued, deps.live).kind !== 'same'
      );
    });

  /** Again whenever another process, or a rest, took the execution from under us. */
  const write = async (id: ExecutionId, seen: Past, heard: Heard): Promise<Accepted> => {
    for (let past = seen; ; past = await access.latest(id)) {
      if (isTerminal(past.state.status)) {
        assertHeard(past, heard, []);
        return () => access.get(id);
      }
      const known = executions.find(id);
      // To bring it back would ask again about a tool that has changed, and a refusal would come too late.
      if (known === undefined && isRefusalOfOther(past.state, heard)) return answerElsewhere(id, heard);
      try {
        return await answerHere(id, past, heard);
      } catch (error) {
        if (mayResumeElsewhere(error) && heard.answers.length > 0) return keepAnswer(id, heard, error);
        if (!(error instanceof OwnershipLostError)) throw error;
        if (known) executions.lose(known, error);
      }
      if (await access.isDrivenElsewhere(id)) return answerElsewhere(id, heard);
    }
  };

  const assertSameSecret = async (earlier: EarlierAnswers, elicitation: string, said: PartedAnswer | 'unlike') => {
    const recorded = earlier.recorded(elicitation);
    if (recorded && (said === 'unlike' || !(await secretAnswers.isSame(recorded.answer, said)))) throw recorded.refusal;
  };

  /** W3 for values that only the vault can compare: another answer may have been faster. */
  const assertSecretsStand = async (id: ExecutionId, given: readonly GivenAnswer[]): Promise<void> => {
    const sensitive = given.filter(({ secrets }) => secrets.length > 0);
    if (sensitive.length === 0) return;
    const earlier = earlierAnswers(await deps.store.read(id));
    for (const one of sensitive) await assertSameSecret(earlier, one.question.elicitation, one);
  };

  const take = async (id: ExecutionId, given: ResumeAnswer | ResumeAnswers, leave: Leave): Promise<Accepted> => {
    const past = await access.latest(id);
    const { state } = past;
    const agentsMayAnswer = leave.fromAgent ?? deps.answering.agentsMayAnswer;
    const meant = await meantAnswers(id, past, given, { ...deps.answering, agentsMayAnswer }, leave.shown);
    const earlier = earlierAnswers(past.entries);
    for (const { elicitation, said } of meant.closed(earlier)) {
      earlier.assertSame(elicitation, said);
      if (said.hidden) await assertSameSecret(earlier, elicitation, said.hidden);
    }
    if (isTerminal(state.status)) return () => access.get(id);
    for (const { memory } of meant.open) if (memory) deps.assertMemorable(memory);
    try {
      // Before it is brought back: what is loaded may be let go again while a vault takes its time.
      await secretAnswers.keep(state.started.session, meant.open);
      const late = leave.shown === undefined ? 'refused' : 'ignored';
      const accepted = await write(id, past, { answers: await hear(id, state, meant.open), late });
      if (late === 'refused') await assertSecretsStand(id, meant.open);
      return accepted;
    } finally {
      await secretAnswers.tidy(meant.open, () => deps.store.read(id));
    }
  };

  return async (given, answer, leave) => {
    if (!('answers' in answer) && answer.elicitationId === '')
      throw new InvalidAnswerError(given, [
        { field: 'elicitationId', message: 'is empty; name a question (elic_…), or leave it out' },
      ]);
    const id = await access.locate(given);
    if ('answers' in answer) {
      for (const named of Object.keys(answer.answers)) assertOwn(id, named, await access.locate(named));
      return take(id, answer, leave);
    }
    const named = answer.elicitationId ?? (given === id ? undefined : given);
    if (named !== undefined) assertOwn(id, named, await access.locate(named));
    if (given !== id && named !== given)
      throw new InvalidAnswerError(given, [{ field: 'elicitationId', message: `names ${named}, another question` }]);
    return take(id, named === undefined ? answer : { ...answer, elicitationId: named }, leave);
  };
}

function assertHeard(past: Past, { answers, late }: Heard, written: readonly NewEntry[]): void {
  if (late === 'ignored' || answers.length === 0) return;
  const earlier = earlierAnswers(past.entries);
  const taken = new Set(
    written.flatMap((entry) => (entry.kind === 'answered' && isTheirs(entry) ? [entry.elicitation] : [])),
  );
  for (const one of answers)
    if (!taken.has(one.given.question.elicitation) && !isAskedAgain(one, earlier))
      assertStands(past.state, earlier, one);
}

/** Not one by which the runtime closed a question, or let it expire. */
const isTheirs = ({ answer }: { readonly answer: Answer }): boolean => answer.by.kind !== 'runtime';

/** Its giver is told once there is something to look at again. */
const isAskedAgain = (one: HeardAnswer, earlier: EarlierAnswers): boolean =>
  one.kind === 'answered' && one.isStale && earlier.isStale(one.given.question.elicitation);

/**
 * What came of an approval, once that is on disk: its question may be asked again, and policy may have overruled it
 * after it was taken, where its call is driven or when it was to be repeated.
 */
function assertNotOverruled(entries: readonly JournalEntry[], { answers, late }: Heard): void {
  if (late === 'ignored') return;
  const earlier = earlierAnswers(entries);
  for (const { given } of answers) earlier.assertNotOverruled(given.question.elicitation, given.answer.action);
}

/** Throws if the question is open and says something else by now: another answer made it ask again. */
function assertSameWords({ questions }: ExecutionState, { given: { question } }: HeardAnswer): void {
  const open = questions.get(question.elicitation);
  if (open === undefined || open.answer !== undefined || open.digest === question.digest) return;
  throw new QuestionChangedError(open.elicitation);
}

/** Throws if the question is no longer open and has another answer than this. */
function assertStands({ questions }: ExecutionState, earlier: EarlierAnswers, { given }: HeardAnswer): void {
  const { question, answer, secrets, named } = given;
  const known = questions.get(question.elicitation);
  if (known && known.answer === undefined) return;
  earlier.assertSame(question.elicitation, {
    action: answer.action,
    ...(secrets.length > 0 || answer.content === undefined ? {} : { content: answer.content }),
    ...(named?.args === undefined ? {} : { args: named.args }),
  });
}
