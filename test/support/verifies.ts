import type { RequirementId } from '../requirements.ts';

/** Says which promises the tests of a block show. Read by requirements.test.ts; does nothing by itself. */
export function verifies(..._ids: readonly RequirementId[]): void {
  return undefined;
}
