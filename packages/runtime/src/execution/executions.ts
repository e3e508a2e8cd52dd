// Starting, answering, cancelling and reading executions, whichever process holds them.

import {
  type AnsweredBy,
  ElicitationId,
  type EntryOf,
  ExecutionId,
  type ExecutionState,
  fold,
  isSettled,
  JOURNAL_FORMAT,
  JournalConflictError,
  type JournalEntry,
  type JournalStore,
  type NewEntry,
  newExecutionId,
  newSeed,
} from '@toolshed/kernel';
import type { AnswerLeave, ExecuteOptions, ResumeAnswer } from '../toolshed.js';
import { LIBRARY, answerEntries, assertOwn, type GivenAnswer, meantAnswers } from './answer-question.js';
import type { LiveExecution } from './drive.js';
import { UnknownElicitationError, UnknownExecutionError } from './errors.js';
import { reaskEntries } from './reask.js';
import { AlreadyStartedError, OwnershipLostError, ownedSummary, place } from './execution-journal.js';
import type { ExecutionResult } from './execution-result.js';
import type { LiveDeps } from './live-deps.js';
import type { LiveExecutions } from './live-executions.js';
import { isDrivenByAnother } from './process-identity.js';
import { programText } from './program-text.js';
import { resultOf } from './result-of.js';

export interface ExecutionsDeps {
  readonly live: LiveDeps;
  readonly executions: LiveExecutions;
  readonly store: JournalStore;
  readonly owner: string;
  readonly engine: string;
  readonly agentsMayAnswer: boolean;
  readonly remember: (
    state: { session: string; id: ExecutionId },
    path: string | undefined,
    answer: ResumeAnswer,
  ) => Promise<void>;
}

export interface Executions {
  execute(program: string, options: ExecuteOptions): Promise<ExecutionResult>;
  resume(id: string, answer: ResumeAnswer, leave?: AnswerLeave): Promise<ExecutionResult>;
  cancel(id: string, reason?: string, by?: AnsweredBy): Promise<ExecutionResult>;
  /** Asks an expired question again, and those that were open beside it. */
  reask(elicitation: string): Promise<ExecutionResult>;
  get(id: string): Promise<ExecutionResult>;
  /** Drives an execution that time or a crash left waiting; resolves once it is restored. */
  wake(id: ExecutionId): Promise<void>;
  /** The same, and waits until it rests. */
  goOn(id: string): Promise<ExecutionResult>;
  locate(id: string): Promise<ExecutionId>;
}

const POLL_MS = 50;

