// The rules of a host, indexed by path: what the gate decides about a call, and why.

import type { Clock } from '../ports/clock.js';
import { decide, type Explanation, explain, type GateInput } from './decide.js';
import type { GateDecision } from './gate-decision.js';
import type { Grant } from './grant.js';
import { createPatternIndex } from './pattern-index.js';
import type { Rule } from './rule.js';

/** A call the gate is asked about, with the grants that may count for it. */
export type ConsideredCall = Omit<GateInput, 'rules' | 'grants' | 'now'> & { readonly grants?: readonly Grant[] };

export interface Rulebook {
  decide(call: ConsideredCall): GateDecision;
  /** The same decision, with every rule and grant and why it counts or does not. */
  explain(call: ConsideredCall): Explanation;
}

/** Without a clock no grant can be shown to be valid still: one that expires counts as expired. */
const END_OF_TIME: Clock = { now: () => Number.MAX_SAFE_INTEGER };

export function createRulebook(rules: readonly Rule[], clock: Clock = END_OF_TIME): Rulebook {
  const byPath = createPatternIndex(rules, ({ pattern }) => pattern);
  const inputOf = (call: ConsideredCall, considered: readonly Rule[]): GateInput => ({
    ...call,
    rules: considered,
    grants: call.grants ?? [],
    now: clock.now(),
  });
  return {
    decide: (call) => decide(inputOf(call, byPath.matching(call.path))),
    explain: (call) => explain(inputOf(call, rules)),
  };
}
