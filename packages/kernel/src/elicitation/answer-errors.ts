// Answers that are refused before anything is written: the question they were meant for is as open as before.

import { issuesText, type SchemaIssue } from '../tool/json-schema.js';
import { ToolshedError } from '../toolshed-error.js';

export interface OpenNamed {
  readonly elicitationId: string;
  readonly message: string;
}

/** An execution waits for several answers, and an approval of "it" could be meant for any of them. */
export class AmbiguousAnswerError extends ToolshedError {
  override readonly name = 'AmbiguousAnswerError';
  override readonly code = 'elicitation/ambiguous';

  constructor(
    readonly execution: string,
    readonly open: readonly OpenNamed[],
  ) {
    super(
      `Cannot tell which question of ${execution} is answered: ${open.length} are open: ${listOf(open)}; name one, or answer all`,
    );
  }
}

/** A question expired since somebody last answered, and the answer does not say which one it is to. */
export class StaleAnswerError extends ToolshedError {
  override readonly name = 'StaleAnswerError';
  override readonly code = 'elicitation/stale';

  constructor(
    readonly execution: string,
    readonly open: readonly OpenNamed[],
  ) {
    super(
      `Cannot tell which question of ${execution} is answered: one has expired meanwhile, and now it asks ${listOf(open)}; name the question`,
    );
  }
}

const listOf = (open: readonly OpenNamed[]): string =>
  open.map(({ elicitationId, message }) => `${elicitationId} (${message})`).join(', ');

/** The content of the answer is not of the shape the question asks for. */
export class InvalidAnswerError extends ToolshedError {
  override readonly name = 'InvalidAnswerError';
  override readonly code = 'answer/invalid';

  constructor(
    readonly elicitation: string,
    readonly issues: readonly SchemaIssue[],
  ) {
    const list = issuesText(issues);
    super(`Cannot accept the answer to "${elicitation}": ${list}; the question is still open`);
  }
}
