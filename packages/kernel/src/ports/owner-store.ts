import { z } from 'zod';

/** What a process that drives executions says of itself, so that others can tell whether it still lives. */
export const OwnerFacts = z.strictObject({
  /** Random, and never used by another. */
  id: z.string(),
  pid: z.int(),
  /** When the process started, in its system's own count; ids of processes are given again. */
  startedAt: z.string().optional(),
  /** Where `pid` means this process: one boot of one machine and one space of process ids, where the system tells. */
  machine: z.string().optional(),
  /** For people; names of hosts change, and two may have one. */
  host: z.string(),
});
export type OwnerFacts = Readonly<z.infer<typeof OwnerFacts>>;

/** A process that owns executions, and when it was last renewed. */
export const KnownOwner = OwnerFacts.extend({
  /** How often it was renewed. Whoever waits compares two readings, so that no two clocks have to agree. */
  beat: z.int(),
  /** For people. */
  seenAt: z.int(),
});
export type KnownOwner = Readonly<z.infer<typeof KnownOwner>>;

/**
 * The owners of executions: `ExecutionSummary.owner` names one of them.
 *
 * - `renew` enters an owner with `beat` 1, or adds 1 to its beat.
 * - A renewal that was asked for before an append is in the store no later than what was appended, so an execution
 *   never names an owner that was not entered.
 * - `remove` forgets an owner; one that is unknown is nobody's.
 */
export interface OwnerStore {
  renew(owner: OwnerFacts): Promise<void>;
  find(id: string): Promise<KnownOwner | undefined>;
  remove(id: string): Promise<void>;
}
