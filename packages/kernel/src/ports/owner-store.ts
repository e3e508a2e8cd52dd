import { z } from 'zod';

/** What a process that drives executions reports about itself, so that others can tell whether it is alive. */
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
  /** Which Toolshed it runs, and labels that its host gave it; kept by stores that several machines share. */
  version: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  /** Its placement labels: it drives only executions that need none but these. Kept by stores that have `claim`. */
  placement: z.array(z.string()).readonly().optional(),
});
export type OwnerFacts = Readonly<z.infer<typeof OwnerFacts>>;

/** A process that owns executions, and when it was last renewed. */
export const KnownOwner = OwnerFacts.extend({
  /** How often it was renewed. A process that waits compares two readings, so that no two clocks have to agree. */
  beat: z.int(),
  /** For people. */
  seenAt: z.int(),
  /** What is left of its lease, by the clock of the store; 0 or less: it has ended. */
  expiresInMs: z.int().optional(),
  /** How far the clock of its machine was ahead of the store's at its last renewal, where the store has a clock. */
  skewMs: z.int().optional(),
});
export type KnownOwner = Readonly<z.infer<typeof KnownOwner>>;

/**
 * The owners of executions: `ExecutionSummary.owner` names one of them.
 *
 * - `enter` makes an owner known with `beat` 1, or adds 1 to the beat of one that is known. It resolves with false, and
 *   changes nothing, if its lease has ended: an owner that was taken for dead never comes back under its id.
 * - `renew` adds 1 to the beat. It resolves with false, and enters nobody, if the owner was removed or its lease has ended.
 * - `leaseMs` is for stores that keep leases by their own clock: from then on the owner is alive for so long. Such a store
 *   gives `expiresInMs` for each owner; others do not, and an owner that waits compares beats.
 * - An owner that was entered before an append was asked for is in the store no later than what was appended, so an
 *   execution never names an owner that was not entered.
 * - `list` yields all that are known, those with an ended lease included, in an order that stays.
 * - `remove` forgets an owner; nothing happens for an unknown one.
 */
export interface OwnerStore {
  enter(owner: OwnerFacts, leaseMs: number): Promise<boolean>;
  renew(owner: OwnerFacts, leaseMs: number): Promise<boolean>;
  find(id: string): Promise<KnownOwner | undefined>;
  list(): Promise<readonly KnownOwner[]>;
  remove(id: string): Promise<void>;
}
