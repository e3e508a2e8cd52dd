import { z } from 'zod';
import { ArgumentCondition } from './condition/argument-condition.js';
import { Verdict } from './gate-decision.js';
import { doesNotApply, type JudgedCall, type Judgement, judgeWhen } from './judgement.js';
import { matchesPattern, PathPattern } from './match-pattern.js';

const MAX_APPROVALS = 10;

/** One rule of a policy. */
export const Rule = z
  .strictObject({
    /** The tools it is about: `mail.send`, `mail.*`, or `**` for all. */
    pattern: PathPattern,
    /** What happens to a call: it runs (`allow`), a person is asked (`ask`), or it fails (`deny`). */
    verdict: Verdict,
    /** Only for this agent. Default: any agent. */
    agent: z.string().optional(),
    /** Only for this session. Default: any session. */
    session: z.string().optional(),
    /** Only for calls whose arguments meet this condition, such as `{ at: 'path', prefix: 'drafts/' }`. */
    when: ArgumentCondition.optional(),
    /** How many different people have to approve. Default: one. Grants do not replace them. */
    approvals: z.int().min(1).max(MAX_APPROVALS).optional(),
  })
  .refine(({ verdict, approvals }) => approvals === undefined || verdict === 'ask', {
    path: ['approvals'],
    error: 'only a rule that asks has approvals',
  });
export type Rule = Readonly<z.infer<typeof Rule>>;

/** Fails closed: where its condition cannot be judged, an `ask` or `deny` applies and an `allow` does not. */
export function judgeRule(rule: Rule, { path, caller, args }: Pick<JudgedCall, 'path' | 'caller' | 'args'>): Judgement {
  if (!matchesPattern(rule.pattern, path)) return doesNotApply('other-path');
  if (rule.agent !== undefined && rule.agent !== caller.agent) return doesNotApply('other-agent');
  if (rule.session !== undefined && rule.session !== caller.session) return doesNotApply('other-session');
  return judgeWhen(rule.when, args, rule.verdict === 'allow' ? 'permits' : 'restricts');
}
