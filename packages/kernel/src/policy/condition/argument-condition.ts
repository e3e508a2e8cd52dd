// Conditions on the arguments of a call, as data: what a rule or a grant may say beside a pattern.
//
// A condition never runs code and never compiles one: it compares, by whole values, texts or numbers. It is small by
// construction, so that judging it costs no more than reading the arguments.

import { z } from 'zod';
import { canonicalJson } from '../../journal/canonical-json.js';
import { Json } from '../../journal/json-value.js';
import { ArgumentPath, describePath } from './argument-path.js';
import { MAX_GLOB_CHARACTERS } from './text-glob.js';

/** Where to look; the arguments, or the item, themselves if absent. */
const at = { at: ArgumentPath.optional() };

const Comparison = z.union([
  z.strictObject({ ...at, equals: Json }),
  z.strictObject({ ...at, oneOf: z.array(Json).min(1).readonly() }),
  z.strictObject({ ...at, prefix: z.string() }),
  z.strictObject({ ...at, glob: z.string().max(MAX_GLOB_CHARACTERS) }),
  z.strictObject({ ...at, min: z.number(), max: z.number().optional() }),
  z.strictObject({ ...at, max: z.number() }),
  z.strictObject({ ...at, exists: z.boolean() }),
]);
/** What one argument is compared with. */
export type Comparison = Readonly<z.infer<typeof Comparison>>;

/**
 * A condition on the arguments of a call, for rules and grants: `{ path: 'to', equals: 'ada@x.org' }`, combined with
 * `all`, `any` and `not`.
 */
export type ArgumentCondition =
  | Comparison
  | { readonly at?: ArgumentPath | undefined; readonly every: ArgumentCondition }
  | { readonly at?: ArgumentPath | undefined; readonly some: ArgumentCondition }
  | { readonly all: readonly ArgumentCondition[] }
  | { readonly any: readonly ArgumentCondition[] }
  | { readonly not: ArgumentCondition };

/** A condition without the bounds on its size. */
export const ConditionShape: z.ZodType<ArgumentCondition, ArgumentCondition> = z.lazy(() =>
  z.union(
    [
      Comparison,
      z.strictObject({ ...at, every: ConditionShape }),
      z.strictObject({ ...at, some: ConditionShape }),
      z.strictObject({ all: z.array(ConditionShape).min(1) }),
      z.strictObject({ any: z.array(ConditionShape).min(1) }),
      z.strictObject({ not: ConditionShape }),
    ],
    {
      error:
        'not a condition: use one of "equals", "oneOf", "prefix", "glob", "min" and "max", "exists", "every" or "some" with "at", or "all", "any" or "not" of conditions',
    },
  ),
);

const MAX_CHARACTERS = 16_000;
const MAX_DEPTH = 32;

export const ArgumentCondition: z.ZodType<ArgumentCondition, ArgumentCondition> = z
  .custom<ArgumentCondition>(
    (raw) => isWithinBounds(raw),
    `a condition is JSON of at most ${MAX_CHARACTERS} characters, nested at most ${MAX_DEPTH} deep`,
  )
  .pipe(ConditionShape);

function isWithinBounds(raw: unknown): boolean {
  try {
    return isShallow(raw, MAX_DEPTH) && canonicalJson(raw).length <= MAX_CHARACTERS;
  } catch {
    return false;
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
}

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
