// The OpenAPI 3.1 document, made from the routes.

import { mayBeAbsent, type Access, type Route } from '../route.js';
import { EVERYWHERE, type Failure, failuresOf } from './failures.js';
import { type DocumentSchemas, documentSchemas, type JsonSchema } from './schemas.js';
import { type Part, type SharedParts, sharedParts } from './shared-parts.js';
import { TAGS } from './tags.js';

export const DOCUMENT_PATH = '/v1/openapi.json';

export function openApiDocument(routes: readonly Route[], version: string, url: string): object {
  const schemas = documentSchemas();
  const own = failureParts(DOCUMENT_OPERATION.operationId, EVERYWHERE);
  const shared = sharedParts([
    ...routes.flatMap((route) => [...parameterParts(route, schemas), ...failureParts(route.id, failuresOf(route))]),
    ...own,
  ]);
  const byPath = Map.groupBy(routes, ({ path }) => path);
  const paths = [...byPath].map(([path, some]) => [
    path,
    Object.fromEntries(some.map((route) => [route.method, operationOf(route, schemas, shared)])),
  ]);
  const { responses } = DOCUMENT_OPERATION;
  const documentOperation = { ...DOCUMENT_OPERATION, responses: { ...responses, ...failures(own, shared) } };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Toolshed',
      version: version === '' ? '1' : version,
      description:
        "Programs an agent wrote, and the questions they wait for. An approver is who holds an approver's token or signed in with a browser. Replies may get new members: ignore those you do not know.",
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    security: [{ token: [] }, { browser: [] }],
    tags: TAGS.filter(({ name }) => routes.some(({ tag }) => tag === name)),
    paths: { ...Object.fromEntries(paths), [DOCUMENT_PATH]: { get: documentOperation } },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'What `toolshed token create` prints.' },
        browser: {
          type: 'apiKey',
          in: 'cookie',
          name: 'toolshed',
          description: 'The cookie of a browser that signed in. Changes also need the header `x-toolshed-key`.',
        },
      },
      headers: { RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } } },
      ...shared.components,
      schemas: schemas.components,
    },
  };
}

const WHO: Readonly<Record<Access, string>> = {
  everyone: 'Needs no token.',
  members: 'For approvers, and for agents in their own session.',
  approvers: 'For approvers.',
  'flow-owners': 'For approvers, and for the page of a flow.',
};

function operationOf(route: Route, schemas: DocumentSchemas, shared: SharedParts): object {
  const { id, tag, summary, access, body } = route;
  const parameters = parameterParts(route, schemas).map((part) => shared.of(part));
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: WHO[access],
    ...(access === 'everyone' ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            ...(mayBeAbsent(body) ? {} : { required: true }),
            content: { 'application/json': { schema: schemas.of(body, 'input') } },
          },
        }),
    responses: {
      [String(route.status ?? 200)]: succeeded(route, schemas),
      ...failures(failureParts(id, failuresOf(route)), shared),
    },
  };
}

const parameterParts = ({ params, query, headers }: Route, schemas: DocumentSchemas): readonly Part[] => [
  ...parametersOf(params, 'path', schemas),
  ...parametersOf(query, 'query', schemas),
  ...parametersOf(headers, 'header', schemas),
];

function parametersOf(
  from: Route['params'],
  place: 'path' | 'query' | 'header',
  schemas: DocumentSchemas,
): readonly Part[] {
  if (from === undefined) return [];
  const { properties, required } = schemas.members(from);
  const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    section: 'parameters',
    name: titled(name),
    ...(place === 'query' && required.includes(name) ? { longName: `Required${titled(name)}` } : {}),
    value: {
      name,
      in: place,
      ...(description === undefined ? {} : { description }),
      ...(place === 'path' || required.includes(name) ? { required: true } : {}),
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
      schema,
    },
  }));
}

function succeeded({ status = 200, reply, stream }: Route, schemas: DocumentSchemas): object {
  const schema = schemas.of(reply, 'output');
  return {
    description: PHRASES[status],
    content:
      stream === true ? { 'text/event-stream': { schema: eventsOf(schema) } } : { 'application/json': { schema } },
  };
}

/** A stream is a text; `contentSchema` says what the data of its events are. */
const eventsOf = (event: JsonSchema): JsonSchema => ({
  type: 'string',
  contentMediaType: 'application/json',
  contentSchema: event,
});

const failures = (parts: readonly FailurePart[], shared: SharedParts): object =>
  Object.fromEntries(parts.map((part) => [String(part.status), shared.of(part)]));

type FailurePart = Part & { readonly status: number };

/** What an operation may fail with, by status: `Conflict`, or `StartExecutionConflict` if its codes are others. */
function failureParts(operationId: string, all: readonly Failure[]): readonly FailurePart[] {
  const groups = [...Map.groupBy(all, ({ status }) => status)].sort(([a], [b]) => a - b);
  return groups.map(([status, some]) => {
    const phrase = PHRASES[status] ?? String(status);
    const name = NAMES[status] ?? phrase.replaceAll(/[^A-Za-z]/g, '');
    return {
      section: 'responses',
      status,
      name,
      longName: `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}${name}`,
      value: {
        description: phrase,
        ...(status === 429 || status === 503
          ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
          : {}),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        'x-toolshed-codes': [...new Set(some.map(({ code }) => code))].sort(),
      },
    };
  });
}

/** Shorter names of components that nearly every operation refers to. */
const NAMES: Readonly<Record<number, string>> = {
  413: 'TooLarge',
  415: 'NotJson',
  421: 'WrongHost',
  422: 'Invalid',
  429: 'TooMany',
  500: 'Defect',
  503: 'Unavailable',
};

/** What RFC 9110 calls the statuses. */
const PHRASES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

const DOCUMENT_OPERATION = {
  operationId: 'getDocument',
  tags: ['Health'],
  summary: 'Get this document',
  description: WHO.everyone,
  security: [],
  responses: {
    200: { description: PHRASES[200], content: { 'application/json': { schema: { type: 'object' } } } },
  },
};
