// What follows when a plan is cancelled: its run, if it has begun, is cancelled, too. To the person who stops it, a plan and
// its run are one thing.
//
// Invariants
//   W1. The plan is cancelled first. From then on it lets nothing through (`plan-permits.ts`), whatever becomes of its run.
//   W2. The later of the two finds the other: cancelling looks for a run once the plan is cancelled, an approval looks at the
//       plan once its run is stored (`host-plans.ts`). A crash in between leaves a run that only asks; cancelling the plan
//       again ends it.

import type { AnsweredBy, ExecutionId, JournalStore } from '@toolshed/kernel';
import { pages } from '../../listing/list-everything.js';
import { LIBRARY } from '../answers/read-answer.js';
import type { Executions } from '../execution-service.js';

export const RUN_ENDS = 'its plan was cancelled';

export interface EndRunsDeps {
  readonly store: JournalStore;
  readonly cancel: Executions['cancel'];
}

/** Cancels every run of a plan that has not ended. */
export type EndRuns = (plan: ExecutionId, by?: AnsweredBy) => Promise<void>;

const OPEN = ['running', 'paused', 'sleeping'] as const;

/** No store has an index of what executions are for: those that have not ended are looked through, some at a time. */
export function createEndRuns({ store, cancel }: EndRunsDeps): EndRuns {
  const endThose = async (ids: readonly ExecutionId[], plan: ExecutionId, by: AnsweredBy): Promise<void> => {
    for (const [id, { purpose }] of await store.starts(ids))
      if (purpose?.kind === 'approved-plan' && purpose.plan === plan) await cancel(id, RUN_ENDS, by);
  };

  return async (plan, by = LIBRARY) => {
    const summary = await store.summary(plan);
    if (summary === undefined) return;
    let ids: ExecutionId[] = [];
    for await (const { id } of pages(store, { status: OPEN, session: summary.session })) {
      ids.push(id);
      if (ids.length < AT_ONCE) continue;
      await endThose(ids, plan, by);
      ids = [];
    }
    await endThose(ids, plan, by);
  };
}

const AT_ONCE = 50;
