// What nodes know of leases, claims and appends: the witness beside the journals. A line is written once the store has
// said yes; `sent` is the time of day before it was asked, `acked` the one after.

import { z } from 'zod';

const Asked = { node: z.string(), sent: z.int(), acked: z.int() };

export const WitnessLine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('leased'), ...Asked, lease: z.string(), leaseMs: z.int() }),
  /** Given up by its holder. */
  z.strictObject({ kind: z.literal('lease given up'), ...Asked, lease: z.string() }),
  z.strictObject({ kind: z.literal('claimed'), ...Asked, execution: z.string(), lease: z.string(), epoch: z.int() }),
  z.strictObject({
    kind: z.literal('appended'),
    ...Asked,
    execution: z.string(),
    /** The seqs of its entries. */
    from: z.int(),
    to: z.int(),
    /** The claim it was made under; none for one from outside, and for the first of an execution. */
    fence: z.int().optional(),
    owner: z.string().optional(),
    /** The epoch since then; unknown for one from outside. */
    epoch: z.int().optional(),
  }),
]);
export type WitnessLine = Readonly<z.infer<typeof WitnessLine>>;
