// Whether a condition holds for the arguments of a call: yes, no, or undecidable.
//
// It is undecidable if the compared value is missing, has another type than the comparison expects, or is too
// long to check. The third answer is propagated through `all`, `any` and `not`, in the manner of three-valued logic,
// so that negating a condition never turns "undecidable" into "yes". What it then means is decided by
// the caller: a rule that restricts applies, a rule or grant that permits does not.

import { canonicalJson } from '../../journal/canonical-json.js';
import type { ArgumentCondition, Comparison } from './argument-condition.js';
import { type ArgumentPath, valueAt } from './argument-path.js';
import { describePath } from './path-keys.js';
import { matchesTextGlob, MAX_GLOBBED_CHARACTERS } from './text-glob.js';

export type ConditionJudgement =
  | { readonly kind: 'holds' }
  | { readonly kind: 'fails' }
  | { readonly kind: 'unclear'; readonly problem: string };

const HOLDS: ConditionJudgement = { kind: 'holds' };
const FAILS: ConditionJudgement = { kind: 'fails' };
const unclear = (path: ArgumentPath | undefined, problem: string): ConditionJudgement => ({
  kind: 'unclear',
  problem: `${describePath(path)} ${problem}`,
});
const judged = (holds: boolean): ConditionJudgement => (holds ? HOLDS : FAILS);

export function judgeCondition(condition: ArgumentCondition, args: unknown): ConditionJudgement {
  if ('all' in condition) return allOf(condition.all.map((one) => judgeCondition(one, args)));
  if ('any' in condition) return anyOf(condition.any.map((one) => judgeCondition(one, args)));
  if ('not' in condition) return opposite(judgeCondition(condition.not, args));
  const place = valueAt(args, condition.at);
  if ('exists' in condition) return judged((place.kind === 'found') === condition.exists);
  if (place.kind === 'missing') return unclear(condition.at, 'is missing');
  if ('every' in condition || 'some' in condition) return judgeItems(condition, place.value);
  return compare(condition, place.value);
}

type Quantified = Extract<ArgumentCondition, { every: unknown } | { some: unknown }>;

function judgeItems(condition: Quantified, items: unknown): ConditionJudgement {
  if (!Array.isArray(items)) return unclear(condition.at, 'is not a list');
  return 'every' in condition
    ? allOf(items.map((item) => judgeCondition(condition.every, item)))
    : anyOf(items.map((item) => judgeCondition(condition.some, item)));
}

function compare(condition: Exclude<Comparison, { exists: boolean }>, value: unknown): ConditionJudgement {
  if ('equals' in condition) return judged(isSame(condition.equals, value));
  if ('oneOf' in condition) return judged(condition.oneOf.some((one) => isSame(one, value)));
  if ('prefix' in condition) {
    return typeof value === 'string'
      ? judged(value.startsWith(condition.prefix))
      : unclear(condition.at, 'is not a text');
  }
  if ('glob' in condition) {
    if (typeof value !== 'string') return unclear(condition.at, 'is not a text');
    if (value.length > MAX_GLOBBED_CHARACTERS) return unclear(condition.at, 'is too long to compare');
    return judged(matchesTextGlob(condition.glob, value));
  }
  if (typeof value !== 'number') return unclear(condition.at, 'is not a number');
  const { min, max } = { min: undefined, ...condition };
  return judged((min === undefined || value >= min) && (max === undefined || value <= max));
}

/** The same JSON value, whatever the order of its keys. */
function isSame(wanted: unknown, value: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return wanted === value;
  return typeof value === 'object' && value !== null && canonicalJson(wanted) === canonicalJson(value);
}

const allOf = (parts: readonly ConditionJudgement[]): ConditionJudgement =>
  parts.find(({ kind }) => kind === 'fails') ?? parts.find(({ kind }) => kind === 'unclear') ?? HOLDS;

const anyOf = (parts: readonly ConditionJudgement[]): ConditionJudgement =>
  parts.find(({ kind }) => kind === 'holds') ?? parts.find(({ kind }) => kind === 'unclear') ?? FAILS;

function opposite(judgement: ConditionJudgement): ConditionJudgement {
  if (judgement.kind === 'unclear') return judgement;
  return judgement.kind === 'holds' ? FAILS : HOLDS;
}
