import type { ToolPath } from '../tool/tool-path.js';
import { type GateDecision, stricter } from './gate-decision.js';
import { type Grant, grantCovers } from './grant.js';
import { type Caller, describeRule, type Rule, ruleApplies } from './rule.js';

export interface GateInput {
  readonly path: ToolPath;
  readonly isDestructive: boolean;
  readonly caller: Caller;
  readonly rules: readonly Rule[];
  readonly grants: readonly Grant[];
  readonly now: number;
  /** Digest of the tool's definition, for grants that are bound to one. */
  readonly tool?: string | undefined;
}

/** Rules first, the tool's own word where no rule speaks, then grants, which can only soften `ask`. */
export function decide({ path, isDestructive, caller, rules, grants, now, tool }: GateInput): GateDecision {
  const ruled = rules
    .filter((rule) => ruleApplies(rule, path, caller))
    .map((rule): GateDecision => ({ kind: rule.verdict, because: { kind: 'rule', rule: describeRule(rule) } }));
  const decision = ruled.length > 0 ? ruled.reduce(stricter) : byNature(isDestructive);
  if (decision.kind !== 'ask') return decision;
  const grant = grants.find((one) => grantCovers(one, path, caller, now, tool));
  return grant ? { kind: 'allow', because: { kind: 'grant', grant: grant.id } } : decision;
}

const byNature = (isDestructive: boolean): GateDecision =>
  isDestructive ? { kind: 'ask', because: { kind: 'destructive' } } : { kind: 'allow', because: { kind: 'safe' } };
