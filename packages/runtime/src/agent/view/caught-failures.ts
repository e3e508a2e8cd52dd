// Calls that failed and that the program caught: `catch { return null }`. A program may handle a failure, but its writer
// has to know of a call that could never work, and of what came before another failure.

import type { ExecutionResult } from '../../execution/execution-result.js';

/** Of a program that completed: what no other attempt would have changed. */
const HOPELESS: ReadonlySet<string> = new Set([
  'tool/unknown',
  'tool/invalid-path',
  'tool/invalid-arguments',
  'tool/denied',
  'tool/declined',
  'source/unavailable',
  'elicitation/invalid',
]);
const MOST_SHOWN = 3;
/** Each is looked for in all that the reply says: a program chooses how many there are, and how long that is. */
const MOST_LOOKED_FOR = 50;
const LONGEST = 400;

/** In words, the first few; none that the reply says already. */
export function caughtFailures(result: ExecutionResult): readonly string[] {
  if (result.status !== 'completed' && result.status !== 'failed') return [];
  const said = result.status === 'failed' ? result.error.message : (JSON.stringify(result.value) ?? '');
  const words = new Set<string>();
  let count = 0;
  let looked = 0;
  for (const { error, line } of result.calls) {
    if (error === undefined || (result.status === 'completed' && !HOPELESS.has(error.code))) continue;
    const { code, message } = error;
    if (++looked > MOST_LOOKED_FOR) break;
    if (said.includes(message) || said.includes(JSON.stringify(message).slice(1, -1)) || said.includes(code)) continue;
    count++;
    const place = line === undefined ? '' : ` in line ${line}`;
    const text = `The program caught a failure${place}, ${code}: ${message}`;
    if (words.size < MOST_SHOWN) words.add(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
  }
  return count > words.size && words.size === MOST_SHOWN
    ? [...words, `The program caught ${looked > MOST_LOOKED_FOR ? 'many more' : `${count} failures in all`}`]
    : [...words];
}
