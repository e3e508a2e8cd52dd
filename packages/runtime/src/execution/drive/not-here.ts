// Why an execution cannot go on in this process now, while another process, or this one later, may go on with it.
//
// Invariant
//   N1. None of these ends an execution. Its journal stays as it is, an answer that was given is kept, and its owner
//       lets go of it.

import { ToolshedError } from '@toolshed/kernel';
import { ReplayUnfinishedError } from '../../sandbox/sandbox-errors.js';
import { SourceUnavailableError } from '../../sources/source-unavailable-error.js';

/** A call needs a tool that this host does not have. */
export class ToolNotHereError extends ToolshedError {
  override readonly name = 'ToolNotHereError';
  override readonly code = 'tool/not-here';

  constructor(readonly path: string) {
    super(
      `Cannot go on with ${path} here: this host has no such tool. The execution stays as it is, with what was answered; ` +
        'open it on a host that has the tool, or cancel it',
    );
  }
}

export const isNotHere = (error: unknown): error is ToolNotHereError | SourceUnavailableError | ReplayUnfinishedError =>
  error instanceof ToolNotHereError ||
  error instanceof SourceUnavailableError ||
  error instanceof ReplayUnfinishedError;