export function createExecutions(deps: ExecutionsDeps): Executions {
  const { live: liveDeps, executions, store, owner } = deps;

  const locate = async (id: string): Promise<ExecutionId> => {
    const elicitation = ElicitationId.safeParse(id);
    if (elicitation.success) {
      const found = await store.locate(elicitation.data);
      if (found === undefined) throw new UnknownElicitationError(id);
      return found;
    }
    const execution = ExecutionId.safeParse(id);
    if (!execution.success) throw new UnknownExecutionError(id);
    return execution.data;
  };

  const get = async (id: ExecutionId): Promise<ExecutionResult> => {
    const live = executions.find(id);
    const entries = await store.read(id);
    if (entries.length === 0) throw new UnknownExecutionError(id);
    return resultOf(id, entries, live?.walls);
  };

  /** The result once it rests, whoever drives it. */
  const whenAtRest = async (id: ExecutionId): Promise<ExecutionResult> => {
    for (;;) {
      const live = executions.find(id);
      if (live) return settled(live);
      const summary = await store.summary(id);
      if (summary === undefined) throw new UnknownExecutionError(id);
      if (summary.status !== 'running') return get(id);
      const taken = isDrivenByAnother(summary, owner) ? undefined : await loadIfFree(id);
      if (taken) return settled(taken);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };

  /** Undefined if another process took it. */
  const loadIfFree = (id: ExecutionId): Promise<LiveExecution | undefined> =>
    executions.load(id).catch((error) => {
      if (error instanceof OwnershipLostError) return undefined;
      throw error;
    });

  const settled = async (live: LiveExecution): Promise<ExecutionResult> => {
    const { journal } = live;
    try {
      await executions.untilRest(live);
      return resultOf(journal.id, journal.entries, live.walls);
    } catch (error) {
      executions.drop(live);
      if (error instanceof AlreadyStartedError) return whenAtRest(error.execution);
      if (error instanceof OwnershipLostError) return whenAtRest(journal.id);
      throw error;
    }
  };

  const isDrivenElsewhere = async (id: ExecutionId): Promise<boolean> => {
    if (executions.find(id)) return false;
    const summary = await store.summary(id);
    if (summary === undefined) throw new UnknownExecutionError(id);
    return isDrivenByAnother(summary, owner);
  };

  /** Appends to an execution this process does not drive: an answer or a cancellation. */
  const appendFromOutside = async (
    id: ExecutionId,
    make: (entries: readonly JournalEntry[]) => readonly NewEntry[],
  ): Promise<void> => {
    for (;;) {
      const entries = await store.read(id);
      const state = fold(entries);
      const at = liveDeps.clock.now();
      const added = make(entries).map((entry, index) => place(entry, state.length + index, at));
      if (added.length === 0) return;
      const current = await store.summary(id);
      try {
        await store.append(id, added, ownedSummary(id, fold([...entries, ...added]), at, current?.owner ?? owner));
        return;
      } catch (error) {
        if (!(error instanceof JournalConflictError)) throw error;
      }
    }
  };

  type Meant = (state: ExecutionState) => readonly GivenAnswer[];

  const answerHere = async (id: ExecutionId, meant: Meant, answer: ResumeAnswer): Promise<ExecutionResult> => {
    const live = await executions.load(id);
    await live.ready;
    await live.submit(
      (state) => meant(state).flatMap((one) => answerEntries(state, one)),
      () => rememberAll(id, live.journal.state, meant, answer),
    );
    return settled(live);
  };

  /** The driver starts what was approved: an `invoking` of ours would say that we do. */
  const answerElsewhere = async (id: ExecutionId, meant: Meant, answer: ResumeAnswer): Promise<ExecutionResult> => {
    await appendFromOutside(id, (entries) => {
      const state = fold(entries);
      return meant(state).flatMap((one) => answerEntries(state, one).filter(({ kind }) => kind === 'answered'));
    });
    await rememberAll(id, fold(await readAll(store, id)), meant, answer);
    return whenAtRest(id);
  };

  const rememberAll = async (
    id: ExecutionId,
    state: ExecutionState,
    meant: Meant,
    answer: ResumeAnswer,
  ): Promise<void> => {
    if (!answer.approved || answer.remember === undefined) return;
    const { session } = state.started;
    // A path in a question of the program's own is the program's word: remembering it would let a program have any tool
    // granted under any text it likes.
    const fromGate = meant(state).filter(({ question }) => question.asker === 'gate');
    for (const { question } of fromGate) await deps.remember({ session, id }, question.request.toolPath, answer);
  };

  /** False if another process, or a rest, took it from under us. */
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

  /**
   * Again from the start whenever another process, or a rest, took the execution from under us. What is meant is
   * decided before it is brought back: a question that only comes up then, such as one in doubt, nobody has seen.
   */
  const answerOnce = async (
    id: ExecutionId,
    answer: ResumeAnswer,
    leave: AnswerLeave | undefined,
  ): Promise<ExecutionResult> => {
    const meant = meantAnswers(id, answer, leave?.fromAgent ?? deps.agentsMayAnswer);
    for (;;) {
      if (await isDrivenElsewhere(id)) return answerElsewhere(id, meant, answer);
      const known = executions.find(id);
      try {
        await known?.journal.catchUp();
        const state = known ? known.journal.state : fold(await readAll(store, id));
        if (isSettled(state.status)) return get(id);
        meant(state);
        return await answerHere(id, meant, answer);
      } catch (error) {
        if (!(error instanceof OwnershipLostError)) throw error;
        if (known) executions.drop(known);
      }
    }
  };

  return {
    locate,
    async execute(program, options) {
      const source = programText(program, liveDeps.limits.sourceBytes);
      const id = newExecutionId();
      const started = startedEntry(source, options, liveDeps.clock.now(), deps.engine);
      const live = executions.begin(id, started);
      if (options.onStarted) live.journal.written.then(options.onStarted, () => undefined);
      return settled(live);
    },
    async resume(given, answer, leave) {
      const id = await locate(given);
      const named = answer.elicitationId ?? (given === id ? undefined : given);
      if (named !== undefined) assertOwn(id, named, await locate(named));
      return answerOnce(id, named === undefined ? answer : { ...answer, elicitationId: named }, leave);
    },
    async cancel(given, reason, by = LIBRARY) {
      const id = await locate(given);
      const entry: NewEntry = reason === undefined ? { kind: 'cancelled', by } : { kind: 'cancelled', by, reason };
      const live = executions.find(id);
      if (!(live && (await isCancelledHere(live, entry)))) {
        await readAll(store, id);
        await appendFromOutside(id, (entries) => (isSettled(fold(entries).status) ? [] : [entry]));
      }
      return get(id);
    },
    async reask(elicitation) {
      const id = await locate(elicitation);
      const parsed = ElicitationId.safeParse(elicitation);
      if (!parsed.success) throw new UnknownElicitationError(elicitation);
      const live = executions.find(id);
      if (live) executions.drop(live);
      await appendFromOutside(id, (entries) => reaskEntries(id, entries, parsed.data, liveDeps));
      return whenAtRest(id);
    },
    get: async (id) => get(await locate(id)),
    async wake(id) {
      const live = await loadIfFree(id);
      await live?.ready;
    },
    async goOn(given) {
      const id = await locate(given);
      await loadIfFree(id);
      return whenAtRest(id);
    },
  };
}

async function readAll(store: JournalStore, id: ExecutionId): Promise<readonly JournalEntry[]> {
  const entries = await store.read(id);
  if (entries.length === 0) throw new UnknownExecutionError(id);
  return entries;
}

function startedEntry(source: string, options: ExecuteOptions, at: number, engine: string): EntryOf<'started'> {
  const { session = 'default', agent, labels = {}, idempotencyKey } = options;
  return {
    kind: 'started',
    seq: 0,
    at,
    format: JOURNAL_FORMAT,
    source,
    seed: newSeed(),
    session,
    ...(agent === undefined ? {} : { agent }),
    labels: { ...labels },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    engine,
  };
}
