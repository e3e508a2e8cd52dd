// What a handler's run is told when it must end before it is done, and whether it ended because of that.

import { ToolshedError } from '@toolshed/kernel';
import { causeOf } from '../../thrown.js';

/**
 * What `ctx.elicit` rejects with when its host closes. The question stays open, and the handler is run again and given
 * the answer. A handler lets it pass: one that catches it and goes on is not run again.
 */
export class HandlerEvictedError extends ToolshedError {
  override readonly name = 'HandlerEvictedError';
  override readonly code = 'handler/evicted';

  constructor() {
    super('Cannot wait here any longer: the host closes; the handler is run again once its question is answered');
  }
}

/** The reason of a handler's signal, and what its `ctx.elicit` rejects with from then on. */
export class HandlerAbortedError extends ToolshedError {
  override readonly name = 'HandlerAbortedError';
  override readonly code = 'handler/aborted';
}

/** Whether an error is `cause`, or has it in its chain of causes. */
export function isBecauseOf(error: unknown, cause: Error): boolean {
  let link = error;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    if (link === cause) return true;
    link = causeOf(link);
    if (link === undefined) return false;
  }
  return false;
}

/** A chain of causes may be a ring. */
const MAX_DEPTH = 100;
