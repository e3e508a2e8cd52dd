// What one session, and one agent in it, may have open at once, so that none takes all of a host's memory or of its
// people's attention.
//
// Invariants
//   Q1. A start over the quota is refused before anything is written.
//   Q2. A question is counted from when it is decided that it will be asked, so that many at once do not pass together.
//   Q3. What other processes asked or answered counts from the next look at the store. A look is taken in the background
//       once half of a quota is used, so a count that only went up here does not refuse what could be asked.

import {
  type EntryOf,
  type ExecutionId,
  type ExecutionState,
  type JournalEntry,
  type JournalStore,
  openQuestions,
  ToolshedError,
} from '@toolshed/kernel';
import { z } from 'zod';

const Count = z.int().positive();

export const Quotas = z.strictObject({
  /** Executions of one session that are in memory: running, waiting for their turn, or paused a short while ago. */
  liveExecutions: Count.default(1_000),
  /** The same, of one agent in a session; over HTTP an agent is a token. */
  liveExecutionsPerAgent: Count.default(500),
  /** Questions of one session that nobody has answered yet. */
  openQuestions: Count.default(500),
  openQuestionsPerAgent: Count.default(250),
});
export type Quotas = Readonly<z.infer<typeof Quotas>>;

/** The session, or its agent, has as much open as it may; the same can be done once some of it is over. */
export class QuotaError extends ToolshedError {
  override readonly name = 'QuotaError';

  constructor(
    override readonly code: 'limit/live-executions' | 'limit/open-questions',
    readonly limit: number,
    whose: string,
  ) {
    super(
      code === 'limit/live-executions'
        ? `Cannot start another execution: ${whose} has ${limit} that have not ended; wait for some to end, or cancel them`
        : `Cannot ask another question: ${limit} of ${whose} are open; wait until some are answered, or cancel executions`,
    );
  }
}

type Started = Pick<EntryOf<'started'>, 'session' | 'agent'>;

export interface QuestionQuota {
  /** Counts one more question of an execution; returns why it may not be asked. */
  take(id: ExecutionId, started: Started): QuotaError | undefined;
  /** Told of everything that was journaled. */
  noticed(id: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]): void;
}

interface Asked {
  readonly agent: string | undefined;
  count: number;
}

const LOOK_MS = 1_000;

export function createQuestionQuota(quotas: Quotas, store: Pick<JournalStore, 'questions'>): QuestionQuota {
  const sessions = new Map<string, Map<ExecutionId, Asked>>();
  const lookedAt = new Map<string, number>();

  const wasJustLookedAt = (session: string): boolean =>
    performance.now() - (lookedAt.get(session) ?? Number.NEGATIVE_INFINITY) < LOOK_MS;

  const look = (session: string): void => {
    if (wasJustLookedAt(session)) return;
    lookedAt.set(session, performance.now());
    store.questions({ session, limit: quotas.openQuestions }).then(
      (open) => {
        const found = new Map<ExecutionId, Asked>();
        for (const { execution, agent } of open)
          found.set(execution, { agent, count: (found.get(execution)?.count ?? 0) + 1 });
        sessions.set(session, found);
      },
      // What the store cannot say is counted here.
      () => undefined,
    );
  };

  return {
    take(id, { session, agent }) {
      const asked = sessions.get(session) ?? new Map<ExecutionId, Asked>();
      sessions.set(session, asked);
      let total = 0;
      let ofAgent = 0;
      for (const one of asked.values()) {
        total += one.count;
        if (one.agent === agent) ofAgent += one.count;
      }
      const { openQuestions: most, openQuestionsPerAgent: mostOfAgent } = quotas;
      // A session this process has not met before may have questions that others asked.
      if (!lookedAt.has(session) || total * 2 >= most || ofAgent * 2 >= mostOfAgent) look(session);
      if (total >= most) return new QuotaError('limit/open-questions', most, `the session "${session}"`);
      if (agent !== undefined && ofAgent >= mostOfAgent)
        return new QuotaError('limit/open-questions', mostOfAgent, `the agent "${agent}"`);
      const own = asked.get(id);
      if (own) own.count++;
      else asked.set(id, { agent, count: 1 });
      return undefined;
    },
    noticed(id, state, entries) {
      const { session, agent } = state.started;
      const asked = sessions.get(session);
      if (!asked?.has(id) && !entries.some(({ kind }) => kind === 'asked')) return;
      const count = openQuestions(state).length + state.tally.unasked;
      if (count === 0) asked?.delete(id);
      else if (asked) asked.set(id, { agent, count });
      else sessions.set(session, new Map([[id, { agent, count }]]));
      if (asked?.size === 0 && !wasJustLookedAt(session)) {
        sessions.delete(session);
        lookedAt.delete(session);
      }
    },
  };
}
