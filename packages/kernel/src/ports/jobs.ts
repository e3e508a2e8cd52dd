import type { z } from 'zod';

/** A kind of job, and what happens if one fails. */
export interface JobKind<P> {
  /** The same on every node; of a-z, 0-9 and `-`. */
  readonly name: string;
  /** The payload of a job of this kind. A node of another version may have written it. */
  readonly payload: z.ZodType<P>;
  /** How long one try may take: a node that takes longer, or dies, loses the job to another node. At least a second. */
  readonly tryMs: number;
  /** When a job that failed is tried again: later each time, twice as late, by half at random. At least a second. */
  readonly retryMs: { readonly first: number; readonly longest: number };
  /** A job that is not done by then is dropped. */
  readonly keepMs: number;
}

/** One try of a job. */
export interface JobTry {
  /** Counted from 0. */
  readonly attempt: number;
  /** Aborts when the time of this try is up, or the worker is closed. */
  readonly signal: AbortSignal;
  /**
   * Whether no other node can have the job yet, by two clocks of this process. To be read in the very tick in which
   * something is sent: a process that was stopped for a while cannot notice it otherwise.
   */
  readonly isOurs: boolean;
}

/** Does one job; it is done when this resolves, and tried again when it rejects. */
export type DoJob<P> = (payload: P, job: JobTry) => Promise<void>;

/** Does jobs of one kind until it is disposed, which waits for those under way. */
export interface JobWorker extends AsyncDisposable {
  /** Looks for jobs now rather than at the next poll. */
  wake(): void;
}

/** A position that all nodes share, and how far one of them has read. */
export interface Advance {
  /** Whose position it is. */
  readonly follower: string;
  /** Where it has to be now; undefined if it has none yet. */
  readonly from: number | undefined;
  /** Where it is after that. */
  readonly to: number;
}

/**
 * Work that any node of a cluster may do, kept in the store until one of them has done it. No execution depends on it.
 *
 * - A job is done at least once: again if it fails, if its node dies, or if it takes longer than its kind allows.
 * - One node has a job at a time, as far as its clocks tell (`JobTry.isOurs`); a late report of another is ignored.
 * - `advance` moves a position and adds jobs, both or neither, and only from where the position is: of all nodes that
 *   read the same, one adds jobs. A position never moves backwards.
 * - `repeat` does its work on some node about every `everyMs`, however many nodes call it, and never on two at once as
 *   far as clocks tell.
 * - While the store cannot be reached nothing is done, and nothing is lost.
 */
export interface Jobs {
  /** Does jobs of a kind here, `atOnce` at a time. */
  work<P>(kind: JobKind<P>, atOnce: number, run: DoJob<P>): JobWorker;
  /** Does one job of a kind here or on another node, again and again. */
  repeat(kind: JobKind<null>, everyMs: number, run: DoJob<null>): JobWorker;
  /** Adds one job for each payload and moves the position, or does neither and resolves with false. */
  advance<P>(move: Advance, kind: JobKind<P>, payloads: readonly P[]): Promise<boolean>;
  /** Where a follower is; undefined if it has no position yet. */
  position(follower: string): Promise<number | undefined>;
}
