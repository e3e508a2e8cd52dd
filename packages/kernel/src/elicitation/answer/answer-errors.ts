// Answers that are refused before anything is written: the question they were meant for stays open, or stays
// answered.

import { issuesText } from '../../tool/schema/json-schema.js';
import type { SchemaIssue } from '../../json-schema/schema-issue.js';
import { ToolshedError } from '../../toolshed-error.js';

/** An open question, as an error names it. */
export interface OpenNamed {
  /** Its id. */
  readonly elicitationId: string;
  /** Its message. */
  readonly message: string;
}

/** An execution has several open questions, and the answer does not say which one it is for. */
export class AmbiguousAnswerError extends ToolshedError {
  override readonly name = 'AmbiguousAnswerError';
  override readonly code = 'elicitation/ambiguous';

  constructor(
    readonly executionId: string,
    readonly open: readonly OpenNamed[],
  ) {
    super(
      `Cannot tell which question of ${executionId} is answered: ${open.length} are open: ${listOf(open)}; name one, or answer all`,
    );
  }
}

/** The execution has asked more than one question, and the answer does not say which one it is for. */
export class StaleAnswerError extends ToolshedError {
  override readonly name = 'StaleAnswerError';
  override readonly code = 'elicitation/stale';

  constructor(
    readonly executionId: string,
    readonly open: readonly OpenNamed[],
  ) {
    super(
      `Cannot tell which question of ${executionId} is answered: the answer may be for an earlier question; open now: ${listOf(open)}; name the question`,
    );
  }
}

const listOf = (open: readonly OpenNamed[]): string =>
  open.map(({ elicitationId, message }) => `${elicitationId} (${message})`).join(', ');

/** How a question ended, for a person who answers too late. */
export interface EarlierAnswer {
  /** `closed` where its execution ended without an answer. */
  readonly action: string;
  /** Who answered. */
  readonly by: string;
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

/** The question already has a different answer, which counts. */
export class AlreadyAnsweredError extends ToolshedError {
  override readonly name = 'AlreadyAnsweredError';
  override readonly code = 'elicitation/already-answered';

  constructor(
    readonly elicitationId: string,
    readonly answer: EarlierAnswer,
  ) {
    super(`Cannot answer "${elicitationId}": ${earlierWords(answer)}, and that answer counts`);
  }
}

function earlierWords({ action, by }: EarlierAnswer): string {
  if (action === 'expired' || action === 'timeout') return 'its time was already up';
  if (action === 'closed') return 'its execution ended without an answer';
  return action === 'decline' ? `${by} already denied it` : `${by} already answered it (${action})`;
}

/** The answer does not have the shape that the question asks for, or has an unknown key. */
export class InvalidAnswerError extends ToolshedError {
  override readonly name = 'InvalidAnswerError';
  override readonly code = 'answer/invalid';

  constructor(
    readonly elicitationId: string,
    readonly issues: readonly SchemaIssue[],
  ) {
    const list = issuesText(issues);
    super(`Cannot accept the answer to "${elicitationId}": ${list}; the question is still open`);
  }
}
