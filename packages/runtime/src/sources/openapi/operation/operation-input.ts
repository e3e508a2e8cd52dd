// The one object a program calls an operation with: its parameters by their names, and the body under `body`.
//
// A name that two parameters share, or that is `body`, is kept by the first in the order path, query, header, cookie;
// every other is called by its place too: `query_id`, `header_body`.
//
// Where the document offers several forms of the body, `contentType` chooses one, and `body` is checked as that one.

import { canonicalJson } from '@toolshed/kernel/runtime';
import { isJsonPatch, type Media, offeredMedia } from '../request/choose-media.js';
import { setOwn } from '../document/lean-copy.js';
import type { Parameter } from '../document/openapi-document.js';
import type { References } from '../document/references.js';
import { withFiles } from './form-files.js';
import type { Operation } from './operations.js';
import type { Converted, SchemaDocuments } from '../document/schema-document.js';

export interface NamedParameter {
  readonly argument: string;
  readonly parameter: Parameter;
}

const PLACES = ['path', 'query', 'header', 'cookie'] as const;

export function nameParameters({ parameters, requestBody }: Operation): readonly NamedParameter[] {
  const taken = new Set<string>(requestBody === undefined ? [] : ['body']);
  if (offeredMedia(requestBody).length > 1) taken.add('contentType');
  const inOrder = PLACES.flatMap((place) => parameters.filter((one) => one.in === place));
  return inOrder.map((parameter) => {
    const argument = taken.has(parameter.name) ? `${parameter.in}_${parameter.name}` : parameter.name;
    taken.add(argument);
    return { argument, parameter };
  });
}

export interface InputDeps {
  readonly documents: Pick<SchemaDocuments, 'convert'>;
  readonly references: References;
}

/** Without the `$defs` it refers to. */
export function operationInput(operation: Operation, { documents: { convert }, references }: InputDeps): Converted {
  const named = nameParameters(operation);
  const offered = offeredMedia(operation.requestBody);
  const parts = named.map(({ argument, parameter }): Part => [argument, parameterSchema(parameter, convert)]);
  const bodies = offered.map((media): Part => [media.contentType, bodySchema(media, convert, references)]);
  const properties: Record<string, unknown> = {};
  for (const [argument, { schema }] of parts) setOwn(properties, argument, schema);
  const required = named.filter(({ parameter }) => isRequired(parameter)).map(({ argument }) => argument);
  if (offered.length > 0 && operation.requestBody?.required) required.push('body');
  const all = [...parts, ...bodies];
  return {
    schema: {
      type: 'object',
      properties: { ...properties, ...bodyProperties(bodies) },
      additionalProperties: false,
      ...(required.length === 0 ? {} : { required }),
      ...bodyOfType(bodies),
    },
    references: new Set(all.flatMap(([, { references: names }]) => [...names])),
    problem: all.find(([, { problem }]) => problem !== undefined)?.[1].problem,
  };
}

function bodySchema({ kind, contentType, type }: Media, convert: SchemaDocuments['convert'], references: References) {
  if (kind === 'multipart') return convert(withFiles(type, references));
  const own = convert(type.schema ?? {});
  if (isJsonPatch(contentType) && !isListSchema(own)) return { ...own, schema: JSON_PATCH };
  if (kind === 'lines') return { ...own, schema: linesSchema(own) };
  return kind === 'xml' ? { ...own, schema: { anyOf: [own.schema, { type: 'string' }] } } : own;
}

/** A document describes one of them, or their list. */
const linesSchema = (own: Converted) => ({
  anyOf: [own.schema, ...(isListSchema(own) ? [] : [{ type: 'array', items: own.schema }]), { type: 'string' }],
});

const isListSchema = ({ schema }: Converted): boolean => typeof schema === 'object' && schema['type'] === 'array';

const JSON_PATCH = { type: 'array', items: { type: 'object' } };

function bodyProperties(bodies: readonly Part[]): Readonly<Record<string, unknown>> {
  const [first, ...others] = bodies;
  if (first === undefined) return {};
  if (others.length === 0) return { body: first[1].schema };
  const schemas = distinct(bodies);
  return {
    body: schemas.length === 1 ? first[1].schema : { anyOf: schemas },
    contentType: {
      type: 'string',
      enum: bodies.map(([name]) => name),
      description: `How the body is written. Default: ${first[0]}`,
    },
  };
}

/** A union alone would take the body of one form under the name of another. */
function bodyOfType(bodies: readonly Part[]): Readonly<Record<string, unknown>> {
  if (distinct(bodies).length < 2) return {};
  const [first, ...others] = bodies;
  const last: Readonly<Record<string, unknown>> = { properties: { body: first?.[1].schema } };
  return others.reduce(
    (otherwise, [name, { schema }]) => ({
      if: { properties: { contentType: { const: name } }, required: ['contentType'] },
      // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
      then: { properties: { body: schema } },
      else: otherwise,
    }),
    last,
  );
}

const distinct = (bodies: readonly Part[]): readonly unknown[] => [
  ...new Map(bodies.map(([, { schema }]) => [canonicalJson(schema), schema])).values(),
];

type Part = readonly [argument: string, converted: Converted];

const isRequired = (parameter: Parameter): boolean => parameter.in === 'path' || parameter.required;

function parameterSchema({ schema, content, description }: Parameter, convert: SchemaDocuments['convert']): Converted {
  const own = convert(schema ?? Object.values(content ?? {})[0]?.schema ?? {});
  if (description === undefined || typeof own.schema === 'boolean') return own;
  return { ...own, schema: { ...own.schema, description: description.slice(0, 300) } };
}
