// Tools that are one handler under several names, of which some ask and some do not.
//
// Threat: a person refuses `db.drop`, or a rule denies it, while `db.reset` does the same without a question. A handler is
// recognised by being the same function; two functions that do the same cannot be recognised.

import type { Tool } from '@toolshed/kernel';
import type { KnownRule } from '../policy/host-policy.js';

type Strictness = 'allow' | 'ask' | 'deny';

/** One handler, and the decision about a call of it under each of its names. */
export type SharedHandler = readonly { readonly path: string; readonly gate: Strictness }[];

export function findSharedHandlers(tools: readonly Tool[], rules: readonly KnownRule[]): readonly SharedHandler[] {
  const ruled = strictestRules(rules);
  const byHandler = Map.groupBy(tools, ({ handler }) => handler);
  return [...byHandler.values()]
    .map((names) => names.map(({ path, nature }) => ({ path, gate: ruled.get(path) ?? GATE_OF[nature] })))
    .filter((names) => new Set(names.map(({ gate }) => gate)).size > 1);
}

/** A decision that depends on arguments may ask. */
const GATE_OF = { safe: 'allow', destructive: 'ask', 'by-arguments': 'ask' } as const satisfies Record<
  Tool['nature'],
  Strictness
>;

const ORDER: readonly Strictness[] = ['allow', 'ask', 'deny'];

/** Conditions are ignored: a rule that asks about some calls counts for the tool. */
function strictestRules(rules: readonly KnownRule[]): ReadonlyMap<string, Strictness> {
  const strictest = new Map<string, Strictness>();
  for (const { rule, tools } of rules) {
    for (const path of tools) {
      const before = strictest.get(path);
      if (before === undefined || ORDER.indexOf(rule.verdict) > ORDER.indexOf(before))
        strictest.set(path, rule.verdict);
    }
  }
  return strictest;
}
