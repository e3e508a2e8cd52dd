// A form in the fields MCP lets a client be asked with: a flat object of plain ones. What the client cannot express, such
// as a pattern, is in the text of the question, and is checked when the answer arrives.

import type { JsonSchema } from '@toolshed/kernel';
import { type AskedField, type AskedForm, mcpFieldOf, safeText } from '@toolshed/kernel/runtime';
import { meantBy, shownDefault } from './shown-values.js';

export interface FlatSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/** `undefined` if a field is not a plain one, or the fields are not all there is to fill in. */
export function flatFields(form: AskedForm): FlatSchema | undefined {
  if (form.kind === 'json' || form.rest !== undefined) return undefined;
  const properties: (readonly [string, JsonSchema])[] = [];
  for (const field of form.fields) {
    const flat = mcpFieldOf(shown(field));
    if (flat === undefined) return undefined;
    properties.push([safeText(field.name), flat]);
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: form.fields.filter(({ isRequired }) => isRequired).map(({ name }) => safeText(name)),
  };
}

/** What was filled in, under the names and with the values the form was written with. */
export function asWritten({ fields }: Extract<AskedForm, { kind: 'fields' }>, content: unknown): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content;
  const nameOf = meantBy(fields.map(({ name }) => name));
  const byName = new Map(fields.map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(content).map(([written, value]) => {
      const name = nameOf(written);
      return [name, valueAsWritten(byName.get(name), value)];
    }),
  );
}

function valueAsWritten(field: AskedField | undefined, value: unknown): unknown {
  const meant = meantBy(offeredBy(field));
  if (!Array.isArray(value)) return typeof value === 'string' ? meant(value) : value;
  return value.map((one: unknown) => (typeof one === 'string' ? meant(one) : one));
}

/** The texts a field, or a list, offers to choose from. */
function offeredBy(field: AskedField | undefined): readonly string[] {
  if (field === undefined || !('options' in field)) return [];
  return field.options.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

/** With nothing hidden in it. Choices are shown escaped; a text to begin with is shown as it is, or not at all. */
function shown(field: AskedField): AskedField {
  const { default: initial } = field;
  const words = { ...field, title: escaped(field.title), description: escaped(field.description) };
  if (!('options' in words)) {
    return { ...words, default: typeof initial === 'string' ? shownDefault(initial) : initial };
  }
  const options = words.options.map(({ value, title }) => ({ value: escapedValue(value), title: escaped(title) }));
  return { ...words, options, default: Array.isArray(initial) ? initial.map(escapedValue) : escapedValue(initial) };
}

const escaped = (text: string | undefined): string | undefined => (text === undefined ? undefined : safeText(text));
const escapedValue = (value: unknown): unknown => (typeof value === 'string' ? safeText(value) : value);
