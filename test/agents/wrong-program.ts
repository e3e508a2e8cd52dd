/**
 * A program as a model writes it, with the exact text that a model gets.
 *
 * `says` is the part of the reply that helps: what was done, or what to write. The score says how much: 3 the program
 * did what was meant or the reply has what to write, 2 it says what is wrong and where, 1 that something is, 0 nothing.
 */
export interface WrongProgram {
  readonly kind: 'shape' | 'value' | 'mistake';
  readonly code: string;
  readonly reply: string;
  readonly says: string;
  readonly score: 0 | 1 | 2 | 3;
}

export const reply = (view: object): string => JSON.stringify({ executionId: 'exec_1', ...view });
