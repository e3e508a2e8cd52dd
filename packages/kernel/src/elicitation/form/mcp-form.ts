// A form as the Model Context Protocol can ask it: a flat object of primitive fields. The rest is said in words, and
// checked here when the answer comes back.

import type { JsonSchema } from '../../tool/json-schema.js';
import type { RequestOf } from '../request.js';
import type { FormSchema } from './form-schema.js';
import { readForm } from './read-form.js';

export interface McpForm {
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

/** The form an MCP client can be asked with: a flat object of plain fields, and what has to be said in words. */
export function mcpFormOf(document: JsonSchema): McpForm {
  const { properties = {}, required = [] } = readForm(document).schema;
  const fields = Object.entries(properties).map(([name, schema]) => ({ name, schema, field: fieldOf(schema) }));
  const asked = fields.flatMap(({ name, field }) => (field === undefined ? [] : [[name, field] as const]));
  const isAsked = new Set(asked.map(([name]) => name));
  return {
    requestedSchema: {
      type: 'object',
      properties: Object.fromEntries(asked),
      required: required.filter((name) => isAsked.has(name)),
    },
    notes: fields.flatMap(({ name, schema, field }) =>
      field === undefined ? [`"${name}" cannot be asked for here`] : notesOn(name, schema),
    ),
    missing: required.filter((name) => !isAsked.has(name)),
  };
}

/** Undefined for what the protocol has no field for. */
function fieldOf(schema: FormSchema): JsonSchema | undefined {
  const { title, description, default: initial } = schema;
  const shape = shapeOf(schema);
  return shape && defined({ ...shape, title, description, default: initial });
}

function shapeOf(schema: FormSchema): JsonSchema | undefined {
  const { minLength, maxLength, format, minimum, maximum, minItems, maxItems, items, oneOf } = schema;
  switch (schema.type) {
    case 'string':
      if (oneOf !== undefined) return areTitled(oneOf) ? { type: 'string', oneOf: oneOf.map(titled) } : undefined;
      if (schema.anyOf !== undefined || schema.const !== undefined) return undefined;
      if (schema.enum !== undefined) return areTexts(schema.enum) ? { type: 'string', enum: schema.enum } : undefined;
      return { type: 'string', minLength, maxLength, format };
    case 'number':
    case 'integer':
      return isPlain(schema) ? { type: schema.type, minimum, maximum } : undefined;
    case 'boolean':
      return isPlain(schema) ? { type: 'boolean' } : undefined;
    case 'array':
      if (items?.type === 'string' && items.enum !== undefined && areTexts(items.enum))
        return { type: 'array', minItems, maxItems, items: { type: 'string', enum: items.enum } };
      if (items?.anyOf !== undefined && areTitled(items.anyOf))
        return { type: 'array', minItems, maxItems, items: { anyOf: items.anyOf.map(titled) } };
      return undefined;
    default:
      return undefined;
  }
}

/** A note is our own words around the asker's pattern; whoever shows it makes both safe. */
function notesOn(name: string, { pattern, exclusiveMinimum, exclusiveMaximum, uniqueItems }: FormSchema): string[] {
  return [
    ...(pattern === undefined ? [] : [`"${name}" must match ${pattern}`]),
    ...(exclusiveMinimum === undefined ? [] : [`"${name}" must be more than ${exclusiveMinimum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`"${name}" must be less than ${exclusiveMaximum}`]),
    ...(uniqueItems ? [`"${name}" must not repeat an item`] : []),
  ];
}

const isPlain = (schema: FormSchema): boolean =>
  schema.enum === undefined && schema.const === undefined && !schema.anyOf && !schema.oneOf;
const areTexts = (values: readonly unknown[]): boolean => values.every((value) => typeof value === 'string');
const areTitled = (branches: readonly FormSchema[]): boolean =>
  branches.every((branch) => typeof branch.const === 'string' && (branch.type ?? 'string') === 'string');
const titled = ({ const: value, title }: FormSchema): JsonSchema => ({ const: value, title: title ?? String(value) });
const defined = (facts: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

/**
 * The form a channel may show for a kind it has no component for. Undefined where the answer is no flat form; such a
 * channel then says `not_supported`.
 */
export function fallbackFormOf(request: RequestOf<'named'>): RequestOf<'form'> | undefined {
  const { message, description, toolPath, args, output, sensitive } = request;
  if (output['type'] !== 'object' || mcpFormOf(output).missing.length > 0) return undefined;
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
