// How a sandbox fails: a limit that was reached, a process that is lost, a worker that breaks the protocol.

import { ToolshedError } from '@toolshed/kernel';
import type { LimitCode } from './limits.js';

/** The isolate, or the process it was in, is gone; the execution can be replayed in another. */
export class SandboxLostError extends ToolshedError {
  override readonly name = 'SandboxLostError';
  override readonly code = 'sandbox/crashed';

  /** `wasRunning`: the program was being run when it happened, so it may be what did it. */
  constructor(
    readonly how: string,
    readonly wasRunning: boolean,
  ) {
    super(`Cannot go on in this sandbox: ${how}`);
  }
}

/** Its program waited and another's did not. */
export const placeTaken = (): SandboxLostError =>
  new SandboxLostError('its isolate was given to another program while it waited', false);

/** The program used up something it was given only so much of. Final for the execution. */
export class LimitError extends ToolshedError {
  override readonly name = 'LimitError';

  constructor(
    override readonly code: LimitCode,
    message: string,
    /** What the isolate had written when it was stopped; empty where that is lost with it. */
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
      `Cannot bring the execution back here and now: ${how}. It stays as it is, with what was answered; ` +
        'try again when the machine has more time, or on another',
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
      'Cannot use isolation "thread" for programs nobody vouches for: one of them can stop this process for good; ' +
        'use isolation "process", or say trusted: true if every program is your own',
    );
  }
}
