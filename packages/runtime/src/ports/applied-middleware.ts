// What executions need of the host's middleware. `channels/host-middleware.ts` implements it.

import type { Answer, ElicitationId, PendingElicitation } from '@toolshed/kernel';
import type { MiddlewareStep } from '@toolshed/kernel/runtime';

export interface AppliedMiddleware {
  /** False if there is none: questions are asked as they are. */
  readonly isActive: boolean;
  /** Runs middleware up to the question for the person, or to an answer given without asking. */
  open(question: PendingElicitation): Promise<MiddlewareStep>;
  /** Passes on a person's answer to the question, whose request is the asker's own. `earlier`: answers to its earlier words. */
  pass(question: PendingElicitation, earlier: readonly Answer[], raw: Answer): Promise<MiddlewareStep>;
  /** The answer it last processed was not journaled, or the question is closed. */
  forget(elicitation: ElicitationId): void;
}
