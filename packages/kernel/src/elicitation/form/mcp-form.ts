// A form as the Model Context Protocol can ask it: a flat object of primitive fields. The rest is described in words, and
// checked here when the answer comes back.

import { z } from 'zod';
import { readOptions } from '../../options/read-options.js';
import { inWords } from '../../options/schema-words.js';
import type { JsonSchema } from '../../tool/schema/json-schema.js';
import type { RequestOf } from '../request.js';
import { type AskedField, type AskedForm, readAskedForm } from './asked-form.js';
import type { FieldOption } from './field-options.js';
import { readForm } from './read-form.js';

/** A form as the Model Context Protocol can ask it. */
export interface McpForm {
  /** What the client is asked with. */
  readonly requestedSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, JsonSchema>>;
    readonly required: readonly string[];
  };
  /** What the client will not check, for the person to read. */
  readonly notes: readonly string[];
  /** Required fields it cannot ask for at all: with any, the form cannot be answered this way. */
  readonly missing: readonly string[];
}

const Asked = z.strictObject({ document: inWords(z.looseObject({}), 'a JSON Schema document') });

/** The form an MCP client can be asked with: a flat object of plain fields, and what has to be described in words. */
export function mcpFormOf(document: JsonSchema): McpForm {
  readOptions('make the form', Asked, { document });
  // Refuses a schema that a person cannot be asked with.
  readForm(document);
  const form = readAskedForm(document);
  const fields = (form.kind === 'fields' ? form.fields : []).map((field) => ({ field, asked: mcpFieldOf(field) }));
  const properties = fields.flatMap(({ field, asked }) => (asked === undefined ? [] : [[field.name, asked] as const]));
  const requiredOf = (isAsked: boolean): readonly string[] =>
    fields
      .filter(({ field, asked }) => field.isRequired && (asked !== undefined) === isAsked)
      .map(({ field }) => field.name);
  return {
    requestedSchema: { type: 'object', properties: Object.fromEntries(properties), required: requiredOf(true) },
    notes: [
      ...fields.flatMap(({ field, asked }) =>
        asked === undefined ? [`"${field.name}" cannot be asked for here`] : notesOn(field),
      ),
      ...wholeNotes(form),
    ],
    missing: requiredOf(false),
  };
}

/** One field as MCP writes it; undefined for what the protocol has no field for. */
export function mcpFieldOf(field: AskedField): JsonSchema | undefined {
  const { title, description, default: initial } = field;
  const shape = field.rest === undefined ? shapeOf(field) : undefined;
  return shape && defined({ ...shape, title, description, default: initial });
}

function shapeOf(field: AskedField): JsonSchema | undefined {
  switch (field.kind) {
    case 'text': {
      const { minLength, maxLength, format } = field;
      return { type: 'string', minLength, maxLength, format: FORMATS.has(format) ? format : undefined };
    }
    case 'number':
    case 'integer':
      return { type: field.kind, minimum: field.minimum, maximum: field.maximum };
    case 'boolean':
      return { type: 'boolean' };
    case 'choice': {
      const values = textsOf(field.options);
      if (values === undefined) return undefined;
      // Older clients know `enumNames` only: a form that has them keeps them.
      if (field.hasNames)
        return { type: 'string', enum: values, enumNames: titled(field.options).map(({ title }) => title) };
      return { type: 'string', ...(areTitled(field.options) ? { oneOf: titled(field.options) } : { enum: values }) };
    }
    case 'choices': {
      const { options, minItems, maxItems } = field;
      const values = textsOf(options);
      if (values === undefined) return undefined;
      const items = areTitled(options) ? { anyOf: titled(options) } : { type: 'string', enum: values };
      return { type: 'array', minItems, maxItems, items };
    }
    case 'json':
      return undefined;
  }
}

const FORMATS: ReadonlySet<string | undefined> = new Set(['email', 'uri', 'date', 'date-time']);

/** A note is our own words around the asker's pattern; the channel that shows it makes both safe. */
function notesOn(field: AskedField): readonly string[] {
  const note = (words: string, value: unknown): readonly string[] =>
    value === undefined ? [] : [`"${field.name}" must ${words} ${String(value)}`];
  switch (field.kind) {
    case 'text':
      return note('match', field.pattern);
    case 'number':
    case 'integer':
      return [
        ...note('be more than', field.exclusiveMinimum),
        ...note('be less than', field.exclusiveMaximum),
        ...note('be a multiple of', field.multipleOf),
      ];
    default:
      return [];
  }
}

function wholeNotes(form: AskedForm): readonly string[] {
  if (form.kind === 'json') return ['it can only be answered as JSON'];
  return form.rest === undefined ? [] : [`the answer as a whole must fit ${JSON.stringify(form.rest)}`];
}

/** The values to choose from, if all of them are texts. */
function textsOf(options: readonly FieldOption[]): readonly string[] | undefined {
  const texts = options.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  return texts.length === options.length ? texts : undefined;
}

const areTitled = (options: readonly FieldOption[]): boolean => options.some(({ title }) => title !== undefined);
const titled = (options: readonly FieldOption[]): readonly { readonly const: unknown; readonly title: string }[] =>
  options.map(({ value, title }) => ({ const: value, title: title ?? String(value) }));
const defined = (facts: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

/**
 * The form a channel may show for a kind it has no component for. Undefined if the answer is not a flat form; such a
 * channel then says `not_supported`.
 */
export function fallbackFormOf(request: RequestOf<'named'>): RequestOf<'form'> | undefined {
  const { message, description, toolPath, args, output, sensitive } = request;
  if (output['type'] !== 'object' || readAskedForm(output).kind === 'json') return undefined;
  if (mcpFormOf(output).missing.length > 0) return undefined;
  return {
    type: 'form',
    message,
    schema: output,
    ...(description === undefined ? {} : { description }),
    ...(toolPath === undefined ? {} : { toolPath }),
    ...(args === undefined ? {} : { args }),
    ...(sensitive === undefined ? {} : { sensitive }),
  };
}
