// Starting, answering, cancelling and reading executions, whichever process holds them.

import {
  ElicitationId,
  type EntryOf,
  ExecutionId,
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
import type { ExecuteOptions, ResumeAnswer } from '../toolshed.js';
import { answerEntries, assertOwn, chooseQuestions, readAnswer } from './answer-question.js';
import type { LiveExecution } from './drive.js';
import { UnknownElicitationError, UnknownExecutionError } from './errors.js';
import { reaskEntries } from './reask.js';
import { AlreadyStartedError, OwnershipLostError, ownedSummary, place } from './execution-journal.js';
import type { ExecutionResult } from './execution-result.js';
import type { LiveDeps } from './live-deps.js';
import type { LiveExecutions } from './live-executions.js';
import { isAlive } from './process-identity.js';
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
  resume(id: string, answer: ResumeAnswer): Promise<ExecutionResult>;
  cancel(id: string, reason: string | undefined): Promise<ExecutionResult>;
  /** Asks an expired question again, and those that were open beside it. */
  reask(elicitation: string): Promise<ExecutionResult>;
  get(id: string): Promise<ExecutionResult>;
  /** Drives an execution that time or a crash left waiting, until it rests. */
  wake(id: ExecutionId): Promise<void>;
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
      if (summary.owner === undefined || summary.owner === owner || !isAlive(summary.owner))
        return settled(await executions.load(id));
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };

  const settled = async (live: LiveExecution): Promise<ExecutionResult> => {
    const { journal } = live;
    try {
      await executions.untilRest(live);
      return resultOf(journal.id, journal.entries, live.walls);
    } catch (error) {
      executions.drop(journal.id);
      if (error instanceof AlreadyStartedError) return whenAtRest(error.execution);
      if (error instanceof OwnershipLostError) return whenAtRest(journal.id);
      throw error;
    }
  };

  const isDrivenElsewhere = async (id: ExecutionId): Promise<boolean> => {
    if (executions.find(id)) return false;
    const summary = await store.summary(id);
    if (summary === undefined) throw new UnknownExecutionError(id);
    return (
      summary.status === 'running' && summary.owner !== undefined && summary.owner !== owner && isAlive(summary.owner)
    );
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

  const answerHere = async (live: LiveExecution, answer: ResumeAnswer): Promise<void> => {
    const { journal } = live;
    const chosen = chooseQuestions(journal.id, journal.state, answer);
    const answers = chosen.map((question) => ({
      question,
      answer: readAnswer(question, answer, deps.agentsMayAnswer),
    }));
    const entries = await journal.append((state) =>
      answers.flatMap((one) => answerEntries(state, one.question, one.answer)),
    );
    await rememberAll(journal.id, journal.state.started, chosen, answer);
    if (entries.length > 0) live.noticed(entries);
  };

  const answerElsewhere = async (id: ExecutionId, answer: ResumeAnswer): Promise<void> => {
    await appendFromOutside(id, (entries) => {
      const chosen = chooseQuestions(id, fold(entries), answer);
      return chosen.map((question) => {
        const { elicitation, call } = question;
        return { kind: 'answered', elicitation, call, answer: readAnswer(question, answer, deps.agentsMayAnswer) };
      });
    });
  };

  const rememberAll = async (
    id: ExecutionId,
    { session }: EntryOf<'started'>,
    chosen: readonly { readonly request: { readonly toolPath?: string | undefined } }[],
    answer: ResumeAnswer,
  ): Promise<void> => {
    if (!answer.approved || answer.remember === undefined) return;
    for (const { request } of chosen) await deps.remember({ session, id }, request.toolPath, answer);
  };

  return {
    locate,
    async execute(program, options) {
      const source = programText(program, liveDeps.limits.sourceBytes);
      const id = newExecutionId();
      const started = startedEntry(source, options, liveDeps.clock.now(), deps.engine);
      return settled(executions.begin(id, started));
    },
    async resume(given, answer) {
      const id = await locate(given);
      const named = answer.elicitationId ?? (given === id ? undefined : given);
      if (named !== undefined) assertOwn(id, named, await locate(named));
      const wish = named === undefined ? answer : { ...answer, elicitationId: named };
      if (await isDrivenElsewhere(id)) {
        await answerElsewhere(id, wish);
        return whenAtRest(id);
      }
      const state = executions.find(id)?.journal.state ?? fold(await readAll(store, id));
      if (isSettled(state.status)) return get(id);
      const live = await executions.load(id);
      await live.ready;
      try {
        await answerHere(live, wish);
      } catch (error) {
        if (!(error instanceof OwnershipLostError)) throw error;
        executions.drop(id);
        return whenAtRest(id);
      }
      return settled(live);
    },
    async cancel(given, reason) {
      const id = await locate(given);
      const by = { principal: 'host', kind: 'person', channel: 'library' } as const;
      const entry: NewEntry = reason === undefined ? { kind: 'cancelled', by } : { kind: 'cancelled', by, reason };
      const live = executions.find(id);
      if (live) {
        const entries = await live.journal.append(() => [entry]);
        live.noticed(entries);
        executions.drop(id);
      } else {
        await readAll(store, id);
        await appendFromOutside(id, (entries) => (isSettled(fold(entries).status) ? [] : [entry]));
      }
      return get(id);
    },
    async reask(elicitation) {
      const id = await locate(elicitation);
      const parsed = ElicitationId.safeParse(elicitation);
      if (!parsed.success) throw new UnknownElicitationError(elicitation);
      executions.drop(id);
      await appendFromOutside(id, (entries) => reaskEntries(id, entries, parsed.data, liveDeps));
      return whenAtRest(id);
    },
    get: async (id) => get(await locate(id)),
    async wake(id) {
      await settled(await executions.load(id));
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
