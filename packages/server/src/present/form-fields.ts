// The fields of a form as a person meets them, read from its JSON Schema.

import { FormSchema, type JsonSchema } from '@toolshed/kernel';
import { safeText } from './safe-text.js';

export interface FormField {
  readonly name: string;
  readonly schema: FormSchema;
  readonly isRequired: boolean;
}

/** One thing to choose, with what it is called where that differs. */
export interface FieldOption {
  readonly value: unknown;
  readonly title: string | undefined;
}

export function formFields(schema: JsonSchema): readonly FormField[] {
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const { properties } = schema;
  const fields = typeof properties === 'object' && properties !== null ? Object.entries(properties) : [];
  return fields.map(([name, field]) => ({
    name,
    schema: FormSchema.safeParse(field).data ?? {},
    isRequired: required.includes(name),
  }));
}

/** What a field offers to choose from; undefined if it is written freely. */
export function optionsOf({ enum: values, enumNames, oneOf, anyOf }: FormSchema): readonly FieldOption[] | undefined {
  if (values !== undefined) return values.map((value, index) => ({ value, title: enumNames?.[index] }));
  const branches = oneOf ?? anyOf;
  if (!branches?.every((branch) => branch.const !== undefined)) return undefined;
  return branches.map(({ const: value, title }) => ({ value, title }));
}

/** What a list offers to choose any of. */
export const itemOptionsOf = ({ type, items }: FormSchema): readonly FieldOption[] | undefined =>
  type === 'array' && items !== undefined ? optionsOf(items) : undefined;

/** What a field takes, in words; safe to print. */
export function fieldWords(schema: FormSchema): string {
  const options = optionsOf(schema);
  if (options !== undefined) return `one of ${options.map(optionWords).join(', ')}`;
  const many = itemOptionsOf(schema);
  if (many !== undefined) return [`any of ${many.map(optionWords).join(', ')}`, ...limitWords(schema)].join(', ');
  const kind = schema.format === undefined ? TYPE_WORDS[schema.type ?? 'null'] : FORMAT_WORDS[schema.format];
  return [kind, ...limitWords(schema)].join(', ');
}

const optionWords = ({ value, title }: FieldOption): string => {
  const written = safeText(JSON.stringify(value));
  return title === undefined || title === value ? written : `${written} (${safeText(title)})`;
};

function limitWords(schema: FormSchema): readonly string[] {
  const { minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, minItems, maxItems } = schema;
  const limit = (words: string, value: unknown): readonly string[] =>
    value === undefined ? [] : [`${words} ${safeText(String(value))}`];
  return [
    ...limit('characters at least', minLength),
    ...limit('characters at most', maxLength),
    ...limit('at least', minimum),
    ...limit('at most', maximum),
    ...limit('more than', exclusiveMinimum),
    ...limit('less than', exclusiveMaximum),
    ...limit('how many at least', minItems),
    ...limit('how many at most', maxItems),
    ...limit('matching', schema.pattern),
  ];
}

const TYPE_WORDS = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  array: 'a list, as JSON',
  object: 'an object, as JSON',
  null: 'anything, as JSON',
} as const satisfies Record<NonNullable<FormSchema['type']>, string>;

const FORMAT_WORDS = {
  email: 'an email address',
  uri: 'an absolute address',
  date: 'a date (2026-11-06)',
  'date-time': 'a date and time with an offset (2026-11-06T09:30:00Z)',
} as const satisfies Record<NonNullable<FormSchema['format']>, string>;
