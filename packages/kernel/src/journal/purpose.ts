// What an execution is for, where it is not simply to run its program.

import { z } from 'zod';
import { AnsweredBy } from '../elicitation/answer/answer.js';
import { ExecutionId } from '../ids.js';
import { ToolPath } from '../tool/catalog/tool-path.js';

/** One call that an approved plan lets through, once: this tool as it was, with these arguments, shown as it was. */
export const Permit = z.strictObject({
  path: ToolPath,
  /** Digest of the canonical arguments. */
  args: z.string(),
  /** Digest of the tool's definition. */
  tool: z.string(),
  /** Digest of the question the person saw. A permit that has none lets nothing through. */
  shown: z.string().optional(),
  /** What earlier permits have instead: the digest of the preview alone. */
  preview: z.string().optional(),
  /** Digest of the saved program that makes the call; absent where the program of the plan itself does. */
  program: z.string().optional(),
});
export type Permit = Readonly<z.infer<typeof Permit>>;

export const Purpose = z.discriminatedUnion('kind', [
  /** Finds out what a run would ask: safe calls run, every other call gets a stand-in and has no effect. */
  z.strictObject({ kind: z.literal('plan') }),
  /** Runs what a person approved as a plan: a call that is one of `permits` is not asked about. */
  z.strictObject({
    kind: z.literal('approved-plan'),
    plan: ExecutionId,
    /** Digest of the plan as the person was shown it. */
    shown: z.string(),
    by: AnsweredBy,
    /** From then on nothing is let through. */
    expiresAt: z.int(),
    permits: z.array(Permit),
  }),
  /** Reverts calls of an execution that has ended. */
  z.strictObject({
    kind: z.literal('undo'),
    of: ExecutionId,
    /** Distinguishes who started it from who asked for the same undo later. */
    request: z.string(),
  }),
]);
export type Purpose = Readonly<z.infer<typeof Purpose>>;
