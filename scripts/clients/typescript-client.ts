// The TypeScript of @toolshed/client that follows from the document: a type for each schema, and a line for each
// operation.

import {
  type DocumentSchema,
  flatSchemasOf,
  type HttpDocument,
  type Operation,
  operationsOf,
} from '../../test/support/http-document.ts';

export function typescriptClient(document: HttpDocument): string {
  const types = Object.entries(flatSchemasOf(document)).map(([name, schema]) => declarationOf(name, schema));
  const operations = operationsOf(document);
  const codes = new Set(operations.flatMap(codesOf));
  return [
    '// Generated from the OpenAPI document by "npm run generate". Do not edit.\n',
    ...types,
    `/** The codes of the failures that the document declares. */\nexport type ProblemCode = ${literals([...codes].sort())};\n`,
    `/** What each operation takes, what it replies, and the codes of its failures. */\nexport interface Operations {`,
    ...operations.map(operationOf),
    '}\n',
    '/** Where each operation is. */\nexport const OPERATIONS = {',
    ...operations.map(({ operationId, method, path }) => `  ${operationId}: { method: '${method}', path: '${path}' },`),
    '} as const satisfies Readonly<Record<keyof Operations, { readonly method: string; readonly path: string }>>;\n',
  ].join('\n');
}

const literals = (values: readonly unknown[]): string => values.map((value) => literal(value)).join(' | ') || 'never';

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

const commentOf = (text: string | undefined, indent = ''): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;

function declarationOf(name: string, schema: DocumentSchema): string {
  const comment = commentOf(schema.description);
  if (schema.properties === undefined) return `${comment}export type ${name} = ${typeOf(schema)};\n`;
  return `${comment}export interface ${name} ${membersOf(schema)}\n`;
}

function membersOf({ properties = {}, required = [], additionalProperties }: DocumentSchema): string {
  const members = Object.entries(properties).map(([key, schema]) => {
    const isRequired = required.includes(key);
    const type = `${typeOf(schema)}${isRequired ? '' : ' | undefined'}`;
    return `${commentOf(schema.description)}readonly ${propertyName(key)}${isRequired ? '' : '?'}: ${type};`;
  });
  const rest = typeof additionalProperties === 'object' ? ['readonly [member: string]: unknown;'] : [];
  return `{\n${[...members, ...rest].join('\n')}\n}`;
}

const propertyName = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`);

function typeOf(schema: DocumentSchema): string {
  const { $ref, anyOf, oneOf, items, properties, additionalProperties } = schema;
  if ($ref !== undefined) return nameOf($ref);
  if ('const' in schema) return literal(schema.const);
  if (schema.enum !== undefined) return literals(schema.enum);
  const arms = anyOf ?? oneOf;
  if (arms !== undefined) return arms.map(typeOf).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly (${typeOf(items ?? {})})[]`;
    case 'object':
      if (properties !== undefined && Object.keys(properties).length > 0) return membersOf(schema);
      return `Readonly<Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>>`;
    default:
      return 'unknown';
  }
}

export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? '';

function operationOf(operation: Operation): string {
  const { operationId, summary, requestBody } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const input = [
    parametersOf(operation, 'path', 'params'),
    parametersOf(operation, 'query', 'query'),
    body === undefined || requestBody === undefined
      ? ''
      : `readonly body${requestBody.required ? '' : '?'}: ${typeOf(body)}${requestBody.required ? '' : ' | undefined'};`,
  ];
  return `/** ${summary}. */
    readonly ${operationId}: {
      readonly input: ${input.join('') === '' ? 'Readonly<Record<string, never>>' : `{${input.join('\n')}}`};
      readonly reply: ${typeOf(replyOf(operation))};
      readonly code: ${literals(codesOf(operation))};
    };`;
}

/** What a success replies; nothing where it replies with a stream, which is not read as JSON. */
function replyOf({ responses }: Operation): DocumentSchema {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  return success?.content?.['application/json']?.schema ?? {};
}

function parametersOf({ parameters }: Operation, place: 'path' | 'query', key: string): string {
  const some = parameters.filter((one) => one.in === place);
  if (some.length === 0) return '';
  const members = membersOf({
    properties: Object.fromEntries(some.map(({ name, schema, description }) => [name, { ...schema, description }])),
    required: some.filter(({ required }) => required).map(({ name }) => name),
  });
  const isOptional = some.every(({ required }) => !required);
  return `readonly ${key}${isOptional ? '?' : ''}: ${members}${isOptional ? ' | undefined' : ''};`;
}

function codesOf({ responses }: Operation): readonly string[] {
  const codes = Object.values(responses).flatMap((response) => response['x-toolshed-codes'] ?? []);
  return [...new Set(codes)].sort();
}
