// Makes plans, shows them, and runs what a person approved.
//
// Invariants
//   A1. Only a person approves, and only the plan they were shown: by its digest.
//   A2. A plan is run once, in whichever process it is approved: its run has an idempotency key that nobody else knows.
//   A3. A plan that was cancelled meanwhile ends the run that this approval began (W2 of `end-runs.ts`).

import type { Clock, EntryOf, ExecutionId, JournalEntry } from '@toolshed/kernel';
import { type Digest, isTerminalStatus, type Purpose } from '@toolshed/kernel/runtime';
import type { Plans } from '../../host-api/plans-api.js';
import { LIBRARY } from '../answers/read-answer.js';
import type { Executions } from '../execution-service.js';
import { RUN_ENDS } from './end-runs.js';
import { CannotApprovePlanError, NotAPlanError } from './plan-errors.js';
import { permitsIn, planOf } from './plan-report.js';

export interface HostPlansDeps {
  readonly executions: Pick<Executions, 'cancel' | 'execute' | 'locate'>;
  readonly read: (id: ExecutionId) => Promise<readonly JournalEntry[]>;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly approvalExpiresInMs: number;
}

export function createPlans({ executions, read, digest, clock, approvalExpiresInMs }: HostPlansDeps): Plans {
  const startOf = (id: ExecutionId, [first]: readonly JournalEntry[]): EntryOf<'started'> => {
    if (first?.kind !== 'started') throw new NotAPlanError(id);
    return first;
  };

  return {
    async make(program, options = {}) {
      const { executionId } = await executions.execute(program, options, { kind: 'plan' });
      return planOf(executionId, await read(executionId), digest);
    },
    async get(given) {
      const id = await executions.locate(given);
      return planOf(id, await read(id), digest);
    },
    async approve(given, approval) {
      const { shown, by = LIBRARY, expiresInMs = approvalExpiresInMs, ...options } = approval;
      const id = await executions.locate(given);
      const entries = await read(id);
      const plan = planOf(id, entries, digest);
      // A1.
      if (by.kind !== 'person' || by.principal.trim() === '')
        throw new CannotApprovePlanError(id, 'plan/person-only', 'only a person can; agents plan, people approve');
      if (plan.status !== 'ready')
        throw new CannotApprovePlanError(
          id,
          'plan/not-ready',
          `it is ${plan.status}; make another with "toolshed plan"`,
        );
      if (plan.digest !== shown)
        throw new CannotApprovePlanError(id, 'plan/changed', 'it is not what was shown; look at it again');
      const { source, seed, session, agent, by: startedBy, labels, placement, input } = startOf(id, entries);
      const purpose: Purpose = {
        kind: 'approved-plan',
        plan: id,
        shown,
        by,
        expiresAt: clock.now() + expiresInMs,
        permits: permitsIn(entries, digest),
      };
      const start = {
        ...options,
        session,
        ...(agent === undefined ? {} : { agent }),
        ...(startedBy === undefined ? {} : { by: startedBy }),
        ...(placement === undefined ? {} : { placement }),
        ...(input === undefined ? {} : { input: JSON.parse(input) }),
        labels,
        // A2.
        idempotencyKey: `plan_${digest(`${seed}\n${id}\napproved`).slice(0, 32)}`,
      };
      const result = await executions.execute(source, start, purpose);
      const run = startOf(id, await read(result.executionId)).purpose;
      if (run?.kind !== 'approved-plan' || run.plan !== id)
        throw new CannotApprovePlanError(id, 'plan/key-taken', `${result.executionId} has its idempotency key`);
      // A3.
      const cancelled = (await read(id)).find((entry) => entry.kind === 'cancelled');
      return cancelled?.kind === 'cancelled' && !isTerminalStatus(result.status)
        ? await executions.cancel(result.executionId, RUN_ENDS, cancelled.by)
        : result;
    },
  };
}
