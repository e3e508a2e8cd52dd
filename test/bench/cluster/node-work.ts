// The commands that a node of a benchmark gets, and its replies.

import { z } from 'zod';

export const NodeStore = z.union([
  z.strictObject({ sqlite: z.string() }),
  z.strictObject({ postgres: z.string(), schema: z.string() }),
]);
export type NodeStore = z.infer<typeof NodeStore>;

export const NodeWork = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('execute'), count: z.int(), atOnce: z.int() }),
  z.strictObject({ kind: z.literal('pause-and-answer'), count: z.int(), atOnce: z.int() }),
  /** Starts one that pauses. */
  z.strictObject({ kind: z.literal('pause') }),
  z.strictObject({ kind: z.literal('answer'), execution: z.string() }),
]);
export type NodeWork = z.infer<typeof NodeWork>;

export const NodeReport = z.strictObject({ ms: z.number(), execution: z.string().optional() });
export type NodeReport = z.infer<typeof NodeReport>;
