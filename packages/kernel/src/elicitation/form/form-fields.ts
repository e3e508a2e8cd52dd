// A form written as a list of fields, in the two ways people write them: by type and constraint, or as questions.

import { z } from 'zod';
import type { JsonSchema } from '../../tool/schema/json-schema.js';
import { TextFormat } from '../../json-schema/checks/text-formats.js';
import { repeatedIn, shownTwice } from './impossible-form.js';
import { lostFlags } from './pattern-flags.js';

const common = {
  name: z.string().min(1),
  title: z.string().optional(),
  /** The same as `title`, put as a question: a field that has one is required by default. */
  prompt: z.string().optional(),
  description: z.string().optional(),
  required: z.boolean().optional(),
};
const Size = z.int().nonnegative().optional();
const Format = z
  .enum([...TextFormat.options, 'date_time', 'datetime'])
  .transform((format) => (format === 'date_time' || format === 'datetime' ? 'date-time' : format));
const Value = z.union([
  z.string().transform((value) => ({ value, title: undefined })),
  z
    .tuple([z.string(), z.string()])
    .readonly()
    .transform(([value, title]) => ({ value, title })),
  z.strictObject({ value: z.string(), title: z.string().optional() }),
  z.strictObject({ value: z.string(), label: z.string() }).transform(({ value, label }) => ({ value, title: label })),
]);
const Values = z
  .array(Value)
  .min(1)
  .check(({ value, issues }) => {
    const twice = repeatedIn(value.map((one) => one.value));
    if (twice !== undefined) issues.push({ code: 'custom', input: value, message: `${twice} appears twice` });
    const label = repeatedIn(value.map(({ value: own, title = own }) => title));
    if (label !== undefined) issues.push({ code: 'custom', input: value, message: shownTwice(label) });
  })
  .readonly();
type Values = z.infer<typeof Values>;

const field = <T extends string, F extends z.core.$ZodLooseShape>(type: T, facts: F) =>
  z.strictObject({ type: z.literal(type), ...common, ...facts });

const Pattern = z
  .custom<string | RegExp>(
    (value) => typeof value === 'string' || value instanceof RegExp,
    'must be a text, or a regular expression',
  )
  .check(({ value, issues }) => {
    const problem = value instanceof RegExp ? lostFlags(value) : undefined;
    if (problem !== undefined) issues.push({ code: 'custom', input: value, message: problem });
  })
  .transform((value) => (typeof value === 'string' ? value : value.source));

const text = {
  minLength: Size,
  maxLength: Size,
  pattern: Pattern.optional(),
  format: Format.optional(),
  default: z.string().optional(),
};
const number = { minimum: z.number().optional(), maximum: z.number().optional(), default: z.number().optional() };

/** One field of a form, written as a list of fields. */
export const FormField = z.discriminatedUnion('type', [
  field('string', text),
  field('text', text),
  field('boolean', { default: z.boolean().optional() }),
  field('number', number),
  field('integer', number),
  field('enum', {
    enum: Values,
    multi: z.boolean().optional(),
    min: Size,
    max: Size,
    default: z.union([z.string(), z.array(z.string()).readonly()]).optional(),
  }),
  field('choice', { options: Values, default: z.string().optional() }),
  field('multi_choice', { options: Values, min: Size, max: Size, default: z.array(z.string()).readonly().optional() }),
]);
export type FormField = z.input<typeof FormField>;
type ReadField = z.infer<typeof FormField>;

const Fields = z.object({ fields: z.array(FormField) });

/** More than anybody fills in. */
const MAX_FIELDS = 500;

/** The schema of a list of fields. Throws zod's error, which names the field. */
export function schemaOfFields(raw: unknown): JsonSchema {
  if (Array.isArray(raw) && raw.length > MAX_FIELDS) throw new z.ZodError([issue(`are more than ${MAX_FIELDS}`)]);
  const { fields } = Fields.parse({ fields: raw });
  const names = new Set<string>();
  for (const { name } of fields) {
    if (names.has(name)) throw new z.ZodError([issue(`"${name}" appears twice`)]);
    names.add(name);
  }
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((one) => [one.name, { ...labels(one), ...shapeOf(one) }])),
    required: fields.filter(({ required, prompt }) => required ?? prompt !== undefined).map(({ name }) => name),
    additionalProperties: false,
  };
}

const issue = (message: string): z.core.$ZodIssue => ({ code: 'custom', path: ['fields'], message, input: undefined });

const labels = ({ title, prompt, description }: ReadField): JsonSchema =>
  defined({ title: title ?? prompt, description });

function shapeOf(one: ReadField): JsonSchema {
  switch (one.type) {
    case 'string':
    case 'text': {
      const { minLength, maxLength, pattern, format, default: initial } = one;
      return { type: 'string', ...defined({ minLength, maxLength, pattern, format, default: initial }) };
    }
    case 'boolean':
      return { type: 'boolean', ...defined({ default: one.default }) };
    case 'number':
    case 'integer': {
      const { type, minimum, maximum, default: initial } = one;
      return { type, ...defined({ minimum, maximum, default: initial }) };
    }
    case 'choice':
      return { ...oneOf(one.options), ...defined({ default: one.default }) };
    case 'multi_choice':
      return manyOf(one.options, one);
    case 'enum':
      if (one.multi) return manyOf(one.enum, one);
      return { ...oneOf(one.enum), ...defined({ default: one.default }) };
  }
}

const areTitled = (values: Values): boolean => values.some(({ title }) => title !== undefined);
const titled = (values: Values) => values.map(({ value, title }) => ({ const: value, title: title ?? value }));
const plain = (values: Values) => values.map(({ value }) => value);

const oneOf = (values: Values): JsonSchema =>
  areTitled(values) ? { type: 'string', oneOf: titled(values) } : { type: 'string', enum: plain(values) };

function manyOf(
  values: Values,
  facts: { readonly min?: number | undefined; readonly max?: number | undefined; readonly default?: unknown },
): JsonSchema {
  const items = areTitled(values) ? { anyOf: titled(values) } : { type: 'string', enum: plain(values) };
  return { type: 'array', items, ...defined({ minItems: facts.min, maxItems: facts.max, default: facts.default }) };
}

const defined = (facts: Readonly<Record<string, unknown>>): JsonSchema =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
