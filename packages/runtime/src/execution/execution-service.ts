// Starts, answers, cancels and reads executions, whichever process owns them. The one entry to `execution/`: hosts reach it
// through `openToolshed`. It talks to `residency` for executions in memory or elsewhere, and to `answers` and `questions`.

import {
  type AnsweredBy,
  ElicitationId,
  type EntryOf,
  type ExecutionId,
  JournalCorruptError,
  type JournalEntry,
  type ParentQuestion,
} from '@toolshed/kernel';
import {
  type ExecutionState,
  fold,
  isTerminal,
  JOURNAL_FORMAT,
  type NewEntry,
  newExecutionId,
  newSeed,
  openQuestion,
  openQuestions,
  CannotForkError,
} from '@toolshed/kernel/runtime';
import type { Limits } from '../sandbox/limits.js';
import type { ExecuteOptions, FlowOutcome, ResumeAnswer, ResumeAnswers, ResumeOptions } from '../toolshed.js';
import { createSubmitAnswer, type SubmitAnswerDeps } from './answers/submit-answer.js';
import { completionEntries, findFlow, flowAnswer } from './questions/complete-flow.js';
import { assertCompletedWith, repeatedCompletion } from './questions/completed-flow.js';
import type { LiveExecution } from './drive/drive-execution.js';
import { CannotRetireError, UnknownElicitationError } from './execution-errors.js';
import { OwnershipLostError } from './journal/execution-journal.js';
import type { ExecutionResult } from './execution-result.js';
import { programText } from './program/program-text.js';
import { assertAnswerSize, LIBRARY, readResumeAnswer } from './answers/read-answer.js';
import { createExecutionAccess, type ExecutionAccess, type ExecutionAccessDeps } from './residency/execution-access.js';
import { reaskEntries } from './questions/reask.js';
import { partSecrets } from './answers/secret-answers.js';

export interface ExecutionsDeps extends ExecutionAccessDeps, Omit<SubmitAnswerDeps, 'access'> {
  readonly engine: string;
  /** Waits while channels may still answer; resolves with whether something changed. */
  readonly changed: (id: ExecutionId, patience: 'offering' | 'held') => Promise<boolean>;
}

