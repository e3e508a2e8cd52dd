import { z } from 'zod';
import type { JournalCorruptError } from './journal-corrupt-error.js';

/** Why an execution can be listed but not read: its row or its journal is not what was written, or is of a newer version. */
export const Damage = z.strictObject({
  /** Which entry of its journal; none where the damage is beside the journal. */
  seq: z.int().optional(),
  /** What is wrong and what to do about it. */
  problem: z.string(),
  /** The kind of entry that only a newer Toolshed knows. */
  unknownKind: z.string().optional(),
});
export type Damage = Readonly<z.infer<typeof Damage>>;

export const damageOf = ({ seq, problem, unknownKind }: JournalCorruptError): Damage => ({
  seq,
  problem,
  ...(unknownKind === undefined ? {} : { unknownKind }),
});
