// The one object a program calls an operation with: its parameters by their names, and the body under `body`.
//
// A name that two parameters share, or that is `body`, is kept by the first in the order path, query, header, cookie;
// every other is called by its place too: `query_id`, `header_body`.

import type { JsonSchema } from '@toolshed/kernel';
import { chooseMedia } from './choose-media.js';
import type { Parameter } from './openapi-document.js';
import type { Operation } from './operations.js';
import { unrollSchema } from './unroll-schema.js';

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

export function inputSchema(operation: Operation): JsonSchema {
  const named = nameParameters(operation);
  const media = chooseMedia(operation.requestBody);
  const properties: Record<string, JsonSchema> = {};
  for (const { argument, parameter } of named) properties[argument] = parameterSchema(parameter);
  if (media !== undefined) properties['body'] = unrollSchema(media.type.schema ?? {}, 'input');
  const required = named.filter(({ parameter }) => isRequired(parameter)).map(({ argument }) => argument);
  if (media !== undefined && operation.requestBody?.required) required.push('body');
  return { type: 'object', properties, additionalProperties: false, ...(required.length === 0 ? {} : { required }) };
}

const isRequired = (parameter: Parameter): boolean => parameter.in === 'path' || parameter.required;

function parameterSchema({ schema, content, description }: Parameter): JsonSchema {
  const own = unrollSchema(schema ?? Object.values(content ?? {})[0]?.schema ?? {}, 'input');
  return description === undefined ? own : { ...own, description: description.slice(0, 300) };
}
