import { it } from 'vitest';

/** Registers a test that this machine cannot run, under a name nobody overlooks in the output. */
export function notShown(what: string, because: string): void {
  process.stderr.write(`NOT SHOWN: ${what}, because ${because}\n`);
  it.skip(`NOT SHOWN: ${what}, because ${because}`);
}
