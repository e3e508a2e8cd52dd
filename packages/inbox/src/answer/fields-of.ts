// The fields of a form, read from the JSON Schema it asks for. What has no control of its own is edited as JSON, so
// that no schema is too rich to be answered; whether an answer fits is decided on the other side.

import { safeText } from '@toolshed/server/present';

export interface Option {
  readonly value: string;
  readonly title: string;
}

interface Common {
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  readonly initial: unknown;
}

export type Field = Common &
  (
    | { readonly control: 'text'; readonly input: 'text' | 'email' | 'url' | 'date' | 'datetime-local' }
    | {
        readonly control: 'number';
        readonly isInteger: boolean;
        readonly minimum: number | undefined;
        readonly maximum: number | undefined;
      }
    | { readonly control: 'check' }
    | { readonly control: 'choice'; readonly options: readonly Option[] }
    | { readonly control: 'choices'; readonly options: readonly Option[] }
    | { readonly control: 'json' }
  );

type Schema = Readonly<Record<string, unknown>>;

/** `value` is what is to be edited, where there is something already. */
export function fieldsOf(schema: Schema, value?: unknown): readonly Field[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const given = isRecord(value) ? value : {};
  return Object.entries(properties).map(([name, property]) => {
    const facts = isRecord(property) ? property : {};
    const initial = Object.hasOwn(given, name) ? given[name] : facts['default'];
    const control = controlOf(facts);
    return {
      name,
      title: textOf(facts['title']) ?? name,
      description: textOf(facts['description']),
      isRequired: required.includes(name),
      initial,
      ...(showsWhole(control, initial) ? control : JSON_CONTROL),
    };
  });
}

const JSON_CONTROL = { control: 'json' } as const;

/**
 * Whether a control shows a value as it is. Threat: a value its field cannot show is sent without ever being seen, such
 * as a text in a field for dates, or one whose characters turn it around. Those are edited as escaped JSON.
 */
function showsWhole(control: Control, value: unknown): boolean {
  if (value === undefined) return true;
  switch (control.control) {
    case 'text':
      return typeof value === 'string' && isShownBy(control.input, value);
    case 'number':
      return typeof value === 'number';
    case 'check':
      return typeof value === 'boolean';
    case 'choice':
      return control.options.some((option) => option.value === value);
    case 'choices':
      return Array.isArray(value) && value.every((one) => control.options.some((option) => option.value === one));
    case 'json':
      return true;
  }
}

function isShownBy(input: Extract<Field, { control: 'text' }>['input'], value: string): boolean {
  if (value.split('\n').some((line) => safeText(line) !== line)) return false;
  switch (input) {
    case 'text':
      return true;
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
    case 'datetime-local':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.000)?Z$/.test(value) && !Number.isNaN(Date.parse(value));
    case 'email':
    case 'url':
      return value.trim() === value && !value.includes('\n');
  }
}

type Control = Field extends infer F ? (F extends Field ? Omit<F, keyof Common> : never) : never;

function controlOf(schema: Schema): Control {
  const options = optionsOf(schema);
  if (options) return { control: 'choice', options };
  switch (schema['type']) {
    case 'boolean':
      return { control: 'check' };
    case 'number':
    case 'integer':
      return {
        control: 'number',
        isInteger: schema['type'] === 'integer',
        minimum: numberOf(schema['minimum']),
        maximum: numberOf(schema['maximum']),
      };
    case 'string':
      return { control: 'text', input: INPUTS[textOf(schema['format']) ?? ''] ?? 'text' };
    case 'array': {
      const many = isRecord(schema['items']) ? optionsOf(schema['items']) : undefined;
      return many ? { control: 'choices', options: many } : { control: 'json' };
    }
    default:
      return { control: 'json' };
  }
}

const INPUTS: Readonly<Record<string, Extract<Field, { control: 'text' }>['input']>> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  'date-time': 'datetime-local',
};

/** `enum`, with or without names, or a union of constants with titles. */
function optionsOf(schema: Schema): readonly Option[] | undefined {
  const { enum: values, enumNames: names } = schema;
  if (Array.isArray(values) && values.every((value) => typeof value === 'string')) {
    return values.map((value, index) => ({
      value,
      title: textOf(Array.isArray(names) ? names[index] : undefined) ?? value,
    }));
  }
  const union = schema['oneOf'] ?? schema['anyOf'];
  if (!Array.isArray(union) || union.length === 0) return undefined;
  const options = union.flatMap((one) =>
    isRecord(one) && typeof one['const'] === 'string'
      ? [{ value: one['const'], title: textOf(one['title']) ?? one['const'] }]
      : [],
  );
  return options.length === union.length ? options : undefined;
}

const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
