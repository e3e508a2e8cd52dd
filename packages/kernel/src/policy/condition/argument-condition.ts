// Conditions on the arguments of a call, as data: what a rule or a grant may say beside a pattern.
//
// A condition never runs code and never compiles one: it compares, by whole values, texts or numbers. It is small by
// construction, so that judging it costs no more than reading the arguments.

import { z } from 'zod';
import { canonicalJson } from '../../journal/canonical-json.js';
import { Json } from '../../journal/json-value.js';
import { ArgumentPath } from './argument-path.js';
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
 * A condition on the arguments of a call, for rules and grants: `{ at: 'to', equals: 'ada@x.org' }`, combined with
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
