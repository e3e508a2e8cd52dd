// What a field of a form takes, in words; safe to print. Everything that an answer is checked for is in them.

import { type AskedField, type AskedForm, type FieldOption, safeText } from '@toolshed/kernel/runtime';

/** What the answer to a form may be, a line for each field. */
export function formWords(form: AskedForm): readonly string[] {
  if (form.kind === 'json') return [`JSON that fits ${jsonText(form.schema)}`];
  const lines = form.fields.map(
    (field) => `${safeText(field.name)}: ${fieldWords(field)}${field.isRequired ? '' : ', optional'}`,
  );
  return form.rest === undefined ? lines : [...lines, `as a whole, it fits ${jsonText(form.rest)}`];
}

const fieldWords = (field: AskedField): string => [kindWords(field), ...limitWords(field)].join(', ');

function kindWords(field: AskedField): string {
  switch (field.kind) {
    case 'text':
      return textWords(field.format);
    case 'number':
      return 'a number';
    case 'integer':
      return 'a whole number';
    case 'boolean':
      return 'yes or no';
    case 'choice':
      return `one of ${field.options.map(optionWords).join(', ')}`;
    case 'choices':
      return `any of ${field.options.map(optionWords).join(', ')}`;
    case 'json':
      return JSON_WORDS[field.type ?? 'any'];
  }
}

const optionWords = ({ value, title }: FieldOption): string => {
  const written = jsonText(value);
  return title === undefined || title === value ? written : `${written} (${safeText(title)})`;
};

const textWords = (format: string | undefined): string =>
  format === undefined ? 'a text' : (FORMAT_WORDS.get(format) ?? `a text of the format ${safeText(format)}`);

const FORMAT_WORDS: ReadonlyMap<string, string> = new Map([
  ['email', 'an email address'],
  ['uri', 'an absolute address'],
  ['date', 'a date (2026-11-06)'],
  ['date-time', 'a date and time with an offset (2026-11-06T09:30:00Z)'],
]);

const JSON_WORDS = {
  array: 'a list, as JSON',
  object: 'an object, as JSON',
  any: 'anything, as JSON',
} as const;

/** What restricts its values beside its kind. */
export function limitWords(field: AskedField): readonly string[] {
  const limit = (words: string, value: unknown): readonly string[] =>
    value === undefined ? [] : [`${words} ${safeText(String(value))}`];
  return [...ownLimits(field, limit), ...limit('fitting', field.rest && JSON.stringify(field.rest))];
}

function ownLimits(field: AskedField, limit: (words: string, value: unknown) => readonly string[]): readonly string[] {
  switch (field.kind) {
    case 'text':
      return [
        ...limit('characters at least', field.minLength),
        ...limit('characters at most', field.maxLength),
        ...limit('matching', field.pattern),
      ];
    case 'number':
    case 'integer':
      return [
        ...limit('at least', field.minimum),
        ...limit('at most', field.maximum),
        ...limit('more than', field.exclusiveMinimum),
        ...limit('less than', field.exclusiveMaximum),
        ...limit('a multiple of', field.multipleOf),
      ];
    case 'choices':
      return [...limit('how many at least', field.minItems), ...limit('how many at most', field.maxItems)];
    default:
      return [];
  }
}

const jsonText = (value: unknown): string => safeText(JSON.stringify(value));
