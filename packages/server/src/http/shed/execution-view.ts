// An execution as the HTTP API shows it: the schemas of each status, and what of a result the caller may see.

import {
  AnsweredBy,
  ExecutionError,
  ExecutionId,
  type JournalEntry,
  LogLine,
  ParentQuestion,
  PendingElicitation,
  StoreUnavailableError,
} from '@toolshed/kernel';
import { GuestError } from '@toolshed/kernel/runtime';
import type { ExecutionResult, LateOutcomeReport } from '@toolshed/runtime';
import { z } from 'zod';
import { questionForAgent } from '@toolshed/runtime/agent';
import type { Principal } from '../access/principal.js';

/** The outcome of a handler that ended after its call. */
export const LateOutcome: z.ZodType<LateOutcomeReport> = z.union([
  z.looseObject({ attempt: z.int(), outcome: z.literal('returned'), value: z.unknown() }),
  z.looseObject({ attempt: z.int(), outcome: z.literal('threw'), error: GuestError }),
]);

/** One call of a program. */
export const CallView = z.looseObject({
  call: z.int(),
  path: z.string(),
  outcome: z.enum(['waiting', 'running', 'returned', 'threw']),
  line: z.int().optional(),
  column: z.int().optional(),
  /** The error as the program got it. */
  error: GuestError.optional(),
  /** What its handler threw, where the program only learned that it failed. For approvers. */
  defect: z.string().optional(),
  /** An approver changed its arguments. */
  isEdited: z.boolean(),
  /** Pages a person has to visit before this call can succeed, where the tool names them. */
  required: z.array(z.strictObject({ message: z.string(), url: z.string(), elicitationId: z.string() })),
  lateOutcome: LateOutcome.optional(),
  /** The saved program that made it, where one did. */
  inside: z.strictObject({ path: z.string(), version: z.int() }).optional(),
});

/** What an execution is for, where it is not simply to run its program. */
export const PurposeView = z.union([
  z.looseObject({ kind: z.literal('plan') }),
  z.looseObject({ kind: z.literal('approved-plan'), plan: ExecutionId, by: AnsweredBy, expiresAt: z.int() }),
  z.looseObject({ kind: z.literal('undo'), of: ExecutionId }),
]);
/** A mistake that the types of the tools show, in the reply to a start or an answer after which the program failed. */
const TypeProblemView = z.looseObject({
  line: z.int(),
  column: z.int(),
  message: z.string(),
  source: z.string(),
});

const common = {
  executionId: ExecutionId,
  session: z.string(),
  agent: z.string().optional(),
  createdAt: z.int(),
  /** The question it is a side quest of. */
  parent: ParentQuestion.optional(),
  purpose: PurposeView.optional(),
  /** The program. */
  source: z.string(),
  labels: z.record(z.string(), z.string()).optional(),
  logs: z.array(LogLine),
  emitted: z.array(z.unknown()),
  calls: z.array(CallView),
  sandbox: z.enum(['process+os', 'process', 'thread']).optional(),
};

/** An execution as far as it got. */
export const ExecutionView = z.discriminatedUnion('status', [
  z.looseObject({ ...common, status: z.literal('completed'), value: z.unknown() }),
  z.looseObject({
    ...common,
    status: z.literal('paused'),
    paused: PendingElicitation,
    pending: z.array(PendingElicitation),
  }),
  z.looseObject({ ...common, status: z.literal('sleeping'), wakeAt: z.int() }),
  z.looseObject({
    ...common,
    status: z.literal('failed'),
    error: ExecutionError,
    typeProblems: z.array(TypeProblemView).optional(),
  }),
  z.looseObject({ ...common, status: z.literal('cancelled'), reason: z.string().optional() }),
  z.looseObject({
    ...common,
    status: z.literal('running'),
    /** No host drives it yet: it is queued for one with a free slot and these labels. */
    queued: z.literal(true).optional(),
    placement: z.array(z.string()).optional(),
  }),
]);

/** What is known about a stored execution while the store is unavailable. */
export interface StoredFacts {
  readonly source: string;
  readonly session: string;
  readonly agent?: string | undefined;
}

/**
 * What `read` replies, or, if the store is unavailable, that the execution runs. It is stored, so its sender never gets a
 * failure: they would start it again.
 */
export const orUnderWay = (id: ExecutionId, facts: StoredFacts, read: Promise<object>): Promise<object> =>
  read.catch((error: unknown) => {
    if (!(error instanceof StoreUnavailableError)) throw error;
    const { source, session, agent } = facts;
    const own = { executionId: id, session, source, createdAt: Date.now(), ...(agent === undefined ? {} : { agent }) };
    return { ...own, status: 'running', logs: [], emitted: [], calls: [] };
  });

/** What a defect of a tool says, and the host's folders, which are in the labels, are not for agents. */
export function executionView(result: ExecutionResult, started: JournalEntry | undefined, caller: Principal): object {
  if (started?.kind !== 'started') return result;
  const { source, agent, at, labels } = started;
  return {
    ...(caller.kind === 'approver' ? result : forAgent(result)),
    source,
    createdAt: at,
    ...(agent === undefined ? {} : { agent }),
    ...(caller.kind === 'approver' ? { labels } : {}),
  };
}

function forAgent(result: ExecutionResult): object {
  const calls = result.calls.map(({ defect: _, lateOutcome, ...call }) => ({
    ...call,
    lateOutcome: lateOutcome && { ...lateOutcome, defect: undefined },
  }));
  if (result.status !== 'paused') return { ...result, calls };
  const { paused, pending } = result;
  return { ...result, calls, paused: questionForAgent(paused), pending: pending.map(questionForAgent) };
}
