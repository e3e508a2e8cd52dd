// The whole run at a glance: what a program would ask, before anything happens. Made by `execution/plan/host-plans.ts`.

import { type AnsweredBy, ElicitationRequest, ExecutionError, ExecutionId, GateDecision } from '@toolshed/kernel';
import { z } from 'zod';
import type { ExecutionResult } from '../execution/execution-result.js';
import type { ExecuteOptions } from './execute-options.js';

const place = {
  /** The number of the call in the plan, from 1. */
  call: z.int(),
  /** Where the program made it. */
  line: z.int().optional(),
  /** The column of the program that made it. */
  column: z.int().optional(),
};

const shown = {
  /** What a person would be shown: the message, the arguments, the preview. */
  request: ElicitationRequest,
  /** Whether the program got a stand-in and continued. */
  hasStandIn: z.boolean(),
};

/** One thing that did not happen in a plan. */
export const PlanItem = z.discriminatedUnion('kind', [
  /** A call that would ask, or would run without asking because of a rule or a grant. */
  z.strictObject({
    kind: z.literal('call'),
    ...place,
    ...shown,
    path: z.string(),
    /** Whether a person would be asked about it. */
    asks: z.boolean(),
    /** What the gate decided. */
    decision: GateDecision,
    /** Whether its arguments contain a stand-in: they will differ in the run, so the run asks about it. */
    usesStandIn: z.boolean(),
  }),
  /** A question of the program's own. It is asked in the run. */
  z.strictObject({ kind: z.literal('question'), ...place, ...shown }),
  /** A call that policy, or a remembered refusal, denies. */
  z.strictObject({ kind: z.literal('denied'), ...place, path: z.string(), decision: GateDecision }),
]);
export type PlanItem = Readonly<z.infer<typeof PlanItem>>;

/** What a program would ask, in order. */
export const Plan = z.strictObject({
  /** The plan is an execution of its own. */
  planId: ExecutionId,
  session: z.string(),
  agent: z.string().optional(),
  /** `ready`: it can be approved. */
  status: z.enum(['running', 'ready', 'cancelled']),
  /** Digest of the program. */
  program: z.string(),
  /** Digest of all that is shown here: an approval names the one that was seen. */
  digest: z.string(),
  createdAt: z.int(),
  /** How many calls ran, all of them of tools that are safe. */
  ran: z.int(),
  items: z.array(PlanItem).readonly(),
  /** Why the plan could not look further; absent if the program reached its end. */
  stopped: ExecutionError.optional(),
});
export type Plan = Readonly<z.infer<typeof Plan>>;

/** A person's approval of a plan. */
export interface PlanApproval extends Pick<ExecuteOptions, 'waitForChannels' | 'onStarted' | 'trace'> {
  /** The `digest` of the plan that the person was shown. */
  readonly shown: string;
  /** Who approves; default: the host. Never an agent. */
  readonly by?: AnsweredBy;
  /** How long the run may use it. Default: 8 hours (`sessionGrantsExpireInMs`). */
  readonly expiresInMs?: number;
}

/** Plans: `shed.plans`. */
export interface Plans {
  /** Finds out what a program would ask. Safe calls run; every other call has no effect and gets a stand-in. */
  make(program: string, options?: ExecuteOptions): Promise<Plan>;
  /** A plan as it is now. */
  get(id: string): Promise<Plan>;
  /**
   * Runs the program of a plan. A call that is one of the plan, with the same arguments and preview, is not asked about,
   * once; any other asks as usual. A plan is run once: approved again, it is the same run.
   */
  approve(id: string, approval: PlanApproval): Promise<ExecutionResult>;
}
