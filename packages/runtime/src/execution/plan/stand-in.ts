// What the program of a plan gets in place of a result or an answer that does not exist: a value that fits the schema.
// Its texts are marked as stand-ins, so that people see where a later call depends on one.
//
// Threat: a source whose schema makes the value grow without end. Depth and size are bounded; beyond that there is no stand-in.

import type { ElicitationRequest, Tool } from '@toolshed/kernel';
import { readAskedForm, readContent, referred } from '@toolshed/kernel/runtime';

export type StandIn =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'none'; readonly missing: string };

/** What every text of a stand-in contains that its schema leaves free. */
export const STAND_IN_MARK = '(stand-in: ';

const markFor = (path: string): string => `${STAND_IN_MARK}result of ${path})`;

export function standInForResult({ path, output }: Tool): StandIn {
  if (output === undefined) return none(`${path} does not say what its result looks like`);
  if (isOpen(output.json)) return none(`the result of ${path} may be anything`);
  try {
    const made = madeFor(output.json, { root: output.json, mark: markFor(path), left: MOST_VALUES }, MOST_DEPTH);
    const checked = output.parse(made);
    if (checked.kind === 'valid') return { kind: 'value', value: checked.value };
  } catch {
    // The schema is code of the tool's author, or too large: both are handled the same way.
  }
  return none(`no value could be generated that fits the result schema of ${path}`);
}

/** The answer a program gets to its own question in a plan: what the question itself offers as its default. */
export function standInForAnswer(request: ElicitationRequest): StandIn {
  const content = defaultOf(request);
  const isOffered = content !== undefined && readContent(request, content).kind === 'valid';
  return isOffered ? { kind: 'value', value: content } : none('the program asks a question that has no default');
}

function defaultOf(request: ElicitationRequest): unknown {
  switch (request.type) {
    case 'confirmation':
    case 'text':
    case 'choice':
    case 'multi_choice':
      return request.default;
    case 'form': {
      const asked = readAskedForm(request.schema);
      if (asked.kind !== 'fields') return undefined;
      const given = asked.fields.filter(({ default: value }) => value !== undefined);
      return Object.fromEntries(given.map(({ name, default: value }) => [name, value]));
    }
    default:
      return undefined;
  }
}

const none = (missing: string): StandIn => ({ kind: 'none', missing });

type Schema = Readonly<Record<string, unknown>>;

interface Making {
  readonly root: Schema;
  readonly mark: string;
  /** How many values may still be made. */
  left: number;
}

const MOST_DEPTH = 8;
const MOST_VALUES = 2_000;

function madeFor(given: unknown, making: Making, depth: number): unknown {
  const schema = resolved(given, making.root);
  if (depth === 0 || --making.left < 0) throw new RangeError('the schema is too large');
  if (isOpen(schema)) return making.mark;
  if ('const' in schema) return schema['const'];
  const [listed] = listIn(schema['enum']);
  if (listed !== undefined) return listed;
  if ('default' in schema) return schema['default'];
  const alternatives = [...listIn(schema['oneOf']), ...listIn(schema['anyOf'])];
  const [alternative] = [...alternatives.filter((one) => !isNull(one)), ...alternatives];
  if (alternative !== undefined) return madeFor(alternative, making, depth - 1);
  const parts = listIn(schema['allOf']);
  if (parts.length > 0) {
    const made = parts.map((part) => madeFor(part, making, depth - 1));
    return made.every(isSchema) ? Object.assign({}, ...made) : made[0];
  }
  return typedValue(schema, making, depth);
}

function typedValue(schema: Schema, making: Making, depth: number): unknown {
  const { type, properties, items, prefixItems, minItems, minimum, exclusiveMinimum } = schema;
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  switch (types[0] ?? (isSchema(properties) ? 'object' : 'string')) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1;
      return typeof minimum === 'number' ? Math.max(minimum, 1) : 1;
    case 'null':
      return null;
    case 'array': {
      const first = listIn(prefixItems).map((one) => madeFor(one, making, depth - 1));
      const wanted = Math.max(typeof minItems === 'number' ? minItems : 1, first.length);
      if (wanted > making.left) throw new RangeError('the schema is too large');
      const rest = Array.from({ length: wanted - first.length }, () => madeFor(items ?? {}, making, depth - 1));
      return [...first, ...rest];
    }
    case 'object':
      return Object.fromEntries(
        Object.entries(isSchema(properties) ? properties : {}).map(([name, one]) => [
          name,
          madeFor(one, making, depth - 1),
        ]),
      );
    default:
      return textOf(schema, making.mark);
  }
}

function textOf({ format, maxLength }: Schema, mark: string): string {
  switch (format) {
    case 'email':
      return 'stand-in@example.invalid';
    case 'uri':
    case 'url':
      return 'https://stand-in.invalid/';
    case 'date':
      return '1970-01-01';
    case 'date-time':
      return '1970-01-01T00:00:00Z';
    case 'uuid':
      return '00000000-0000-4000-8000-000000000000';
    default:
      return typeof maxLength === 'number' ? mark.slice(0, maxLength) : mark;
  }
}

function resolved(schema: unknown, root: Schema): Schema {
  let found = schema;
  for (let steps = 0; steps < MOST_DEPTH && isSchema(found) && typeof found['$ref'] === 'string'; steps++)
    found = referred(root, found['$ref']);
  return isSchema(found) ? found : {};
}

/** Whether it says nothing about a value. */
const isOpen = (schema: Schema): boolean => Object.keys(schema).every((key) => SAYS_NOTHING.has(key));
const SAYS_NOTHING: ReadonlySet<string> = new Set(['$schema', '$id', '$defs', 'title', 'description']);

const isNull = (schema: unknown): boolean => isSchema(schema) && schema['type'] === 'null';
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
