// Registers the tests that show a promise of requirements.ts.
//
// `verifies(id, title, body)` is `it(title, body)` under the tag `id`, so each promise points at the very
// tests that show it: `npx vitest run --tags-filter inbox/keyboard` runs them. An id that is no promise
// throws while the file is read; requirements.test.ts fails for a promise no test registers.

import { it, type TestContext, type TestOptions } from 'vitest';
import { REQUIREMENTS, type RequirementId } from '../requirements.ts';
import { canRestart } from './postgres.ts';

type Ids = RequirementId | readonly RequirementId[];
interface Options extends Omit<TestOptions, 'tags'> {
  /** `own server`: a PostgreSQL that the test stops, restarts or starts with settings. */
  readonly needs?: 'own server';
}
type Row<T extends readonly unknown[]> = { -readonly [K in keyof T]: T[K] };

interface VerifiesEach {
  <T extends readonly [unknown, ...unknown[]]>(
    ids: Ids,
    cases: readonly T[],
  ): (title: string, body: (...row: Row<T>) => unknown, options?: Options) => void;
  <T>(ids: Ids, cases: readonly T[]): (title: string, body: (row: T) => unknown, options?: Options) => void;
}

function register(ids: Ids, title: string, body: (context: TestContext) => unknown, given: Options = {}): void {
  const { needs, ...options } = given;
  if (needs === 'own server' && !canRestart) {
    it.skip(`NOT SHOWN: ${title}; TOOLSHED_TEST_POSTGRES names a server that tests do not restart`, {
      tags: tagsOf(ids),
    });
    return;
  }
  it(title, { ...options, tags: tagsOf(ids) }, async (context) => {
    await body(context);
  });
}

const registerEach: VerifiesEach =
  (ids: Ids, cases: readonly unknown[]) =>
  (title: string, body: (...row: never[]) => unknown, options: Options = {}) =>
    it.each([...cases])(title, { ...options, tags: tagsOf(ids) }, body as () => Promise<void>);

/** `verifies.each` is `it.each`: a case that is an array is spread over the parameters of the body. */
export const verifies = Object.assign(register, { each: registerEach });

function tagsOf(ids: Ids): string[] {
  const tags = [ids].flat();
  for (const id of tags)
    if (!Object.hasOwn(REQUIREMENTS, id)) throw new Error(`"${id}" is no promise of requirements.ts`);
  return tags;
}
