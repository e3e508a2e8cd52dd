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
  MiddlewareError,
  type NewEntry,
  newExecutionId,
  newSeed,
  openQuestions,
  type ParentQuestion,
} from '@toolshed/kernel';
import type { ExecuteOptions, ResumeAnswer, ResumeOptions } from '../toolshed.js';
import {
  LIBRARY,
  answerEntries,
  assertOwn,
  type GivenAnswer,
  type HeardAnswer,
  isApproval,
  meantAnswers,
} from './answer-question.js';
import type { LiveExecution } from './drive.js';
import { CannotForkError, UnknownElicitationError, UnknownExecutionError } from './errors.js';
import { reaskEntries } from './reask.js';
import { AlreadyStartedError, OwnershipLostError, ownedSummary, place } from './execution-journal.js';
import type { ExecutionResult } from './execution-result.js';
import type { LiveDeps } from './live-deps.js';
import type { LiveExecutions } from './live-executions.js';
import { isDrivenByAnother } from './process-identity.js';
import { programText } from './program-text.js';
import { pendingOf } from './questions.js';
import { resultOf } from './result-of.js';

export interface ExecutionsDeps {
  readonly live: LiveDeps;
  readonly executions: LiveExecutions;
  readonly store: JournalStore;
  readonly owner: string;
  readonly engine: string;
  readonly agentsMayAnswer: boolean;
  /** Told of what is appended here to executions that are not live here. */
  readonly onEntries: (id: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]) => void;
  /** Whether an answer may still come without anybody calling `resume`; resolves when that changed. */
  readonly changed: (id: ExecutionId, patience: 'offering' | 'held') => Promise<boolean>;
  /** Resolves once the relatives of an execution know what became of it. */
  readonly related: (id: ExecutionId) => Promise<void>;
  readonly remember: (
    state: { session: string; id: ExecutionId },
    path: string | undefined,
    answer: ResumeAnswer,
  ) => Promise<void>;
}

export interface Executions {
  execute(program: string, options: ExecuteOptions): Promise<ExecutionResult>;
  resume(id: string, answer: ResumeAnswer, options?: ResumeOptions): Promise<ExecutionResult>;
  /** The same, but resolves once the answer is journaled. `shown`: the digest of the words it was given to. */
  accept(id: string, answer: ResumeAnswer, shown?: string): Promise<void>;
  /** Starts a side quest. */
  fork(elicitation: string, program: string, options: ExecuteOptions): Promise<ExecutionResult>;
  /** Appends to an execution, wherever it is. */
  append(id: ExecutionId, make: (state: ExecutionState) => readonly NewEntry[]): Promise<void>;
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
/** Threat: middleware and a channel that talk to each other for ever, filling the journal. */
const MAX_REVISIONS = 20;

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
      await deps.related(journal.id);
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

  /** Goes on with a pause that ends by itself, as far as the caller wants to wait for that. */
  const orAnswered = async (work: Promise<ExecutionResult>, options: ResumeOptions): Promise<ExecutionResult> => {
    let result = await work;
    const patience = options.waitForChannels ? 'held' : 'offering';
    while (result.status === 'paused' && (await deps.changed(result.executionId, patience)))
      result = await whenAtRest(result.executionId);
    return result;
  };

  /** Appends to an execution this process does not drive: an answer, a cancellation, or news of a side quest. */
  const appendFromOutside = async (
    id: ExecutionId,
    make: (entries: readonly JournalEntry[]) => readonly NewEntry[],
  ): Promise<void> => {
    for (;;) {
      const entries = await store.read(id);
      if (entries.length === 0) return;
      const state = fold(entries);
      const at = liveDeps.clock.now();
      const added = make(entries).map((entry, index) => place(entry, state.length + index, at));
      if (added.length === 0) return;
      const current = await store.summary(id);
      try {
        const next = fold([...entries, ...added]);
        await store.append(id, added, ownedSummary(id, next, at, current?.owner ?? owner));
        deps.onEntries(id, next, added);
        return;
      } catch (error) {
        if (!(error instanceof JournalConflictError)) throw error;
      }
    }
  };

  /** Journaled; what is left is to wait. */
  type Accepted = () => Promise<ExecutionResult>;

  /** What the host's middleware makes of each answer. */
  const hear = async (id: ExecutionId, state: ExecutionState, given: readonly GivenAnswer[]): Promise<Heard> => {
    const heard: HeardAnswer[] = [];
    for (const { question, answer } of given) {
      const { original, request, raws } = question;
      const pending = pendingOf(id, state, { ...question, request: original ?? request });
      const step = await liveDeps.around.pass(pending, raws, answer);
      if (step.kind === 'asks' && raws.length >= MAX_REVISIONS) {
        liveDeps.around.forget(question.elicitation);
        throw new MiddlewareError(question.elicitation, `it has asked ${MAX_REVISIONS} times again`);
      }
      if (step.kind === 'asks') heard.push({ kind: 'revised', question, request: step.request, raw: answer });
      else heard.push({ kind: 'answered', question, answer: step.answer, raw: step.raw });
    }
    return heard;
  };

  const entriesOf = (state: ExecutionState, heard: Heard): readonly NewEntry[] =>
    heard.flatMap((one) => {
      const entries = answerEntries(state, one, liveDeps.digest);
      if (entries.length === 0) liveDeps.around.forget(one.question.elicitation);
      return entries;
    });

