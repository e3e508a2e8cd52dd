// The OpenAPI 3.1 document, generated from the routes; zod generates its schemas.

import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { Problem } from './problem.js';
import { type Access, mayBeAbsent, type Route } from './route.js';

export function openApiDocument(routes: readonly Route[], version: string, url: string): object {
  const { openAPIRegistry: registry, getOpenAPI31Document } = new OpenAPIHono();
  registry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' });
  registry.registerComponent('securitySchemes', 'browser', { type: 'apiKey', in: 'cookie', name: 'toolshed' });
  for (const { method, path, tag, summary, access, params, query, body, reply, status = 200 } of routes) {
    registry.registerPath({
      method,
      path,
      tags: [tag],
      summary,
      description: WHO[access],
      security: access === 'everyone' ? [] : [{ token: [] }, ...(access === 'members' ? [] : [{ browser: [] }])],
      parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
      ...(body === undefined
        ? {}
        : {
            requestBody: {
              required: !mayBeAbsent(body),
              content: { 'application/json': { schema: schemaOf(body, 'input') } },
            },
          }),
      responses: {
        [status]: {
          description: summary,
          content: { [mediaTypeOf(path)]: { schema: schemaOf(reply, 'output') } },
        },
        default: {
          description: 'What went wrong, as RFC 9457 has it',
          content: { 'application/problem+json': { schema: schemaOf(Problem, 'output') } },
        },
      },
    });
  }
  return getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Toolshed', version, description: 'Programs an agent wrote, and the questions they wait for.' },
    servers: [{ url }],
  });
}

const WHO: Readonly<Record<Access, string>> = {
  everyone: 'Needs no token.',
  members: "With an agent's token, for its own session only; with an approver's, for all.",
  approvers: "With an approver's token, or from a browser that is signed in.",
  'flow-owners': "With a flow's token, an approver's, or from a browser that is signed in.",
};

const mediaTypeOf = (path: string): string => (path === '/v1/events' ? 'text/event-stream' : 'application/json');

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: Object(property),
  }));
}
