import type { RequirementId } from '../requirements.ts';

/** Says which promises the tests of a block show. Read by requirements.test.ts; does nothing by itself. */
export const verifies = (...ids: readonly RequirementId[]): readonly RequirementId[] => ids;
