// Forms nobody could fill in: bounds that leave nothing, choices that appear twice, required fields that do not
// exist. They are refused when they are asked; otherwise a person would find out, field by field, that no answer fits.

import { canonicalJson } from '../../journal/canonical-json.js';
import { optionsIn } from './field-options.js';
import type { FormSchema } from './form-schema.js';

/** What is impossible about a form or one of its fields, and where; undefined if nothing is. */
export function impossibleIn(schema: FormSchema, path: readonly string[] = []): string | undefined {
  const own = problemOf(schema);
  if (own !== undefined) return path.length === 0 ? own : `"${path.join('.')}": ${own}`;
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    const inner = impossibleIn(one, [...path, name]);
    if (inner !== undefined) return inner;
  }
  return schema.items && impossibleIn(schema.items, [...path, 'items']);
}

function problemOf(schema: FormSchema): string | undefined {
  const { minLength, maxLength, minItems, maxItems, properties = {}, required = [] } = schema;
  const missing = required.find((name) => !Object.hasOwn(properties, name));
  if (missing !== undefined) return `required names "${missing}", which is not one of its fields`;
  if (isAbove(minLength, maxLength)) return 'minLength is more than maxLength';
  if (isAbove(minItems, maxItems)) return 'minItems is more than maxItems';
  const twice = repeatedIn(choicesOf(schema) ?? []);
  if (twice !== undefined) return `${twice} appears twice`;
  const label = repeatedIn(labelsOf(schema));
  if (label !== undefined) return shownTwice(label);
  const choices = schema.items && choicesOf(schema.items);
  if (choices && isAbove(minItems, choices.length)) return `minItems is more than its ${choices.length} choices`;
  return boundsProblem(schema);
}

const isAbove = (low: number | undefined, high: number | undefined): boolean =>
  low !== undefined && high !== undefined && low > high;

function boundsProblem(schema: FormSchema): string | undefined {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (isAbove(minimum, maximum)) return 'minimum is more than maximum';
  const low = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const high = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const isOpen = low === exclusiveMinimum || high === exclusiveMaximum;
  if (low > high || (low === high && isOpen)) return 'no number is within its bounds';
  if (type !== 'integer') return undefined;
  const first = low === exclusiveMinimum ? Math.floor(low) + 1 : Math.ceil(low);
  const last = high === exclusiveMaximum ? Math.ceil(high) - 1 : Math.floor(high);
  return first > last ? 'no whole number is within its bounds' : undefined;
}

/** The values a person chooses from, of a field that is such a choice. */
export const choicesOf = (schema: FormSchema): readonly unknown[] | undefined =>
  optionsIn({ ...schema })?.options.map(({ value }) => value);

/** What a person reads for each of them. */
const labelsOf = (schema: FormSchema): readonly unknown[] =>
  optionsIn({ ...schema })?.options.map(({ value, title }) => title ?? value) ?? [];

/** Threat: two choices that read the same, of which a person picks one and has the other. */
export const shownTwice = (label: string): string => `two are shown as ${label}; nobody could distinguish them`;

/** The first value that appears twice, as JSON. */
export function repeatedIn(values: readonly unknown[]): string | undefined {
  const seen = new Set<string>();
  for (const value of values) {
    const text = canonicalJson(value);
    if (seen.has(text)) return text;
    seen.add(text);
  }
  return undefined;
}
