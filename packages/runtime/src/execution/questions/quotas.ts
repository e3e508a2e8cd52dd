// What one session, and one agent in it, may have open at once, so that none takes all of a host's memory or all of its
// people's attention.
//
// Invariants
//   Q1. A start over the quota is refused before anything is written.
//   Q2. A question is counted from when it is decided that it will be asked, so that many at once do not pass together.
//   Q3. Questions that other processes ask or answer count from the next read of the store, which happens in the
//       background once half of a quota is used. So a count that only goes up here does not refuse for long.

import {
  type EntryOf,
  type ExecutionId,
  type JournalEntry,
  type JournalStore,
  ToolError,
  ToolshedError,
} from '@toolshed/kernel';
import type { ExecutionState, GuestError } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { LIMIT_CODES, type Limits } from '../../sandbox/limits.js';

const Count = z.int().positive();

/** What one session, and one agent in it, may have open at once. */
export const Quotas = z.strictObject({
  /** Executions of one session that are in memory: running, waiting for their turn, or paused a short while ago. */
  liveExecutions: Count.default(1_000),
  /** The same, of one agent in a session; over HTTP an agent is a token. */
  liveExecutionsPerAgent: Count.default(500),
  /** Questions of one session that nobody has answered yet. */
  openQuestions: Count.default(500),
  /** The same, of one agent in a session. */
  openQuestionsPerAgent: Count.default(250),
});
export type Quotas = Readonly<z.infer<typeof Quotas>>;

/** The session, or its agent, has reached its quota. Try again once some of its work has ended. */
export class QuotaError extends ToolshedError {
  override readonly name = 'QuotaError';

  constructor(
    override readonly code: 'limit/live-executions' | 'limit/open-questions',
    readonly limit: number,
    whose: string,
  ) {
    super(
      code === 'limit/live-executions'
        ? `Cannot start another execution: ${whose} already has ${limit} that have not ended; wait for some to end, or cancel them`
        : `Cannot ask another question: ${limit} of ${whose} are open; wait until some are answered, or cancel executions`,
    );
  }
}

type Started = Pick<EntryOf<'started'>, 'session' | 'agent'>;

export interface QuestionQuota {
  /** Counts one more question of an execution (Q2); returns why it may not be asked. */
  take(id: ExecutionId, started: Started): QuotaError | undefined;
  /** Called with everything that was journaled. */
  noticed(id: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]): void;
}

const RECOUNT_MS = 1_000;

export function createQuestionQuota(quotas: Quotas, store: Pick<JournalStore, 'questions'>): QuestionQuota {
  const sessions = new Map<string, QuestionCount>();
  const recountedAt = new Map<string, number>();

  const countOf = (session: string): QuestionCount => {
    const known = sessions.get(session) ?? createQuestionCount();
    sessions.set(session, known);
    return known;
  };

  const wasJustRecounted = (session: string): boolean =>
    performance.now() - (recountedAt.get(session) ?? Number.NEGATIVE_INFINITY) < RECOUNT_MS;

  /** Q3. */
  const recount = (session: string): void => {
    if (wasJustRecounted(session)) return;
    recountedAt.set(session, performance.now());
    store.questions({ session, limit: quotas.openQuestions }).then(
      (open) => {
        const found = createQuestionCount();
        for (const { executionId, agent } of open) found.set(executionId, agent, found.of(executionId) + 1);
        sessions.set(session, found);
      },
      // If the store cannot be read, the count of this process is used.
      () => undefined,
    );
  };

  return {
    take(id, { session, agent }) {
      const asked = countOf(session);
      const { openQuestions: most, openQuestionsPerAgent: mostOfAgent } = quotas;
      const ofAgent = agent === undefined ? 0 : asked.ofAgent(agent);
      // A session that is new to this process may have questions that other processes asked.
      if (!recountedAt.has(session) || asked.total * 2 >= most || ofAgent * 2 >= mostOfAgent) recount(session);
      if (asked.total >= most) return new QuotaError('limit/open-questions', most, `the session "${session}"`);
      if (ofAgent >= mostOfAgent) return new QuotaError('limit/open-questions', mostOfAgent, `the agent "${agent}"`);
      asked.set(id, agent, asked.of(id) + 1);
      return undefined;
    },
    noticed(id, state, entries) {
      const { session, agent } = state.started;
      const isCounted = (sessions.get(session)?.of(id) ?? 0) > 0;
      if (!isCounted && !entries.some(({ kind }) => kind === 'asked')) return;
      const asked = countOf(session);
      asked.set(id, agent, state.unanswered + state.tally.unasked);
      if (asked.total > 0 || wasJustRecounted(session)) return;
      sessions.delete(session);
      recountedAt.delete(session);
    },
  };
}

/** The open questions of one session, by execution and by agent; totals are kept, so counting costs the same however many. */
interface QuestionCount {
  readonly total: number;
  ofAgent(agent: string | undefined): number;
  of(id: ExecutionId): number;
  set(id: ExecutionId, agent: string | undefined, count: number): void;
}

function createQuestionCount(): QuestionCount {
  const executions = new Map<ExecutionId, number>();
  const agents = new Map<string | undefined, number>();
  let total = 0;
  const of = (id: ExecutionId): number => executions.get(id) ?? 0;
  return {
    get total() {
      return total;
    },
    ofAgent: (agent) => agents.get(agent) ?? 0,
    of,
    set(id, agent, count) {
      const change = count - of(id);
      total += change;
      agents.set(agent, (agents.get(agent) ?? 0) + change);
      if (count === 0) executions.delete(id);
      else executions.set(id, count);
    },
  };
}

/** Asked so far, with those whose preview or middleware is still at work. */
export const questionsSoFar = ({ asked, tally }: ExecutionState): number => asked + tally.unasked;

export const tooManyQuestions = ({ elicitations }: Limits): GuestError => ({
  name: 'LimitError',
  code: LIMIT_CODES.elicitations,
  message: messageOf(elicitations),
});

export const overQuota = (error: QuotaError | undefined): GuestError | undefined =>
  error && { name: error.name, code: error.code, message: error.message };

interface AskDeps {
  readonly limits: Limits;
  readonly questionQuota: QuestionQuota;
}

/** For a handler: its question is refused as its program's would be. */
export function assertMayAsk(id: ExecutionId, state: ExecutionState, { limits, questionQuota }: AskDeps): void {
  const { elicitations } = limits;
  if (questionsSoFar(state) >= elicitations) throw new ToolError(LIMIT_CODES.elicitations, messageOf(elicitations));
  const error = questionQuota.take(id, state.started);
  if (error) throw new ToolError(error.code, error.message);
}

const messageOf = (limit: number): string => `Cannot ask more than ${limit} questions`;