  /** What was not journaled, the waiting run of the middleware must not have heard. */
  const unlessLost = async <T>(heard: Heard, write: () => Promise<T>): Promise<T> => {
    try {
      return await write();
    } catch (error) {
      for (const { question } of heard) liveDeps.around.forget(question.elicitation);
      throw error;
    }
  };

  const answerHere = async (id: ExecutionId, heard: Heard, answer: ResumeAnswer): Promise<Accepted> => {
    const live = await unlessLost(heard, async () => {
      const loaded = await executions.load(id);
      await loaded.ready;
      await loaded.submit(
        (state) => entriesOf(state, heard),
        () => rememberAll(id, loaded.journal.state, heard, answer),
      );
      return loaded;
    });
    return () => settled(live);
  };

  /** The driver starts what was approved: an `invoking` of ours would say that we do. */
  const answerElsewhere = async (
    id: ExecutionId,
    known: ExecutionState,
    heard: Heard,
    answer: ResumeAnswer,
  ): Promise<Accepted> => {
    await unlessLost(heard, () =>
      appendFromOutside(id, (entries) => entriesOf(fold(entries), heard).filter(({ kind }) => kind !== 'invoking')),
    );
    await rememberAll(id, known, heard, answer);
    return () => whenAtRest(id);
  };

  const rememberAll = async (
    id: ExecutionId,
    state: ExecutionState,
    heard: Heard,
    answer: ResumeAnswer,
  ): Promise<void> => {
    if (!isApproval(answer) || answer.remember === undefined) return;
    const { session } = state.started;
    // A path in a question of the program's own is the program's word: remembering it would let a program have any tool
    // granted under any text it likes.
    const approved = heard.filter((one) => one.kind === 'answered' && one.answer.action === 'accept');
    const fromGate = approved.filter(({ question }) => question.asker === 'gate');
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
  const answerOnce = async (id: ExecutionId, answer: ResumeAnswer, shown?: string): Promise<Accepted> => {
    const meant = meantAnswers(id, answer, deps.agentsMayAnswer, shown);
    let heard: Heard | undefined;
    for (;;) {
      if (await isDrivenElsewhere(id)) {
        const state = fold(await readAll(store, id));
        heard ??= await hear(id, state, meant(state));
        return answerElsewhere(id, state, heard, answer);
      }
      const known = executions.find(id);
      try {
        await known?.journal.catchUp();
        const state = known ? known.journal.state : fold(await readAll(store, id));
        if (isSettled(state.status)) return () => get(id);
        heard ??= await hear(id, state, meant(state));
        return await answerHere(id, heard, answer);
      } catch (error) {
        if (!(error instanceof OwnershipLostError)) throw error;
        if (known) executions.drop(known);
      }
    }
  };

  const answerAny = async (given: string, answer: ResumeAnswer, shown?: string): Promise<Accepted> => {
    const id = await locate(given);
    const named = answer.elicitationId ?? (given === id ? undefined : given);
    if (named !== undefined) assertOwn(id, named, await locate(named));
    return answerOnce(id, named === undefined ? answer : { ...answer, elicitationId: named }, shown);
  };

  const append: Executions['append'] = async (id, make) => {
    for (;;) {
      const live = executions.find(id);
      try {
        if (live) await live.submit(make);
        else await appendFromOutside(id, (entries) => make(fold(entries)));
        return;
      } catch (error) {
        if (!(error instanceof OwnershipLostError && live)) throw error;
        executions.drop(live);
      }
    }
  };

  const start = (program: string, options: ExecuteOptions, parent?: ParentQuestion): Promise<ExecutionResult> => {
    const source = programText(program, liveDeps.limits.sourceBytes);
    const started = startedEntry(source, options, liveDeps.clock.now(), deps.engine, parent);
    return orAnswered(settled(executions.begin(newExecutionId(), started)), options);
  };

  return {
    locate,
    async execute(program, options) {
      return start(program, options);
    },
    async fork(given, program, options) {
      const elicitation = ElicitationId.safeParse(given);
      if (!elicitation.success) throw new UnknownElicitationError(given);
      const execution = await locate(given);
      const state = fold(await readAll(store, execution));
      if (!openQuestions(state).some((question) => question.elicitation === given)) throw new CannotForkError(given);
      const { session, agent, labels } = state.started;
      const inherited = { session, ...(agent === undefined ? {} : { agent }) };
      const own = { ...inherited, ...options, labels: { ...labels, ...options.labels } };
      return start(program, own, { elicitation: elicitation.data, execution });
    },
    async resume(given, answer, options = {}) {
      const accepted = await answerAny(given, answer);
      return orAnswered(accepted(), options);
    },
    async accept(given, answer, shown) {
      const accepted = await answerAny(given, answer, shown);
      accepted().catch((error) => liveDeps.log.warn({ err: error, given }, 'could not go on after an answer'));
    },
    append,
    async cancel(given, reason, by = LIBRARY) {
      const id = await locate(given);
      const entry: NewEntry = reason === undefined ? { kind: 'cancelled', by } : { kind: 'cancelled', by, reason };
      const live = executions.find(id);
      if (!(live && (await isCancelledHere(live, entry)))) {
        await readAll(store, id);
        await appendFromOutside(id, (entries) => (isSettled(fold(entries).status) ? [] : [entry]));
      }
      await deps.related(id);
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

type Heard = readonly HeardAnswer[];

function startedEntry(
  source: string,
  options: ExecuteOptions,
  at: number,
  engine: string,
  parent: ParentQuestion | undefined,
): EntryOf<'started'> {
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
    ...(parent === undefined ? {} : { parent }),
  };
}
