// The Python of toolshed_client that follows from the document: a TypedDict or an alias for each schema, and a line for
// each operation.

import {
  type DocumentSchema,
  flatSchemasOf,
  type HttpDocument,
  operationsOf,
} from '../../test/support/http-document.ts';
import { nameOf } from './typescript-client.ts';

export function pythonClient(document: HttpDocument): string {
  const written: string[] = [];
  for (const [name, schema] of Object.entries(flatSchemasOf(document))) declare(name, schema, written);
  const operations = operationsOf(document).map(
    ({ operationId, method, path }) => `    "${operationId}": ("${method}", "${path}"),`,
  );
  return `"""Generated from the OpenAPI document by "npm run generate". Do not edit."""

from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict, Union

${written.join('\n\n')}

OPERATIONS: Final[dict[str, tuple[str, str]]] = {
${operations.join('\n')}
}
`;
}

/** Writes a named type, after those it needs names for. */
function declare(name: string, schema: DocumentSchema, written: string[]): void {
  const text = schema.properties === undefined ? aliasOf(name, schema, written) : dictOf(name, schema, written);
  const comment = schema.description === undefined ? '' : `# ${schema.description}\n`;
  written.push(`${comment}${text}`);
}

const aliasOf = (name: string, schema: DocumentSchema, written: string[]): string =>
  `${name}: TypeAlias = ${typeOf(schema, name, written)}`;

/** In the functional form, so that a member may be called \`not\`. */
function dictOf(name: string, { properties = {}, required = [] }: DocumentSchema, written: string[]): string {
  const members = Object.entries(properties).map(([key, schema]) => {
    const type = typeOf(schema, `${name}${pascal(key)}`, written);
    return `        "${key}": ${required.includes(key) ? type : `NotRequired[${type}]`},`;
  });
  return `${name} = TypedDict(\n    "${name}",\n    {\n${members.join('\n')}\n    },\n)`;
}

/** References are quoted, so that the order of declarations does not matter. */
function typeOf(schema: DocumentSchema, name: string, written: string[]): string {
  const { $ref, anyOf, oneOf, items, properties, additionalProperties } = schema;
  if ($ref !== undefined) return `"${nameOf($ref)}"`;
  if ('const' in schema) return `Literal[${literal(schema.const)}]`;
  if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  const arms = anyOf ?? oneOf;
  if (arms !== undefined)
    return `Union[${arms.map((arm, index) => typeOf(arm, `${name}${index + 1}`, written)).join(', ')}]`;
  switch (schema.type) {
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'array':
      return `list[${typeOf(items ?? {}, `${name}Item`, written)}]`;
    case 'object':
      if (properties !== undefined && Object.keys(properties).length > 0) {
        declare(name, { ...schema, description: undefined }, written);
        return `"${name}"`;
      }
      return `dict[str, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, `${name}Value`, written) : 'Any'}]`;
    default:
      return 'Any';
  }
}

const literal = (value: unknown): string =>
  value === true ? 'True' : value === false ? 'False' : JSON.stringify(value);

const pascal = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);
