// What the driver of a cluster run and its node processes say to each other.

import { z } from 'zod';
import { By } from '../../driven/driven-protocol.ts';
import { Fence } from './broken-fences.ts';
import { Point } from './stop-points.ts';

export const NodeOptions = z.strictObject({
  /** Names this run of a node in effects and answers. */
  name: z.string(),
  /** Names its follower, which goes on where the run before it ended. */
  slot: z.string(),
  folder: z.string(),
  url: z.string(),
  schema: z.string(),
  /** Default: that of the library. */
  leaseMs: z.int().optional(),
  /** How many executions may be at work at once. Default: that of the library. */
  places: z.int().optional(),
  /** The fence that is broken here, to show that the judge finds it. */
  broken: Fence.optional(),
});
export type NodeOptions = Readonly<z.infer<typeof NodeOptions>>;

export const NodeCommand = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('start'), program: z.string(), session: z.string(), waits: z.boolean() }),
  z.strictObject({
    do: z.literal('answer'),
    elicitation: z.string(),
    approved: z.boolean(),
    /** Stands in the journal as the reason of the answer. */
    tag: z.string(),
    by: By,
    data: z.json().optional(),
  }),
  z.strictObject({ do: z.literal('cancel'), execution: z.string() }),
  z.strictObject({ do: z.literal('grant'), uses: z.int() }),
  /** The next time this point is reached, the process stops or dies. */
  z.strictObject({ do: z.literal('arm'), point: Point, how: z.enum(['stop', 'kill']) }),
  /** Replied to once its follower is there. */
  z.strictObject({ do: z.literal('follow'), through: z.int() }),
  z.strictObject({ do: z.literal('close') }),
]);
export type NodeCommand = Readonly<z.infer<typeof NodeCommand>>;
