import {
  AnsweredBy,
  Asker,
  ElicitationId,
  ElicitationRequest,
  ExecutionError,
  ExecutionId,
  type JournalEntry,
  LogLine,
  ParentQuestion,
} from '@toolshed/kernel';
import { GuestError } from '@toolshed/kernel/runtime';
import type { ExecutionResult, LateOutcomeReport } from '@toolshed/runtime';
import { z } from 'zod';
import type { Principal } from './access/principal.js';

/** What became of a handler after nobody waited for it any more. */
const LateOutcome: z.ZodType<LateOutcomeReport> = z.union([
  z.looseObject({ attempt: z.int(), outcome: z.literal('returned'), value: z.unknown() }),
  z.looseObject({ attempt: z.int(), outcome: z.literal('threw'), error: GuestError }),
]);

const QuestionInResult = z.looseObject({
  executionId: ExecutionId,
  elicitationId: ElicitationId,
  toolPath: z.string().optional(),
  message: z.string(),
  args: z.unknown(),
  type: z.string(),
  asker: Asker,
  request: ElicitationRequest,
  session: z.string(),
  agent: z.string().optional(),
  line: z.int().optional(),
  column: z.int().optional(),
  askedAt: z.int(),
  expiresAt: z.int().optional(),
  /** Who agreed to open the page it asks for: it now waits for the page. */
  consent: AnsweredBy.optional(),
  /** How far it has come, where several people have to approve. */
  approvals: z
    .strictObject({
      needed: z.int(),
      by: z.array(AnsweredBy),
      args: z.unknown(),
      areEdited: z.boolean(),
      startedBy: z.string().optional(),
    })
    .optional(),
  /** Of a call in doubt: what became of it meanwhile. */
  lateOutcome: LateOutcome.optional(),
});

const common = {
  executionId: ExecutionId,
  session: z.string(),
  agent: z.string().optional(),
  createdAt: z.int(),
  /** The question it is a side quest of. */
  parent: ParentQuestion.optional(),
  /** The program. */
  source: z.string(),
  labels: z.record(z.string(), z.string()).optional(),
  logs: z.array(LogLine),
  emitted: z.array(z.unknown()),
  calls: z.array(
    z.looseObject({
      call: z.int(),
      path: z.string(),
      outcome: z.string(),
      line: z.int().optional(),
      /** Why it threw, as the program was told. */
      error: GuestError.optional(),
      /** What its handler threw, where the program was only told that it failed. For approvers. */
      defect: z.string().optional(),
      lateOutcome: LateOutcome.optional(),
    }),
  ),
  sandbox: z.enum(['process+os', 'process', 'thread']).optional(),
};

/** An execution as far as it got. */
export const ExecutionView = z.discriminatedUnion('status', [
  z.looseObject({ ...common, status: z.literal('completed'), value: z.unknown() }),
  z.looseObject({
    ...common,
    status: z.literal('paused'),
    paused: QuestionInResult,
    pending: z.array(QuestionInResult),
  }),
  z.looseObject({ ...common, status: z.literal('sleeping'), wakeAt: z.int() }),
  z.looseObject({ ...common, status: z.literal('failed'), error: ExecutionError }),
  z.looseObject({ ...common, status: z.literal('cancelled'), reason: z.string().optional() }),
  z.looseObject({ ...common, status: z.literal('running') }),
]);

/** What a defect of a tool says, and the host's folders, which are in the labels, are not for agents. */
export function executionView(result: ExecutionResult, started: JournalEntry | undefined, caller: Principal): object {
  if (started?.kind !== 'started') return result;
  const { source, agent, at, labels } = started;
  return {
    ...(caller.kind === 'approver' ? result : withoutDefects(result)),
    source,
    createdAt: at,
    ...(agent === undefined ? {} : { agent }),
    ...(caller.kind === 'approver' ? { labels } : {}),
  };
}

function withoutDefects(result: ExecutionResult): object {
  const calls = result.calls.map(({ defect: _, ...call }) => withoutLateDefect(call));
  if (result.status !== 'paused') return { ...result, calls };
  const { paused, pending } = result;
  return { ...result, calls, paused: withoutLateDefect(paused), pending: pending.map(withoutLateDefect) };
}

const withoutLateDefect = <Late extends { readonly lateOutcome: LateOutcomeReport | undefined }>(late: Late): Late => ({
  ...late,
  lateOutcome: late.lateOutcome && { ...late.lateOutcome, defect: undefined },
});
