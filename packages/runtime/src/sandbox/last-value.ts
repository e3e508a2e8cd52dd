/**
 * What the value of a last expression goes through on its way out of a program that has returns of its own, so that its
 * writer is told which of them was taken. A name of the compiled text, which has it as a parameter.
 */
export const LAST_VALUE = '$$last';
