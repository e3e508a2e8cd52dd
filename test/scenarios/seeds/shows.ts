// `shows(id, actual)` is `expect(actual)` for one statement of a founding page: what fails says which statement it was.
//
// statements.test.ts reads the ids from the text of the tests. A call in a branch that is never taken would be counted
// there and show nothing, so each test file also ends by comparing the ids in its text with those that were asserted.

import { readFileSync } from 'node:fs';
import { type Assertion, afterAll, expect } from 'vitest';
import { citedIn } from './cited.ts';
import { STATEMENTS, type StatementId, wordsOf } from './statements.ts';

const asserted = new Set<string>();

export function shows<T>(id: StatementId, actual: T): Assertion<void, T> {
  asserted.add(id);
  const statement = STATEMENTS.get(id);
  return expect(actual, `${id}: ${statement === undefined ? 'no founding page states this' : wordsOf(statement)}`);
}

interface Task {
  readonly type: string;
  readonly mode: string;
  readonly result?: { readonly state: string } | undefined;
  readonly tasks?: readonly Task[];
}

/** Not where some tests were left out by name, or failed: those had no chance to assert. */
const wasRunWhole = ({ type, result, tasks = [] }: Task): boolean =>
  type === 'test' ? result?.state === 'pass' : tasks.every(wasRunWhole);

// biome-ignore lint/correctness/noEmptyPattern: the runner reads fixtures from the first parameter and takes no other form
afterAll(({}, file) => {
  const path = expect.getState().testPath;
  if (path === undefined || !wasRunWhole(file)) return;
  const cited = citedIn(readFileSync(path, 'utf8')).map(({ id }) => id);
  expect([...new Set(cited)].filter((id) => !asserted.has(id))).toEqual([]);
});
