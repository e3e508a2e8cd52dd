// Plans over HTTP: agents make them, people approve them.

import type { ExecutionId } from '@toolshed/kernel';
import { Plan, type PlanItem } from '@toolshed/runtime';
import { requestForAgent } from '@toolshed/runtime/agent';
import { z } from 'zod';
import type { Principal } from '../access/principal.js';
import { EXECUTION_FAILURES, RESUMING_FAILURES, START_FAILURES } from '../document/declared-failures.js';
import { type Route, route, traceOf } from '../route.js';
import { executionView, ExecutionView } from '../shed/execution-view.js';
import { ownJournal } from '../shed/own-execution.js';
import { untilAnswered, WaitMs } from '../shed/wait-for.js';
import { answeredBy } from './answer-body.js';
import { type ExecutionRoutesDeps, Id, StartBody, startOptions } from './executions.js';

const PLAN_WAIT_MS = 10_000;

export const ApprovePlanBody = z.strictObject({
  shown: z.string().max(200).describe('The `digest` of the plan that the person was shown'),
  waitMs: WaitMs.default(10_000).describe('How long to wait until the run is idle, in milliseconds'),
});

export function planRoutes(deps: ExecutionRoutesDeps): readonly Route[] {
  const { shed, closing } = deps;
  const about = { tag: 'Plans' } as const;

  return [
    route({
      id: 'makePlan',
      ...about,
      method: 'post',
      path: '/v1/plans',
      summary: 'Find out what a program would ask; nothing it does has an effect',
      access: 'members',
      body: StartBody,
      failures: START_FAILURES,
      reply: Plan,
      status: 201,
      async handle({ body, caller, context }) {
        const started = Promise.withResolvers<ExecutionId>();
        const options = { ...startOptions(body, caller, deps), ...traceOf(context), onStarted: started.resolve };
        const making = shed.plans.make(body.program, options);
        const ready = await Promise.race([making, waited(body.waitMs ?? PLAN_WAIT_MS, closing)]);
        const plan = ready ?? (await shed.plans.get(await Promise.race([started.promise, idOf(making)])));
        return { body: planView(plan, caller), headers: { location: `/v1/plans/${plan.planId}` } };
      },
    }),
    route({
      id: 'getPlan',
      ...about,
      method: 'get',
      path: '/v1/plans/{id}',
      summary: 'Show a plan: what would be asked, in order, with previews',
      access: 'members',
      params: Id,
      failures: [...EXECUTION_FAILURES, 'plan/unknown'],
      reply: Plan,
      async handle({ params: { id }, caller }) {
        await ownJournal(shed, id, caller);
        return { body: planView(await shed.plans.get(id), caller) };
      },
    }),
    route({
      id: 'approvePlan',
      ...about,
      method: 'post',
      path: '/v1/plans/{id}/approve',
      summary: 'Approve exactly the calls of a plan, and run its program',
      access: 'approvers',
      params: Id,
      body: ApprovePlanBody,
      failures: [...RESUMING_FAILURES, ...START_FAILURES, ...APPROVE_FAILURES],
      reply: ExecutionView,
      async handle({ params: { id }, body: { shown, waitMs }, caller, context }) {
        const planId = await shed.locate(id);
        const started = Promise.withResolvers<ExecutionId>();
        const approval = { shown, by: answeredBy(caller), onStarted: started.resolve, ...traceOf(context) };
        const work = shed.plans.approve(planId, approval);
        const run = await Promise.race([started.promise, work.then(({ executionId }) => executionId)]);
        const result = await untilAnswered(work, run, [], waitMs, deps);
        const [first] = await shed.journal(run);
        return { body: executionView(result, first, caller) };
      },
    }),
  ];
}

const APPROVE_FAILURES = [
  'plan/unknown',
  'plan/changed',
  'plan/not-ready',
  'plan/person-only',
  'plan/key-taken',
] as const;

const idOf = async (making: Promise<Plan>): Promise<ExecutionId> => (await making).planId;

async function waited(ms: number, closing: AbortSignal): Promise<undefined> {
  const over = AbortSignal.any([closing, AbortSignal.timeout(ms)]);
  if (over.aborted) return undefined;
  return new Promise((resolve) => over.addEventListener('abort', () => resolve(undefined), { once: true }));
}

/** What is not for agents in a question is not for them in a plan. */
function planView(plan: Plan, caller: Principal): Plan {
  if (caller.kind === 'approver') return plan;
  const forAgent = (item: PlanItem): PlanItem =>
    item.kind === 'denied' ? item : { ...item, request: requestForAgent(item.request) };
  return { ...plan, items: plan.items.map(forAgent) };
}
