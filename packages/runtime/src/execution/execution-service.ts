// Starts, answers, cancels and reads executions, whichever process owns them. The one entry to `execution/`: hosts reach it
// through `openToolshed`. It talks to `residency` for executions in memory or elsewhere, and to `answers` and `questions`.

import {
  type AnsweredBy,
  ElicitationId,
  type ExecutionId,
  JournalCorruptError,
  type JournalEntry,
  StoreUnavailableError,
} from '@toolshed/kernel';
import {
  type ExecutionState,
  fold,
  isReadyPlan,
  isTerminal,
  type NewEntry,
  openQuestion,
  openQuestions,
  CannotForkError,
  type Purpose,
} from '@toolshed/kernel/runtime';
import type { ExecuteOptions } from '../host-api/execute-options.js';
import type { FlowOutcome, ResumeAnswer, ResumeAnswers, ResumeOptions } from '../host-api/resume-answer.js';
import { createSubmitAnswer, type SubmitAnswerDeps } from './answers/submit-answer.js';
import { completionEntries, findFlow, flowAnswer } from './questions/complete-flow.js';
import { assertCompletedWith, repeatedCompletion } from './questions/completed-flow.js';
import type { LiveExecution } from './drive/live-execution.js';
import { CannotRetireError, ResultUnavailableError, UnknownElicitationError } from './execution-errors.js';
import { OwnershipLostError } from './journal/journal-errors.js';
import { readWritten } from './journal/read-written.js';
import { orSoFar, resultOf } from './result-of.js';
import type { ExecutionResult } from './execution-result.js';
import { assertAnswerSize, LIBRARY, readResumeAnswer } from './answers/read-answer.js';
import { createExecutionAccess, type ExecutionAccess, type ExecutionAccessDeps } from './residency/execution-access.js';
import { reaskEntries } from './questions/reask.js';
import { partSecrets } from './answers/secret-answers.js';
import { createStarter, type Errand, type StarterDeps } from './start-execution.js';

export interface ExecutionsDeps
  extends ExecutionAccessDeps,
    Omit<SubmitAnswerDeps, 'access'>,
    Pick<StarterDeps, 'engine' | 'neededLabels'> {
  /** Waits while channels may still answer; resolves with whether something changed. */
  readonly changed: (id: ExecutionId, patience: 'offering' | 'held') => Promise<boolean>;
}

export interface Executions
  extends Pick<ExecutionAccess, 'locate' | 'append' | 'appendFromOutside' | 'isDrivenElsewhere'> {
  execute(program: string, options: ExecuteOptions, purpose?: Purpose): Promise<ExecutionResult>;
  /** Resolves once the execution is on disk, or the one its idempotency key names. */
  start(program: string, options: ExecuteOptions): Promise<ExecutionId>;
  resume(id: string, answer: boolean | ResumeAnswer | ResumeAnswers, options?: ResumeOptions): Promise<ExecutionResult>;
  /** The same, but resolves once the answer is journaled. `shown`: the digest of the words it was given to. */
  accept(id: string, answer: ResumeAnswer, shown?: string): Promise<void>;
  /** Records that the flow behind a page is over. */
  complete(flow: string, outcome: FlowOutcome): Promise<ExecutionResult>;
  /** Starts a side quest. */
  fork(elicitation: string, program: string, options: ExecuteOptions): Promise<ExecutionResult>;
  cancel(id: string, reason?: string, by?: AnsweredBy): Promise<ExecutionResult>;
  /** Asks an expired question again, and those that were open beside it. */
  reask(elicitation: string): Promise<ExecutionResult>;
  get(id: string): Promise<ExecutionResult>;
  /** Drives an execution that time or a crash left waiting; resolves once it is restored. */
  wake(id: ExecutionId): Promise<void>;
  /** Continues it here although another process owns it, or seems to. */
  takeOver(id: string, by?: AnsweredBy): Promise<ExecutionResult>;
  /** Removes one that is damaged, after `keep` has stored what is left of it. */
  retire(id: string, keep: (remains: readonly string[]) => Promise<void>, by?: AnsweredBy): Promise<void>;
  /** The same, and waits until it is idle. */
  goOn(id: string): Promise<ExecutionResult>;
}

