// The OpenAPI 3.1 document, made from the routes.

import { mayBeAbsent, type Access, type Route } from '../route.js';
import { EVERYWHERE, type Failure, failuresOf } from './failures.js';
import { type DocumentSchemas, documentSchemas, type JsonSchema } from './schemas.js';
import { TAGS } from './tags.js';

export const DOCUMENT_PATH = '/v1/openapi.json';

export function openApiDocument(routes: readonly Route[], version: string, url: string): object {
  const schemas = documentSchemas();
  const byPath = Map.groupBy(routes, ({ path }) => path);
  const paths = [...byPath].map(([path, some]) => [
    path,
    Object.fromEntries(some.map((route) => [route.method, operationOf(route, schemas)])),
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Toolshed',
      version: version === '' ? '1' : version,
      description:
        'Programs an agent wrote, and the questions they wait for. Replies may get new members: ignore those you do not know.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    tags: TAGS.filter(({ name }) => routes.some(({ tag }) => tag === name)),
    paths: { ...Object.fromEntries(paths), [DOCUMENT_PATH]: { get: OWN_OPERATION } },
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
      responses: Object.fromEntries(
        [...groupByStatus(EVERYWHERE)].map(([status, codes]) => [NAMES[status], failed(status, codes)]),
      ),
      schemas: schemas.components,
    },
  };
}

const WHO: Readonly<Record<Access, string>> = {
  everyone: 'Needs no token.',
  members: "With an agent's token, for its own session only; with an approver's, for all.",
  approvers: "With an approver's token, or from a browser that is signed in.",
  'flow-owners': "With a flow's token, an approver's, or from a browser that is signed in.",
};

function operationOf(route: Route, schemas: DocumentSchemas): object {
  const { id, tag, summary, access, params, query, headers, body } = route;
  const parameters = [
    ...parametersOf(params, 'path', schemas),
    ...parametersOf(query, 'query', schemas),
    ...parametersOf(headers, 'header', schemas),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: WHO[access],
    security: access === 'everyone' ? [] : [{ token: [] }, { browser: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: !mayBeAbsent(body),
            content: { 'application/json': { schema: schemas.of(body, 'input') } },
          },
        }),
    responses: { [String(route.status ?? 200)]: succeeded(route, schemas), ...failures(route) },
  };
}

function parametersOf(
  from: Route['params'],
  place: 'path' | 'query' | 'header',
  schemas: DocumentSchemas,
): readonly object[] {
  if (from === undefined) return [];
  const { properties, required } = schemas.members(from);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    ...(description === undefined ? {} : { description }),
    required: place === 'path' || required.includes(name),
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    schema,
  }));
}

function succeeded({ summary, reply, stream }: Route, schemas: DocumentSchemas): object {
  const schema = schemas.of(reply, 'output');
  return {
    description: summary,
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

/** Replies that every operation may give are listed once; further ones are listed with their operation. */
function failures(route: Route): object {
  const common = groupByStatus(EVERYWHERE);
  return Object.fromEntries(
    [...groupByStatus(failuresOf(route))].map(([status, codes]) => [
      String(status),
      common.get(status)?.length === codes.length
        ? { $ref: `#/components/responses/${NAMES[status]}` }
        : failed(status, codes),
    ]),
  );
}

function groupByStatus(all: readonly Failure[]): ReadonlyMap<number, readonly string[]> {
  const groups = Map.groupBy(all, ({ status }) => status);
  return new Map(
    [...groups]
      .sort(([a], [b]) => a - b)
      .map(([status, some]) => [status, [...new Set(some.map(({ code }) => code))].sort()]),
  );
}

const failed = (status: number, codes: readonly string[]): object => ({
  description: codes.map((code) => `\`${code}\``).join(', '),
  ...(status === 429 || status === 503
    ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } }
    : {}),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  'x-toolshed-codes': codes,
});

const NAMES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  421: 'WrongHost',
  429: 'TooManyRequests',
  500: 'Defect',
  503: 'Unavailable',
};

const OWN_OPERATION = {
  operationId: 'getDocument',
  tags: ['Health'],
  summary: 'Get this document',
  description: WHO.everyone,
  security: [],
  responses: {
    200: { description: 'This document', content: { 'application/json': { schema: { type: 'object' } } } },
    ...Object.fromEntries(
      [...groupByStatus(EVERYWHERE)].map(([status]) => [status, { $ref: `#/components/responses/${NAMES[status]}` }]),
    ),
  },
};
