// A grant as stores keep it. Its execution stands there as `execution`, as the first versions wrote it: rows of theirs are
// read, nodes of theirs read these rows, and the digests that the audit log has of both stay valid.

import type { Grant } from '@toolshed/kernel';
import { canonicalJson } from '@toolshed/kernel/runtime';

/** The digest in the audit line of a grant is of this text. */
export function textOfGrant(grant: Grant): string {
  if (grant.scope !== 'execution') return canonicalJson(grant);
  const { executionId, ...rest } = grant;
  return canonicalJson({ ...rest, execution: executionId });
}

/** The fields of a grant from what a store keeps, whatever its format. */
export function fieldsOfGrant(stored: Readonly<Record<string, unknown>>): object {
  if (stored['scope'] !== 'execution') return stored;
  const { execution, ...rest } = stored;
  return { ...rest, executionId: execution };
}
