import { z } from 'zod';
import { ParentQuestion, parentQuestion } from '../elicitation/parent-question.js';
import { ExecutionId } from '../ids.js';
import { ExecutionError } from '../journal/entry.js';
import { Damage } from './damage.js';
import { type ExecutionState, nextDue } from './execution-state.js';

/** What lists show about an execution; always derivable from its journal, kept beside it by the store. */
export const ExecutionSummary = z.strictObject({
  id: ExecutionId,
  /** `damaged`: its journal cannot be read, and it is never driven. */
  status: z.enum(['running', 'paused', 'sleeping', 'completed', 'failed', 'cancelled', 'damaged']),
  session: z.string(),
  agent: z.string().optional(),
  /** The question it left, for a side quest. */
  parent: ParentQuestion.optional(),
  createdAt: z.int(),
  updatedAt: z.int(),
  /** When it is due to be woken: at its nearest timer, or the nearest expiry of a question. */
  wakeAt: z.int().optional(),
  calls: z.int(),
  openQuestions: z.int(),
  /** Entries in its journal. */
  length: z.int(),
  /** The process that drives it now, or holds a handler that waits; absent while it just waits or has ended. */
  owner: z.string().optional(),
  /** In lists: it is `running` and queued for a host with a free slot; no live host drives it. */
  queued: z.literal(true).optional(),
  /** Labels a host must have to drive it. */
  placement: z.array(z.string()).readonly().optional(),
  error: ExecutionError.optional(),
  /** Of one that is `damaged`. */
  damage: Damage.optional(),
});
export type ExecutionSummary = Readonly<z.infer<typeof ExecutionSummary>>;

export function summarize(id: ExecutionId, state: ExecutionState, updatedAt: number): ExecutionSummary {
  const { started, status, calls, length } = state;
  const { session, agent, parent, placement, at: createdAt } = started;
  const wakeAt = nextDue(state)?.at;
  const summary: z.infer<typeof ExecutionSummary> = {
    id,
    status: status.kind,
    session,
    createdAt,
    updatedAt,
    calls,
    openQuestions: state.unanswered,
    length,
  };
  if (agent !== undefined) summary.agent = agent;
  if (parent !== undefined) summary.parent = parentQuestion(parent);
  if (placement !== undefined) summary.placement = placement;
  if (wakeAt !== undefined) summary.wakeAt = wakeAt;
  if (status.kind === 'failed') summary.error = status.error;
  return summary;
}
