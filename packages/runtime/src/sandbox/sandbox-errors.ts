// How a sandbox fails: a limit that was reached, a process that is lost, a worker that breaks the protocol.

import { ToolshedError } from '@toolshed/kernel';
import type { LimitCode } from './limits.js';

/** The isolate, or the process it was in, has ended; the execution can be replayed in another. */
export class SandboxLostError extends ToolshedError {
  override readonly name = 'SandboxLostError';
  override readonly code = 'sandbox/crashed';

  /** `wasRunning`: the program was running when it happened, so it may be the cause. */
  constructor(
    readonly how: string,
    readonly wasRunning: boolean,
  ) {
    super(`Cannot continue in this sandbox: ${how}`);
  }
}

/** Its program waited and another's did not. */
export const placeTaken = (): SandboxLostError =>
  new SandboxLostError('its isolate was given to another program while it waited', false);

/** The program reached one of its limits. Final for the execution. */
export class LimitError extends ToolshedError {
  override readonly name = 'LimitError';

  constructor(
    override readonly code: LimitCode,
    message: string,
    /** What the isolate had written when it was stopped; empty if it was lost with the isolate. */
    readonly lastOutput = '',
  ) {
    super(message);
  }
}

/**
 * Recorded history could not be replayed in this process: it took longer than the host allows, or its sandbox died. The
 * program is not at fault, because it has done all this before; so its execution does not fail.
 */
export class ReplayUnfinishedError extends ToolshedError {
  override readonly name = 'ReplayUnfinishedError';
  override readonly code = 'replay/unfinished';

  constructor(
    readonly how: string,
    /** Whether it may be tried again at once. */
    readonly wasLost: boolean,
  ) {
    super(
      `Cannot restore the execution here now: ${how}. It and its answers are kept; ` +
        'try again when the machine is less busy, or on another one',
    );
  }
}

/** A worker broke its protocol. It is killed, and nothing it sent is used. */
export class GuestProtocolError extends ToolshedError {
  override readonly name = 'GuestProtocolError';
  override readonly code = 'sandbox/protocol';

  constructor(problem: string) {
    super(`Cannot read the worker's frame: ${problem}`);
  }
}

/** Isolation "thread" was chosen without `trusted: true`. */
export class UntrustedThreadError extends ToolshedError {
  override readonly name = 'UntrustedThreadError';
  override readonly code = 'sandbox/untrusted-thread';

  constructor() {
    super(
      'Cannot use isolation "thread" for untrusted programs: one of them can stop this process for good; ' +
        'use isolation "process", or set trusted: true if every program is your own',
    );
  }
}
