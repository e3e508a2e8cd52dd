// Which control each field of a form is filled in with. What has no control of its own is edited as JSON, so that no
// schema is too rich to be answered; the server decides whether an answer fits.

import { type AskedField, readAskedForm, safeText } from '@toolshed/server/present';

export interface FieldInput {
  readonly field: AskedField;
  /** What is edited: a value that is there already, or the default. */
  readonly initial: unknown;
  readonly control: Control;
}

type TextControl = 'text' | 'email' | 'url' | 'date' | 'datetime-local';
type Control = TextControl | 'number' | 'check' | 'choice' | 'choices' | 'json';

type Schema = Readonly<Record<string, unknown>>;

/** `value` is what is to be edited, where there is something already. */
export function inputsOf(schema: Schema, value?: unknown): readonly FieldInput[] {
  const form = readAskedForm(schema);
  if (form.kind === 'json') return [wholeAsJson('Your answer, as JSON', value ?? schema['default'], schema)];
  const given: Schema = typeof value === 'object' && value !== null ? { ...value } : {};
  return form.fields.map((field) => {
    const initial = Object.hasOwn(given, field.name) ? given[field.name] : field.default;
    return { field, initial, control: isShownWhole(field, initial) ? controlOf(field) : 'json' };
  });
}

/** What a form says of its answer as a whole, beside its fields. */
export function wholeLimits(schema: Schema): Schema | undefined {
  const form = readAskedForm(schema);
  return form.kind === 'fields' ? form.rest : undefined;
}

/** The name of the one field of an answer that has no fields. */
const WHOLE = '';

export const wholeAsJson = (label: string, initial: unknown, rest?: Schema): FieldInput => ({
  field: {
    name: WHOLE,
    label,
    title: undefined,
    description: undefined,
    isRequired: true,
    default: undefined,
    rest,
    kind: 'json',
    type: undefined,
  },
  initial,
  control: 'json',
});

/** What is sent for the values of the fields. */
export const answerOf = (inputs: readonly FieldInput[], value: Schema): unknown =>
  inputs.length === 1 && inputs[0]?.field.name === WHOLE ? value[WHOLE] : value;

function controlOf(field: AskedField): Control {
  switch (field.kind) {
    case 'text':
      return TEXT_CONTROLS.get(field.format) ?? 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'check';
    case 'choice':
    case 'choices':
    case 'json':
      return field.kind;
  }
}

const TEXT_CONTROLS: ReadonlyMap<string | undefined, TextControl> = new Map([
  ['email', 'email'],
  ['uri', 'url'],
  ['date', 'date'],
  ['date-time', 'datetime-local'],
]);

/**
 * Whether a control shows a value as it is. Threat: a value its field cannot show is sent without ever being seen, such
 * as a text in a field for dates, or one whose characters turn it around. Those are edited as escaped JSON.
 */
function isShownWhole(field: AskedField, value: unknown): boolean {
  if (value === undefined) return true;
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' && isShownBy(TEXT_CONTROLS.get(field.format) ?? 'text', value);
    case 'number':
    case 'integer':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return field.options.some((option) => isSame(option.value, value));
    case 'choices':
      return Array.isArray(value) && value.every((one) => field.options.some((option) => isSame(option.value, one)));
    case 'json':
      return true;
  }
}

/** Options may be of any type. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function isShownBy(control: TextControl, value: string): boolean {
  if (value.split('\n').some((line) => safeText(line) !== line)) return false;
  switch (control) {
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