export interface Executions
  extends Pick<ExecutionAccess, 'locate' | 'append' | 'appendFromOutside' | 'isDrivenElsewhere'> {
  execute(program: string, options: ExecuteOptions): Promise<ExecutionResult>;
  /** Resolves once the execution is on disk, or the one its idempotency key names. */
  start(program: string, options: ExecuteOptions): Promise<ExecutionId>;
  resume(id: string, answer: boolean | ResumeAnswer | ResumeAnswers, options?: ResumeOptions): Promise<ExecutionResult>;
  /** The same, but resolves once the answer is journaled. `shown`: the digest of the words it was given to. */
  accept(id: string, answer: ResumeAnswer, shown?: string): Promise<void>;
  /** Says that the flow behind a page is over. */
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

/** Most first steps have ended by then, and are written together with `started`. */
const ACKNOWLEDGED_MS = 50;

export function createExecutions(deps: ExecutionsDeps): Executions {
  const { live: liveDeps, executions, store } = deps;
  const access = createExecutionAccess(deps);
  const submitAnswer = createSubmitAnswer({ ...deps, access });
  const { locate, append, appendFromOutside, isDrivenElsewhere } = access;

  /** Waits through a pause that channels may end, as long as the caller wants to. */
  const orAnswered = async (work: Promise<ExecutionResult>, options: ResumeOptions): Promise<ExecutionResult> => {
    let result = await work;
    const patience = options.waitForChannels ? 'held' : 'offering';
    while (result.status === 'paused' && (await deps.changed(result.executionId, patience)))
      result = await access.whenIdle(result.executionId);
    return result;
  };

  const begin = (program: string, options: ExecuteOptions, parent?: ParentQuestion): LiveExecution => {
    options.signal?.throwIfAborted();
    const source = programText(program, liveDeps.limits.sourceBytes);
    const host = { engine: deps.engine, namespaces: liveDeps.namespaces(), limits: liveDeps.limits };
    const started = startedEntry(source, options, liveDeps.clock.now(), host, parent);
    const live = executions.begin(newExecutionId(), started);
    if (options.onStarted) {
      const { id } = live.journal;
      live.journal.written
        .then(options.onStarted, () => undefined)
        .catch((error) => liveDeps.log.warn({ err: error, execution: id }, 'the callback "onStarted" failed'));
      acknowledgeSoon(live);
    }
    if (options.signal) cancelOn(options.signal, live);
    return live;
  };

  const cancelOn = (signal: AbortSignal, live: LiveExecution): void => {
    const abort = (): void => {
      acknowledgeSoon(live);
      live.journal.written
        // An execution that has its idempotency key already belongs to another caller.
        .then((id) => (id === live.journal.id ? cancel(id, 'the caller aborted it') : undefined))
        .catch((error) =>
          liveDeps.log.warn({ err: error, execution: live.journal.id }, 'cancelling after the caller aborted failed'),
        );
    };
    signal.addEventListener('abort', abort, { once: true });
    const forget = (): void => signal.removeEventListener('abort', abort);
    live.whenIdle().then(forget, forget);
  };

  /** A caller that waits for the id waits neither for a worker nor for the first step of a program that computes. */
  const acknowledgeSoon = (live: LiveExecution): void => {
    const write = (): void => {
      // A failure here happens again, and is reported, when its first step is written.
      if (executions.find(live.journal.id) === live) live.journal.append(() => []).catch(() => undefined);
    };
    setTimeout(write, ACKNOWLEDGED_MS);
  };

  const run = (program: string, options: ExecuteOptions, parent?: ParentQuestion): Promise<ExecutionResult> =>
    orAnswered(access.resultOnceIdle(begin(program, options, parent)), options);

  /** The id once it is on disk, or that of the execution its idempotency key names. */
  const written = async (live: LiveExecution): Promise<ExecutionId> => {
    acknowledgeSoon(live);
    const idle = access.resultOnceIdle(live).then(({ executionId }) => executionId);
    // Once it is written, the wake scheduler resumes one that failed to continue here.
    idle.catch((error) =>
      liveDeps.log.warn({ err: error, execution: live.journal.id }, 'continuing the execution failed'),
    );
    return Promise.race([live.journal.written, idle]);
  };

  /** Appends to an execution, whichever process owns it, and waits until it is idle. */
  const appendAndWait = async (
    id: ExecutionId,
    make: (state: ExecutionState) => readonly NewEntry[],
  ): Promise<ExecutionResult> => {
    make((await access.past(id)).state);
    const live = (await access.isDrivenElsewhere(id)) ? undefined : await access.tryTakeOver(id);
    try {
      await live?.ready;
      await live?.submit(make);
      if (live) return await access.resultOnceIdle(live);
    } catch (error) {
      if (!(live && error instanceof OwnershipLostError)) throw error;
      executions.drop(live);
    }
    await access.appendFromOutside(id, (entries) => make(fold(entries)));
    return access.whenIdle(id);
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
    if (!(live && (await isCancelledHere(live, entry)))) {
      await access.read(id);
      await access.appendFromOutside(id, (entries) => (isTerminal(fold(entries).status) ? [] : [entry]));
    }
    await deps.related(id);
    await deps.secretAnswers.tidyEnded(await access.read(id));
    return access.get(id);
  };

  return {
    locate,
    append,
    appendFromOutside,
    isDrivenElsewhere,
    execute: async (program, options) => run(program, options),
    start: async (program, options) => written(begin(program, options)),
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
      return run(program, own, { elicitation: elicitation.data, execution });
    },
    async resume(given, answer, options = {}) {
      const accepted = await submitAnswer(given, readResumeAnswer(given, answer, liveDeps.limits), options);
      return orAnswered(accepted(), options);
    },
    async accept(given, answer, shown) {
      const read = readResumeAnswer(given, answer, liveDeps.limits);
      const accepted = await submitAnswer(given, read, shown === undefined ? {} : { shown });
      accepted().catch((error) => liveDeps.log.warn({ err: error, given }, 'continuing after an answer failed'));
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
      try {
        await deps.secretAnswers.keep(state.started.session, [given]);
        const result = await appendAndWait(id, (now) =>
          completionEntries(now, elicitation, given.answer, liveDeps.clock.now()),
        );
        // The entries may not have been written: only the journal shows what became the answer.
        await assertCompletedWith(await store.read(id), elicitation, given, deps.secretAnswers);
        return result;
      } finally {
        await deps.secretAnswers.tidy([given], () => store.read(id));
      }
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
        // Refused before anything is evicted: what runs here continues.
        make(live.journal.past().entries);
        executions.drop(live);
      }
      await access.appendFromOutside(id, make);
      return access.whenIdle(id);
    },
    get: async (id) => access.get(await locate(id), 'people'),
    async wake(id) {
      // One that is idle here may have been taken over by a process that has died since.
      if (executions.find(id)) await access.latest(id);
      const live = await access.tryTakeOver(id);
      await live?.ready;
    },
    async takeOver(given, by = LIBRARY) {
      const id = await locate(given);
      // Evicts a copy that is idle here while another process owns the execution.
      await access.latest(id);
      const { owner: from } = (await store.summary(id)) ?? {};
      const entry: NewEntry = { kind: 'taken-over', by, ...(from === undefined ? {} : { from }) };
      if (from !== deps.owners.id && !executions.find(id))
        await access.appendFromOutside(
          id,
          (entries) => (fold(entries).status.kind === 'running' ? [entry] : []),
          deps.owners.id,
        );
      return access.whenIdle(id);
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
      await access.tryTakeOver(id);
      return access.whenIdle(id);
    },
  };
}

const CAN_BE_READ = 'its journal can be read; "toolshed cancel" ends it, and "toolshed prune" removes it later';

/** What an execution was started with: which hosts can continue it depends on it. */
interface StartingHost {
  readonly engine: string;
  readonly namespaces: readonly string[];
  readonly limits: Limits;
}

function startedEntry(
  source: string,
  options: ExecuteOptions,
  at: number,
  { engine, namespaces, limits: { rssMb: _, ...limits } }: StartingHost,
  parent: ParentQuestion | undefined,
): EntryOf<'started'> {
  const { session = 'default', agent, by, labels = {}, idempotencyKey } = options;
  return {
    kind: 'started',
    seq: 0,
    at,
    format: JOURNAL_FORMAT,
    source,
    seed: newSeed(),
    session,
    ...(agent === undefined ? {} : { agent }),
    ...(by === undefined ? {} : { by }),
    labels: { ...labels },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    engine,
    namespaces: [...namespaces],
    limits,
    namesQuestions: true,
    ...(parent === undefined ? {} : { parent }),
  };
}
