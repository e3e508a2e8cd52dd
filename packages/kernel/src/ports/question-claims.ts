import type { ElicitationId } from '../ids.js';

/**
 * Whose channels show a question, in a store that several nodes share.
 *
 * - What an owner claimed is its own for as long as its lease runs.
 * - `claim` gives an owner what nobody has, what it has already, and what an owner had whose lease has ended; of several
 *   owners at once one gets it. An owner whose own lease has ended gets nothing, and nobody gets a question that is over.
 * - `release` gives back what the owner has, and nothing else.
 * - `deserters` are the owners whose lease has ended and who have open questions.
 */
export interface QuestionClaims {
  /** Those of the questions that are the owner's now. */
  claim(owner: string, questions: readonly ElicitationId[]): Promise<readonly ElicitationId[]>;
  /** Leaves a question to the next node that claims it. */
  release(owner: string, questions: readonly ElicitationId[]): Promise<void>;
  /** Owners whose questions can be claimed, because they have died. */
  deserters(): Promise<readonly string[]>;
}
