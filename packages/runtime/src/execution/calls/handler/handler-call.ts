// Between a handler's `ctx` (`handler-context.ts`) and the run it belongs to (`running-handler.ts`).

import type { Answer, ElicitationId } from '@toolshed/kernel';

/** What the `ctx` of a handler needs of its run. */
export interface HandlerCall {
  readonly call: number;
  readonly attempt: number;
  signal(): AbortSignal;
  /** +1 when the handler starts to ask a person, -1 when the question is on disk. */
  onAsking(change: 1 | -1): void;
  /** The error it was interrupted with, if it was: it may ask nothing more. */
  readonly endedBy: Error | undefined;
  /** Interrupts it: it has not acted on the call that is refused. */
  end(error: Error): void;
  /** Waits for a person's answer; rejects if the handler is interrupted first. */
  whenAnswered(elicitation: ElicitationId): Promise<Answer>;
}
