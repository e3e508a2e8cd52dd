/** A mistake in a program that its types show. */
export interface TypeProblem {
  /** The line of the program, from 1. */
  readonly line: number;
  /** The column in that line, from 1. */
  readonly column: number;
  /** What is wrong and what to write instead. */
  readonly message: string;
  /** The line as the program has it. */
  readonly source: string;
}

/**
 * What a check of a program's types found.
 *
 * `checked`: every problem that was found; none if the program fits the tools.
 * `not-checked`: why it was not checked, such as a compiler that is not installed, or a program that takes too long to check.
 */
export type CheckOutcome =
  | { readonly kind: 'checked'; readonly problems: readonly TypeProblem[] }
  | { readonly kind: 'not-checked'; readonly reason: string };

/**
 * Whether programs are checked against the types of the tools. `off`: never. `warn`: after a program fails; its
 * result names the problems. `error`: before it starts; a program with problems does not start.
 */
export type CheckMode = 'off' | 'warn' | 'error';
