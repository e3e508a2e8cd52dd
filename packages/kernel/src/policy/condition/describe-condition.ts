// Conditions in words. Apart from the schemas, so that a page that shows conditions needs no schema library.

import { canonicalJson } from '../../journal/canonical-json.js';
import type { ArgumentCondition, Comparison } from './argument-condition.js';
import { describePath } from './path-keys.js';

/** In words, for people who read a rule, a grant or the reason of a decision. */
export function describeCondition(condition: ArgumentCondition): string {
  if ('all' in condition) return `(${condition.all.map(describeCondition).join(' and ')})`;
  if ('any' in condition) return `(${condition.any.map(describeCondition).join(' or ')})`;
  if ('not' in condition) return `not ${describeCondition(condition.not)}`;
  const place = describePath(condition.at);
  if ('every' in condition) return `every item of ${place}: ${describeCondition(condition.every)}`;
  if ('some' in condition) return `some item of ${place}: ${describeCondition(condition.some)}`;
  return `${place} ${describeComparison(condition)}`;
}

function describeComparison(condition: Comparison): string {
  if ('equals' in condition) return `is ${canonicalJson(condition.equals)}`;
  if ('oneOf' in condition) return `is one of ${canonicalJson(condition.oneOf)}`;
  if ('prefix' in condition) return `begins with ${canonicalJson(condition.prefix)}`;
  if ('glob' in condition) return `is like ${canonicalJson(condition.glob)}`;
  if ('exists' in condition) return condition.exists ? 'is given' : 'is not given';
  const bounds = [
    ...('min' in condition ? [`at least ${condition.min}`] : []),
    ...(condition.max === undefined ? [] : [`at most ${condition.max}`]),
  ];
  return `is ${bounds.join(' and ')}`;
}
