// Answers that are refused before anything is written: the question they were meant for is as open as before, or as
// answered.

import { issuesText } from '../../tool/schema/json-schema.js';
import type { SchemaIssue } from '../../json-schema/schema-issue.js';
import { ToolshedError } from '../../toolshed-error.js';

/** An open question, as an error names it. */
export interface OpenNamed {
  /** Its id. */
  readonly elicitationId: string;
  /** Its words. */
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

/** The execution has asked something before, and the answer does not say which question it is to. */
export class StaleAnswerError extends ToolshedError {
  override readonly name = 'StaleAnswerError';
  override readonly code = 'elicitation/stale';

  constructor(
    readonly execution: string,
    readonly open: readonly OpenNamed[],
  ) {
    super(
      `Cannot tell which question of ${execution} is answered: it is not its first, and the answer may be meant for an earlier one; now it asks ${listOf(open)}; name the question`,
    );
  }
}

const listOf = (open: readonly OpenNamed[]): string =>
  open.map(({ elicitationId, message }) => `${elicitationId} (${message})`).join(', ');

/** What became of a question, for a person who answers too late. */
export interface EarlierAnswer {
  /** `closed` where its execution ended without an answer. */
  readonly action: string;
  /** Who answered. */
  readonly by: string;
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

/** The question has another answer already, which stands. */
export class AlreadyAnsweredError extends ToolshedError {
  override readonly name = 'AlreadyAnsweredError';
  override readonly code = 'elicitation/already-answered';

  constructor(
    readonly elicitation: string,
    readonly answer: EarlierAnswer,
  ) {
    super(`Cannot answer "${elicitation}": ${earlierWords(answer)}, and that stands`);
  }
}

function earlierWords({ action, by }: EarlierAnswer): string {
  if (action === 'expired' || action === 'timeout') return 'its time was up before';
  return action === 'closed' ? 'its execution ended without an answer' : `${by} answered it before (${action})`;
}

/** The answer is not of the shape the question asks for, or says something nobody reads. */
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