export function createExecutions(deps: ExecutionsDeps): Executions {
  const { live: liveDeps, executions, store } = deps;
  const access = createExecutionAccess(deps);
  const submitAnswer = createSubmitAnswer({ ...deps, access });
  const { locate, append, appendFromOutside, isDrivenElsewhere } = access;

  /** Waits through a pause that channels may end, as long as the caller wants to. */
  const orAnswered = async (work: Promise<ExecutionResult>, options: ResumeOptions): Promise<ExecutionResult> => {
    const result = await work;
    if (result.status !== 'paused') return result;
    const { executionId: id } = result;
    const next = async (): Promise<ExecutionResult> => {
      const hasChanged = await deps.changed(id, options.waitForChannels ? 'held' : 'offering');
      return hasChanged ? orAnswered(access.whenIdle(id), options) : result;
    };
    return orSoFar(next(), () => result);
  };

  const starter = createStarter({
    ...deps,
    resultOnceIdle: access.resultOnceIdle,
    whenIdle: access.whenIdle,
    cancel: (id, reason) => cancel(id, reason),
  });

  const run = async (program: string, options: ExecuteOptions, errand?: Errand): Promise<ExecutionResult> => {
    const begun = starter.begin(program, options, errand);
    const result = begun.kind === 'live' ? access.resultOnceIdle(begun.live) : begun.written.then(access.whenIdle);
    try {
      return await orAnswered(result, options);
    } catch (error) {
      const id = error instanceof StoreUnavailableError ? await starter.stored(begun) : undefined;
      throw id === undefined ? error : new ResultUnavailableError(id, { cause: error });
    }
  };

  /** Appends to an execution, whichever process owns it, and waits until it is idle. */
  const appendAndWait = async (
    id: ExecutionId,
    make: (state: ExecutionState) => readonly NewEntry[],
  ): Promise<ExecutionResult> => {
    make((await access.past(id)).state);
    const live = (await access.isDrivenElsewhere(id)) ? undefined : await access.tryContinue(id);
    try {
      await live?.ready;
      await live?.submit(make);
      if (live)
        return await orSoFar(access.resultOnceIdle(live), () => resultOf(id, live.journal.past(), live.isolation));
    } catch (error) {
      if (!(live && error instanceof OwnershipLostError)) throw error;
      executions.drop(live);
    }
    const past = await access.appendFromOutside(id, (entries) => make(fold(entries)));
    return orSoFar(access.whenIdle(id), () => resultOf(id, past, undefined));
  };

  /** False if another process took it over, or it was evicted, meanwhile. */
  const isCancelledHere = async (live: LiveExecution, entry: NewEntry): Promise<boolean> => {
    try {
      await live.submit(() => [entry]);
    } catch (error) {
      if (!(error instanceof OwnershipLostError)) throw error;
      executions.drop(live);
      return false;
    }
    executions.drop(live);
    return true;
  };

  const cancel: Executions['cancel'] = async (given, reason, by = LIBRARY) => {
    const id = await locate(given);
    const entry: NewEntry = reason === undefined ? { kind: 'cancelled', by } : { kind: 'cancelled', by, reason };
    const live = executions.find(id);
    const past =
      live && (await isCancelledHere(live, entry))
        ? live.journal.past()
        : await access.appendFromOutside(id, (entries) => (isOver(fold(entries)) ? [] : [entry]));
    executions.places.leave(id);
    const follow = async (): Promise<ExecutionResult> => {
      await deps.related(id);
      await deps.secretAnswers.tidyEnded(await access.read(id));
      return access.get(id);
    };
    return orSoFar(follow(), () => resultOf(id, past, undefined));
  };

  return {
    locate,
    append,
    appendFromOutside,
    isDrivenElsewhere,
    execute: async (program, options, purpose) => run(program, options, purpose && { purpose }),
    start: async (program, options) => starter.written(starter.begin(program, options)),
    async fork(given, program, options) {
      const elicitation = ElicitationId.safeParse(given);
      if (!elicitation.success) throw new UnknownElicitationError(given);
      const execution = await locate(given);
      const { state } = await access.past(execution);
      if (!openQuestions(state).some((question) => question.elicitation === given))
        throw new CannotForkError(elicitation.data);
      const { session, agent, labels } = state.started;
      const inherited = { session, ...(agent === undefined ? {} : { agent }) };
      const own = { ...inherited, ...options, labels: { ...labels, ...options.labels } };
      return run(program, own, { parent: { elicitation: elicitation.data, execution } });
    },
    async resume(given, answer, options = {}) {
      const accepted = await submitAnswer(given, readResumeAnswer(given, answer, liveDeps.limits), options);
      return orAnswered(accepted(), options);
    },
    async accept(given, answer, shown) {
      const read = readResumeAnswer(given, answer, liveDeps.limits);
      const accepted = await submitAnswer(given, read, shown === undefined ? {} : { shown });
      accepted().catch((error) =>
        liveDeps.log.warn({ err: error, given }, 'continuing after an answer failed; the answer is journaled'),
      );
    },
    async complete(flow, outcome) {
      assertAnswerSize({ approved: true, data: outcome.content }, liveDeps.limits);
      const { executionId: id, elicitationId: elicitation } = await findFlow(store, flow);
      const { state } = await access.latest(id);
      const question = openQuestion(state, elicitation);
      if (question === undefined) {
        const entries = await store.read(id);
        const again = repeatedCompletion(entries, elicitation, outcome);
        await assertCompletedWith(entries, elicitation, again, deps.secretAnswers);
        return access.get(id);
      }
      const given = { question, ...partSecrets(question, flowAnswer(question, outcome)) };
      const keepAndWrite = async (): Promise<ExecutionResult> => {
        await deps.secretAnswers.keep(state.started.session, [given]);
        const result = await appendAndWait(id, (now) =>
          completionEntries(now, elicitation, given.answer, liveDeps.clock.now()),
        );
        // The entries may not have been written: only the journal shows what became the answer.
        await assertCompletedWith(await readWritten(store, id), elicitation, given, deps.secretAnswers);
        return result;
      };
      return deps.secretAnswers.tidyAfter([given], keepAndWrite, () => store.read(id));
    },
    cancel,
    async reask(elicitation) {
      const id = await locate(elicitation);
      const parsed = ElicitationId.safeParse(elicitation);
      if (!parsed.success) throw new UnknownElicitationError(elicitation);
      const make = (entries: readonly JournalEntry[]) => reaskEntries(id, entries, parsed.data, liveDeps);
      await access.latest(id);
      const live = executions.find(id);
      if (live) {
        // What the program did with the expiry so far counts, written or not.
        await live.journal.flush();
        // Refused before anything is evicted: what runs here continues.
        make(live.journal.past().entries);
        executions.drop(live);
      }
      const past = await access.appendFromOutside(id, make).catch(async (error: unknown) => {
        // Its program continued at the last moment, and keeps running here.
        if (live) await access.tryContinue(id);
        throw error;
      });
      return orSoFar(access.whenIdle(id), () => resultOf(id, past, undefined));
    },
    get: async (id) => access.get(await locate(id), 'people'),
    async wake(id) {
      // One that is idle here may have been taken over by a process that has died since.
      if (executions.find(id)) await access.latest(id);
      const live = (await access.tryContinue(id)) ?? (await access.continueInTurn(id));
      await live?.ready;
    },
    async takeOver(given, by = LIBRARY) {
      const id = await locate(given);
      // Evicts a copy that is idle here while another process owns the execution.
      await access.latest(id);
      const { owner: from } = (await store.summary(id)) ?? {};
      const entry: NewEntry = { kind: 'taken-over', by, ...(from === undefined ? {} : { from }) };
      const isElsewhere = from !== deps.owners.lease.id && !executions.find(id);
      // First the entry, which says who did it and makes the former owner drop the execution, whatever fails then.
      if (!isElsewhere) return access.whenIdle(id);
      const past = await access.appendFromOutside(
        id,
        (entries) => (fold(entries).status.kind === 'running' ? [entry] : []),
        deps.owners.lease.id,
      );
      const follow = async (): Promise<ExecutionResult> => {
        // Where the store has claims, an owner is taken off before another can claim.
        if (from !== undefined && store.claim) await store.release(id, from);
        return access.whenIdle(id);
      };
      return orSoFar(follow(), () => resultOf(id, past, undefined));
    },
    async retire(given, keep, by = LIBRARY) {
      const id = await locate(given);
      // Reading it marks a damaged journal, and clears the mark of one that can be read.
      const isWhole = await access.past(id).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof JournalCorruptError)) throw error;
          if (error.unknownKind !== undefined) throw new CannotRetireError(id, error.problem);
          return false;
        },
      );
      const remains = isWhole ? undefined : await store.remains(id);
      if (remains === undefined) throw new CannotRetireError(id, CAN_BE_READ);
      await keep(remains);
      const live = executions.find(id);
      if (live) executions.drop(live);
      if (!(await store.retire(id, by))) throw new CannotRetireError(id, CAN_BE_READ);
    },
    async goOn(given) {
      const id = await locate(given);
      if (!(await access.tryContinue(id))) await access.continueInTurn(id);
      return access.whenIdle(id);
    },
  };
}

/** Whether there is nothing left to cancel: a plan that is ready is withdrawn. */
const isOver = (state: ExecutionState): boolean => isTerminal(state.status) && !isReadyPlan(state);

const CAN_BE_READ = 'its journal can be read; "toolshed cancel" ends it, and "toolshed prune" removes it later';
