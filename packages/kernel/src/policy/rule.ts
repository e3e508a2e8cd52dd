import { z } from 'zod';
import { Verdict } from './gate-decision.js';
import { matchesPattern, PathPattern } from './match-pattern.js';
import type { ToolPath } from '../tool/tool-path.js';

/** One line of policy. */
export const Rule = z.strictObject({
  pattern: PathPattern,
  verdict: Verdict,
  /** Only for this agent or session; any, if absent. */
  agent: z.string().optional(),
  session: z.string().optional(),
});
export type Rule = Readonly<z.infer<typeof Rule>>;

/** Who makes a call, as far as policy cares. */
export interface Caller {
  readonly session: string;
  readonly agent: string | undefined;
  readonly executionId: string | undefined;
}

export function ruleApplies(rule: Rule, path: ToolPath, caller: Caller): boolean {
  if (rule.agent !== undefined && rule.agent !== caller.agent) return false;
  if (rule.session !== undefined && rule.session !== caller.session) return false;
  return matchesPattern(rule.pattern, path);
}

export const describeRule = (rule: Rule): string => `${rule.verdict} ${rule.pattern}`;
