// A grant is a remembered answer. An approval may turn `ask` into `allow`, a refusal may turn `ask` into `deny`, and
// neither does anything else.
//
// Threat: a grant that covers more than the person meant. It names a path by whole segments and the scope it was given
// for, and may carry an expiry, a number of uses and a condition on arguments. An approval is bound to the digests of
// the tools it was given for, as they were then: a tool that changed, or was added later, is asked about again. A
// refusal is bound to no digest: a server must not escape it by describing its tool in other words.
//
// Threat: a grant that a store can no longer read, or that a newer version wrote with more in it than this one knows.
// It never permits. The readable part of a refusal refuses; if its effect is unknown, it may have been a
// refusal, so the calls it could cover are asked about whatever other grants say.

import { z } from 'zod';
import { ExecutionId, GrantId } from '../ids.js';
import { ArgumentCondition } from './condition/argument-condition.js';
import { Verdict } from './gate-decision.js';
import { doesNotApply, type JudgedCall, type Judgement, judgeWhen } from './judgement.js';
import { matchesPattern, PathPattern } from './match-pattern.js';

/** Whether a grant allows or denies the calls it covers. */
export const GrantEffect = z.enum(['allow', 'deny']);
export type GrantEffect = z.infer<typeof GrantEffect>;

const common = {
  id: GrantId,
  /** Grants that were stored before refusals could be remembered do not have it; only a damaged grant has `ask`. */
  effect: Verdict.default('allow'),
  pattern: PathPattern,
  grantedBy: z.string(),
  grantedAt: z.int(),
  expiresAt: z.int().optional(),
  usesLeft: z.int().nonnegative().optional(),
  /** Only for calls whose arguments meet this condition. */
  when: ArgumentCondition.optional(),
  /** Digest of the tool as it was then: one that changed since is asked about again. */
  tool: z.string().optional(),
  /** The same by path, where the pattern stands for several. */
  tools: z.record(z.string(), z.string()).optional(),
  /** Digest of a saved program: only for calls that this very version of it makes. */
  program: z.string().optional(),
  /** Why it cannot be read completely; the other fields are then what could be read, or as wide as possible. */
  damage: z.string().optional(),
};

/** A person's remembered answer: it allows or denies later calls of the paths it covers. */
export const Grant = z.discriminatedUnion('scope', [
  /** The next call it covers, wherever that is made. */
  z.strictObject({ ...common, scope: z.literal('once'), usesLeft: z.int().nonnegative().max(1) }),
  z.strictObject({ ...common, scope: z.literal('execution'), executionId: ExecutionId }),
  z.strictObject({ ...common, scope: z.literal('session'), session: z.string() }),
  z.strictObject({ ...common, scope: z.literal('always') }),
]);
export type Grant = Readonly<z.infer<typeof Grant>>;

/**
 * Fails closed: where its condition cannot be judged, a refusal applies and an approval does not. A changed tool
 * is reported only for an approval that would otherwise cover the call, so that the person who is asked again can learn why.
 */
export function judgeGrant(grant: Grant, { path, caller, now, args, tool }: JudgedCall): Judgement {
  if (!matchesPattern(grant.pattern, path)) return doesNotApply('other-path');
  if (grant.scope === 'execution' && grant.executionId !== caller.executionId) return doesNotApply('other-execution');
  if (grant.scope === 'session' && grant.session !== caller.session) return doesNotApply('other-session');
  if (grant.program !== undefined && grant.program !== caller.program) return doesNotApply('other-program');
  if (grant.expiresAt !== undefined && grant.expiresAt <= now) return doesNotApply('expired');
  if (grant.usesLeft === 0) return doesNotApply('used-up');
  if (grant.effect !== 'allow') return judgeWhen(grant.when, args, 'restricts');
  if (grant.damage !== undefined) return doesNotApply('damaged');
  const judgement = judgeWhen(grant.when, args, 'permits');
  return judgement.applies && !isForThisTool(grant, path, tool) ? doesNotApply('tool-changed') : judgement;
}

export const grantCovers = (grant: Grant, call: JudgedCall): boolean => judgeGrant(grant, call).applies;

/** An approval that is bound to nothing, as those of older stores, covers nothing. */
function isForThisTool({ tool: bound, tools }: Grant, path: string, tool: string | undefined): boolean {
  if (tool === undefined) return false;
  return bound === tool || (tools !== undefined && Object.hasOwn(tools, path) && tools[path] === tool);
}
