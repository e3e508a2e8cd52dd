import { describeCondition } from './condition/describe-condition.js';
import type { Rule } from './rule.js';

const LONGEST_CONDITION = 200;

export function describeRule({ verdict, pattern, when }: Rule): string {
  if (when === undefined) return `${verdict} ${pattern}`;
  const words = describeCondition(when);
  const shown = words.length > LONGEST_CONDITION ? `${words.slice(0, LONGEST_CONDITION)}…` : words;
  return `${verdict} ${pattern} when ${shown}`;
}
