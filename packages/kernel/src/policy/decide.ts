// The whole rule of the gate, as a pure function: the strictest matching rule decides, the tool's own declaration where
// none matches, and then grants, which only ever soften `ask`. `rulebook.ts` applies it to the rules of a host.

import { z } from 'zod';
import { readOptions } from '../options/read-options.js';
import { inWords } from '../options/schema-words.js';
import { type GateDecision, stricter } from './gate-decision.js';
import { type Grant, judgeGrant } from './grant.js';
import type { JudgedCall, Judgement } from './judgement.js';
import { describeRule } from './describe-rule.js';
import { judgeRule, type Rule } from './rule.js';

/** What a decision depends on. */
export interface GateInput extends JudgedCall {
  /** Whether the tool says that this call changes or destroys something. */
  readonly isDestructive: boolean;
  /** The host's rules. */
  readonly rules: readonly Rule[];
  /** What people remembered. */
  readonly grants: readonly Grant[];
}

/** A decision, with the rules and grants that took part in it and those that did not. */
export interface Explanation {
  /** What the gate would decide. */
  readonly decision: GateDecision;
  /** Each rule, and whether it applies. */
  readonly rules: readonly { readonly rule: Rule; readonly judgement: Judgement }[];
  /** Each grant, and whether it applies. */
  readonly grants: readonly { readonly grant: Grant; readonly judgement: Judgement }[];
}

const AList = inWords(z.array(z.unknown()), 'a list');

const KnownGateInput = z.looseObject({
  path: z.string(),
  caller: z.looseObject({ session: z.string() }),
  now: z.number(),
  isDestructive: z.boolean(),
  rules: AList,
  grants: AList,
});

const isGateInput = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  'path' in input &&
  'caller' in input &&
  'isDestructive' in input &&
  'rules' in input &&
  Array.isArray(input.rules) &&
  'grants' in input &&
  Array.isArray(input.grants);

/**
 * Rules first, the tool's own declaration if no rule matches, then grants, which only change `ask`. A remembered refusal beats
 * a remembered approval, and so does a grant that cannot be read and may be a refusal: the call asks. A call that several people have to approve is not allowed by a grant, which is one person's approval;
 * one person's refusal is enough to deny it.
 */
export function decide(input: GateInput): GateDecision {
  // Validated in full only to report what is wrong: the gate runs for every call.
  if (!isGateInput(input)) readOptions('decide about the call', KnownGateInput, input);
  const ruled = rulesOn(input);
  if (ruled.kind !== 'ask') return ruled;
  const restricting = input.grants.filter((grant) => grant.effect !== 'allow' && judgeGrant(grant, input).applies);
  const refusal = restricting.find(({ effect }) => effect === 'deny');
  if (refusal) return { kind: 'deny', because: { kind: 'grant', grant: refusal.id } };
  if (ruled.approvals !== undefined) return ruled;
  const [unreadable] = restricting;
  if (unreadable) return { ...ruled, unreadable: unreadable.id };
  let lapsed: Grant | undefined;
  for (const grant of input.grants) {
    if (grant.effect !== 'allow') continue;
    const { applies, because } = judgeGrant(grant, input);
    if (applies) return { kind: 'allow', because: { kind: 'grant', grant: grant.id } };
    if (because.kind === 'tool-changed') lapsed ??= grant;
  }
  return lapsed ? { ...ruled, lapsed: lapsed.id } : ruled;
}

export const explain = (input: GateInput): Explanation => ({
  decision: decide(input),
  rules: input.rules.map((rule) => ({ rule, judgement: judgeRule(rule, input) })),
  grants: input.grants.map((grant) => ({ grant, judgement: judgeGrant(grant, input) })),
});

function rulesOn(input: GateInput): GateDecision {
  const applied = input.rules.filter((rule) => judgeRule(rule, input).applies);
  if (applied.length === 0) return byNature(input.isDestructive);
  const decision = applied
    .map((rule): GateDecision => ({ kind: rule.verdict, because: { kind: 'rule', rule: describeRule(rule) } }))
    .reduce(stricter);
  const approvals = Math.max(...applied.map((rule) => rule.approvals ?? 1));
  return decision.kind === 'ask' && approvals > 1 ? { ...decision, approvals } : decision;
}

/** One object for all calls, each of which keeps its decision; frozen, since it is handed to every reader of a decision. */
const SAFE: GateDecision = Object.freeze({ kind: 'allow', because: Object.freeze({ kind: 'safe' }) });
const DESTRUCTIVE: GateDecision = Object.freeze({ kind: 'ask', because: Object.freeze({ kind: 'destructive' }) });

const byNature = (isDestructive: boolean): GateDecision => (isDestructive ? DESTRUCTIVE : SAFE);
