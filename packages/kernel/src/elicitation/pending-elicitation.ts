// An open question, in one shape for every reader: results, lists, channels, middleware, the HTTP API, MCP
// clients and the inbox. It has all that the journal says about the question itself; the outcome of the call that asks,
// and where the program made it, is in the call's own report, under the number in `call`.

import { z } from 'zod';
import { ElicitationId, ExecutionId } from '../ids.js';
import { Json } from '../journal/json-value.js';
import { AnsweredBy } from './answer/answer.js';
import { Asker } from './asker.js';
import { ElicitationRequest } from './request.js';

/** The approvals so far of a question that several people have to approve. */
export const GivenApprovals = z.strictObject({
  /** How many different people have to approve. */
  needed: z.int(),
  /** Who has approved, each person once. */
  by: z.array(AnsweredBy).readonly(),
  /** What they approve: the arguments of the call, or what one of them put in their place. */
  args: Json.optional(),
  /** Whether an approver changed the arguments. */
  areEdited: z.boolean(),
  /** Who started the execution, and so cannot approve. */
  startedBy: z.string().optional(),
});
export type GivenApprovals = Readonly<z.infer<typeof GivenApprovals>>;

/**
 * An open question: one shape in `shed.pending()`, `result.pending`, `engine.getPending()`, channels, the HTTP API, MCP.
 *
 * @example
 * ```ts
 * const result = await shed.execute(program);
 * if (result.status === 'paused')
 *   for (const { elicitationId, toolPath, message } of result.pending) console.log(elicitationId, toolPath, message);
 * ```
 */
export const PendingElicitation = z.strictObject({
  /** The execution that asks. An `ElicitationEngine` of its own gives each question one. */
  executionId: ExecutionId,
  /** The question's own id. It stays the same however often, and wherever, the question is shown. */
  elicitationId: ElicitationId,
  /** The tool it is about; absent where a program asks something of its own. */
  toolPath: z.string().optional(),
  /** What the person is asked. The words of a tool or a program are to be shown as theirs: see `asker`. */
  message: z.string(),
  /** The arguments of the call, exactly as they would run. */
  args: Json.optional(),
  /** The kind of question. */
  type: z.enum(ElicitationRequest.options.map(({ shape }) => shape.type.value)),
  /** The whole question: its options, schema, preview, and what else its type has. */
  request: ElicitationRequest,
  /** Who asks. The gate's questions are Toolshed's; a handler's and a program's are theirs, and are shown as such. */
  asker: Asker,
  /** The call that asks, counted from 1: `result.calls` shows where the program made it and its outcome. */
  call: z.int(),
  /** The conversation the execution belongs to. */
  session: z.string(),
  /** The agent that submitted the program. */
  agent: z.string().optional(),
  /** Facts about the execution that its host set and its program cannot. */
  labels: z.record(z.string(), z.string()).readonly(),
  /** When it was asked, in milliseconds since the epoch; 0 from an `ElicitationEngine` without a clock. */
  askedAt: z.int(),
  /** When it expires, in milliseconds since the epoch; absent if it waits indefinitely. */
  expiresAt: z.int().optional(),
  /** Who has approved so far; absent where one approval is enough. */
  approvals: GivenApprovals.optional(),
  /** Who agreed to open the page it asks for: it now waits for the page, not for a person. */
  consent: AnsweredBy.optional(),
});
export type PendingElicitation = Readonly<z.infer<typeof PendingElicitation>>;

/** Who asks, as far as a question names them. */
export type AskingSide = Pick<PendingElicitation, 'executionId' | 'session' | 'agent' | 'labels'>;

/** A question as it was asked. */
export type AskedQuestion = Pick<
  PendingElicitation,
  'elicitationId' | 'request' | 'asker' | 'call' | 'askedAt' | 'expiresAt'
>;

/** An open question. What lists and cards show first is taken from its request, so that it cannot say anything else. */
export function createPendingElicitation(
  { executionId, session, agent, labels }: AskingSide,
  { elicitationId, request, asker, call, askedAt, expiresAt }: AskedQuestion,
): PendingElicitation {
  const { toolPath, message, args, type } = request;
  const shown = { toolPath, message, args, type, request };
  return { executionId, elicitationId, ...shown, asker, call, session, agent, labels, askedAt, expiresAt };
}
