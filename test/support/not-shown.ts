import { it } from 'vitest';

/** Says inside a test what it did not show this time, under words nobody overlooks in the output. */
export const sayNotShown = (what: string, because: string): void =>
  void process.stderr.write(`NOT SHOWN: ${what}, because ${because}\n`);

/** Registers a test that this machine cannot run, under a name nobody overlooks in the output. */
export function notShown(what: string, because: string): void {
  sayNotShown(what, because);
  it.skip(`NOT SHOWN: ${what}, because ${because}`);
}
