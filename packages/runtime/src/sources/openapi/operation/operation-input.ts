// The one object a program calls an operation with: its parameters by their names, and the body under `body`.
//
// A name that two parameters share, or that is `body`, is kept by the first in the order path, query, header, cookie;
// every other is called by its place too: `query_id`, `header_body`.

import { chooseMedia } from '../request/choose-media.js';
import { setOwn } from '../document/lean-copy.js';
import type { Parameter } from '../document/openapi-document.js';
import type { Operation } from './operations.js';
import type { Converted, SchemaDocuments } from '../document/schema-document.js';

export interface NamedParameter {
  readonly argument: string;
  readonly parameter: Parameter;
}

const PLACES = ['path', 'query', 'header', 'cookie'] as const;

export function nameParameters({ parameters, requestBody }: Operation): readonly NamedParameter[] {
  const taken = new Set<string>(requestBody === undefined ? [] : ['body']);
  const inOrder = PLACES.flatMap((place) => parameters.filter((one) => one.in === place));
  return inOrder.map((parameter) => {
    const argument = taken.has(parameter.name) ? `${parameter.in}_${parameter.name}` : parameter.name;
    taken.add(argument);
    return { argument, parameter };
  });
}

/** Without the `$defs` it refers to. */
export function operationInput(operation: Operation, { convert }: Pick<SchemaDocuments, 'convert'>): Converted {
  const named = nameParameters(operation);
  const media = chooseMedia(operation.requestBody);
  const parts = named.map(({ argument, parameter }): Part => [argument, parameterSchema(parameter, convert)]);
  if (media !== undefined) parts.push(['body', convert(media.type.schema ?? {})]);
  const properties: Record<string, unknown> = {};
  for (const [argument, { schema }] of parts) setOwn(properties, argument, schema);
  const required = named.filter(({ parameter }) => isRequired(parameter)).map(({ argument }) => argument);
  if (media !== undefined && operation.requestBody?.required) required.push('body');
  return {
    schema: { type: 'object', properties, additionalProperties: false, ...(required.length === 0 ? {} : { required }) },
    references: new Set(parts.flatMap(([, { references }]) => [...references])),
    problem: parts.find(([, { problem }]) => problem !== undefined)?.[1].problem,
  };
}

type Part = readonly [argument: string, converted: Converted];

const isRequired = (parameter: Parameter): boolean => parameter.in === 'path' || parameter.required;

function parameterSchema({ schema, content, description }: Parameter, convert: SchemaDocuments['convert']): Converted {
  const own = convert(schema ?? Object.values(content ?? {})[0]?.schema ?? {});
  if (description === undefined || typeof own.schema === 'boolean') return own;
  return { ...own, schema: { ...own.schema, description: description.slice(0, 300) } };
}
