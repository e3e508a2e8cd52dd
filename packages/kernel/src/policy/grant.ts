// A grant is a remembered approval. It may turn `ask` into `allow` and nothing else.
//
// Threat: a grant that covers more than the person meant. It names a path by whole segments, the scope it was
// given for, and may carry an expiry, a number of uses and the digest of the tool as it was then.

import { z } from 'zod';
import { ExecutionId, GrantId } from '../ids.js';
import type { ToolPath } from '../tool/tool-path.js';
import { matchesPattern, PathPattern } from './match-pattern.js';
import type { Caller } from './rule.js';

const common = {
  id: GrantId,
  pattern: PathPattern,
  grantedBy: z.string(),
  grantedAt: z.int(),
  expiresAt: z.int().optional(),
  usesLeft: z.int().nonnegative().optional(),
  /** Digest of the tool as it was then: one that changed since is asked about again. */
  tool: z.string().optional(),
};

export const Grant = z.discriminatedUnion('scope', [
  z.strictObject({ ...common, scope: z.literal('execution'), execution: ExecutionId }),
  z.strictObject({ ...common, scope: z.literal('session'), session: z.string() }),
  z.strictObject({ ...common, scope: z.literal('always') }),
]);
export type Grant = Readonly<z.infer<typeof Grant>>;

/** `tool` is the digest of the tool as it is now; without it, a grant bound to a digest covers nothing. */
export function grantCovers(grant: Grant, path: ToolPath, caller: Caller, now: number, tool?: string): boolean {
  if (grant.expiresAt !== undefined && grant.expiresAt <= now) return false;
  if (grant.usesLeft === 0) return false;
  if (grant.tool !== undefined && grant.tool !== tool) return false;
  if (grant.scope === 'execution' && grant.execution !== caller.executionId) return false;
  if (grant.scope === 'session' && grant.session !== caller.session) return false;
  return matchesPattern(grant.pattern, path);
}
