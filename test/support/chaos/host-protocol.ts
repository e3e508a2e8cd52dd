// What the driver of a chaos run and its host processes say to each other.

import { z } from 'zod';
import { By } from '../driven/driven-protocol.ts';

export const HostOptions = z.strictObject({
  /** Names this opening of a host in effects and answers. */
  name: z.string(),
  policy: z.enum(['base', 'lax', 'strict']),
  isolation: z.enum(['thread', 'process']),
  hibernateAfterMs: z.int(),
  maxWarm: z.int(),
  questionsExpireInMs: z.int().optional(),
  /** What it says its machine is called; a machine of its own, if `isElsewhere`: nobody can see whether it lives. */
  hostName: z.string(),
  isElsewhere: z.boolean(),
});
export type HostOptions = Readonly<z.infer<typeof HostOptions>>;

export const HostCommand = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('start'),
    program: z.string(),
    session: z.string(),
    key: z.string().optional(),
    waits: z.boolean(),
  }),
  z.strictObject({
    do: z.literal('answer'),
    elicitation: z.string(),
    approved: z.boolean(),
    /** Stands in the journal as the reason of the answer. */
    tag: z.string(),
    by: By,
    data: z.json().optional(),
    args: z.json().optional(),
    remember: z.enum(['session', 'execution']).optional(),
  }),
  z.strictObject({ do: z.literal('cancel'), execution: z.string() }),
  z.strictObject({ do: z.literal('reask'), elicitation: z.string() }),
  z.strictObject({ do: z.literal('fork'), elicitation: z.string(), program: z.string() }),
  z.strictObject({ do: z.literal('take-over'), execution: z.string() }),
  z.strictObject({ do: z.literal('grant'), uses: z.int(), session: z.string().optional() }),
  z.strictObject({ do: z.literal('revoke'), grant: z.string() }),
  z.strictObject({ do: z.literal('reopen'), options: HostOptions }),
  z.strictObject({ do: z.literal('close') }),
]);
export type HostCommand = Readonly<z.infer<typeof HostCommand>>;
