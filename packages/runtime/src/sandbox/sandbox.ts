// The port through which the runtime runs programs: a machine that is driven step by step.
//
// `start` and `deliver` each run the program until it can do no more by itself, and return what it issued on the way.
// Nothing re-enters the host in between, so everything the host learns about a program arrives as one value.

import type { IsolationLevel } from './isolation-level.js';
import type { UsedTime } from './lane-budget.js';
import type { Limits } from './limits.js';

/** The outcome of one call, as the JSON text delivered to the program. */
export type Delivery =
  | { readonly kind: 'value'; readonly call: number; readonly at: number; readonly json: string | undefined }
  | { readonly kind: 'error'; readonly call: number; readonly at: number; readonly json: string };

export interface GuestProgram {
  readonly source: string;
  readonly seed: string;
  /** See `PROGRAM_RULES`. Default: 1. */
  readonly rules?: number | undefined;
  /** What `Date` says until the first delivery. */
  readonly at: number;
  /** What the program reads as `input`, in JSON; undefined if there is none. */
  readonly input?: string | undefined;
}

/** Settings of one execution that differ from the pool's. */
export interface SandboxTerms {
  readonly limits: Limits;
  /** What it has used of its times before. */
  readonly used: UsedTime;
}

/**
 * One program in its own isolate.
 *
 * - `start` is called once, then `deliver` any number of times; never two at a time.
 * - Each delivery runs the program to quiescence before the next one is made, so that the order of deliveries
 *   alone decides what the program does.
 * - Both give the text the isolate wrote: hostile until `readStepOutput` has parsed it. A sandbox that runs programs on
 *   this very thread has what `deliver` gives at once.
 * - Both fail with SandboxLostError when the program's isolate has ended, and with LimitError when the program used up one
 *   of its limits. After either the sandbox is useless.
 */
export interface Sandbox extends Disposable {
  readonly isolation: IsolationLevel;
  start(program: GuestProgram): Promise<string>;
  deliver(deliveries: readonly Delivery[]): string | Promise<string>;
  /**
   * What the program has printed in the step under way, or in the last one that failed: texts in the form of what a step
   * gives, as hostile. A step that ends says all of it again. Known also when the isolate, its process or the machine's
   * memory is lost, except for what never left the process: of a flood, its last millisecond and at most 31 lines.
   */
  readonly printed: readonly string[];
  /** What the program has used of its times, replays not counted. */
  readonly used: UsedTime;
  /**
   * From now on recorded history is replayed, for at most so long; until this is called with `undefined` no limit of the
   * program's times counts, and what goes wrong is a ReplayUnfinishedError.
   */
  replaying(allowedMs: number | undefined): void;
  /** It broke its protocol, or must stop at once: ends its process. */
  condemn(): void;
}

/** The execution a sandbox is opened for. */
export interface Tenant {
  /** Programs of different trust domains never share a process. */
  readonly domain: string;
  /** Whose turn it is while others wait, and whose quota it counts against. */
  readonly session: string;
}

/**
 * Gives each execution a sandbox. Sessions that wait for one are served in turn. A sandbox whose program waits for
 * something may be taken away for another; its next `deliver` then fails with SandboxLostError, `wasRunning: false`.
 */
export interface SandboxPool extends AsyncDisposable {
  open(tenant: Tenant, terms?: SandboxTerms): Promise<Sandbox>;
  /** Starts, without waiting, what the first program would otherwise wait for. */
  prepare(): void;
}
