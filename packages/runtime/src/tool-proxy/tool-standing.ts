// What a caller can expect from a tool before the arguments are known: whether its calls run, ask or are denied.

import type { Tool } from '@toolshed/kernel';
import type { Caller, Rulebook } from '@toolshed/kernel/runtime';
import { attempt } from './thrown.js';

/** What policy and the tool itself say about calls whose arguments are not known yet. Grants are ignored. */
export interface ToolStanding {
  /** Whether calls run, ask a person, or are denied whatever their arguments are. */
  readonly verdict: 'runs' | 'asks' | 'denied';
  /** The rule that says so, in words; undefined where the tool itself does. */
  readonly rule: string | undefined;
}

export function standingOf(rulebook: Rulebook, tool: Tool, caller: Caller): ToolStanding {
  const isDestructive = attempt(() => tool.isDestructive({}), true);
  const call = { path: tool.path, isDestructive, caller, args: {} };
  const { because, kind } = rulebook.decide(call);
  const rule = because.kind === 'rule' ? because.rule : undefined;
  if (kind !== 'deny') return { verdict: kind === 'ask' ? 'asks' : 'runs', rule };
  // A rule with a condition denies some calls only: those that it lets through ask or run.
  const { rules } = rulebook.explain(call);
  const isAlways = rules.some(
    ({ rule: { verdict, when }, judgement }) => verdict === 'deny' && when === undefined && judgement.applies,
  );
  return { verdict: isAlways ? 'denied' : 'asks', rule };
}

/** In words for a model; undefined for a tool that simply runs. */
export function standingWords({ verdict, rule }: ToolStanding): string | undefined {
  switch (verdict) {
    case 'denied':
      return `denied by policy${rule === undefined ? '' : `: ${rule}`}`;
    case 'asks':
      return 'asks a person first';
    case 'runs':
      return undefined;
  }
}
