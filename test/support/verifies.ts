// Registers the tests that show a promise of requirements.ts.
//
// `verifies(id, title, body)` is `it(title, body)` under the tag `id`, so each promise points at the very
// tests that show it: `npx vitest run --tags-filter inbox/keyboard` runs them. An id that is no promise
// throws while the file is read; requirements.test.ts fails for a promise no test registers.

import { it, type TestContext, type TestOptions } from 'vitest';
import { REQUIREMENTS, type RequirementId } from '../requirements.ts';

type Ids = RequirementId | readonly RequirementId[];
type Body = (context: TestContext) => unknown;
type Options = Omit<TestOptions, 'tags'>;

interface Verifies {
  (ids: Ids, title: string, body: Body, options?: Options): void;
  /** The older form: says which promises the tests of a block show. Does nothing by itself. */
  (...ids: readonly RequirementId[]): void;
  /** `it.each` for tests that show a promise. A case that is an array is spread over the parameters of the body. */
  readonly each: VerifiesEach;
}

type Row<T extends readonly unknown[]> = { -readonly [K in keyof T]: T[K] };

interface VerifiesEach {
  <T extends readonly [unknown, ...unknown[]]>(
    ids: Ids,
    cases: readonly T[],
  ): (title: string, body: (...row: Row<T>) => unknown, options?: Options) => void;
  <T>(ids: Ids, cases: readonly T[]): (title: string, body: (row: T) => unknown, options?: Options) => void;
}

const register = (ids: Ids, title: string, body?: unknown, options: Options = {}): void => {
  if (typeof body !== 'function') return;
  it(title, { ...options, tags: tagsOf(ids) }, body as Body);
};

const registerEach: VerifiesEach =
  (ids: Ids, cases: readonly unknown[]) =>
  (title: string, body: (...row: never[]) => unknown, options: Options = {}) =>
    it.each([...cases])(title, { ...options, tags: tagsOf(ids) }, body as () => Promise<void>);

export const verifies: Verifies = Object.assign(register as Verifies, { each: registerEach });

function tagsOf(ids: Ids): string[] {
  const tags = [ids].flat();
  for (const id of tags)
    if (!Object.hasOwn(REQUIREMENTS, id)) throw new Error(`"${id}" is no promise of requirements.ts`);
  return tags;
}
