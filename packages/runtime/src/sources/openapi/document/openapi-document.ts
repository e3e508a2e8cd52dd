// The parts of an OpenAPI document that tools are made of. Schemas are kept as they are: they are read when a tool is
// looked at, and may refer to themselves.

import { z } from 'zod';

const Schema = z.custom<object | boolean>(
  (value) => typeof value === 'boolean' || (typeof value === 'object' && value !== null),
);

/** How one property of a form is written. */
const Encoding = z.object({
  contentType: z.string().optional(),
  style: z.string().optional(),
  explode: z.boolean().optional(),
  allowReserved: z.boolean().optional(),
});
export type Encoding = Readonly<z.infer<typeof Encoding>>;

/** As the document gives them; nothing but what a reader is shown depends on them. */
const examples = {
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.unknown()).optional().catch(undefined),
};

const MediaType = z.object({
  ...examples,
  schema: Schema.optional(),
  encoding: z.record(z.string(), Encoding).optional().catch(undefined),
});
export type MediaType = Readonly<z.infer<typeof MediaType>>;

const Content = z.record(z.string(), MediaType);

export const Parameter = z.object({
  ...examples,
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean().default(false),
  description: z.string().optional(),
  style: z.string().optional(),
  explode: z.boolean().optional(),
  allowReserved: z.boolean().default(false),
  schema: Schema.optional(),
  content: Content.optional(),
});
export type Parameter = Readonly<z.infer<typeof Parameter>>;

const Server = z.object({
  url: z.string(),
  variables: z.record(z.string(), z.object({ default: z.string(), enum: z.array(z.string()).optional() })).default({}),
});
export type Server = Readonly<z.infer<typeof Server>>;

const Security = z.array(z.record(z.string(), z.array(z.string())));

export const RequestBody = z.object({
  required: z.boolean().default(false),
  description: z.string().optional(),
  content: Content.default({}),
});
export type RequestBody = Readonly<z.infer<typeof RequestBody>>;

export const OperationObject = z.object({
  operationId: z.string().optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).default([]),
  deprecated: z.boolean().default(false),
  parameters: z.array(z.unknown()).default([]),
  requestBody: RequestBody.optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional().catch(undefined) }).catch({})).default({}),
  security: Security.optional(),
  servers: z.array(Server).optional(),
});
export type OperationObject = Readonly<z.infer<typeof OperationObject>>;

export const PathItem = z.looseObject({
  parameters: z.array(z.unknown()).default([]),
  servers: z.array(Server).optional(),
});

export const SecurityScheme = z.discriminatedUnion('type', [
  z.object({ type: z.literal('apiKey'), name: z.string(), in: z.enum(['query', 'header', 'cookie']) }),
  z.object({ type: z.literal('http'), scheme: z.string() }),
  z.object({ type: z.literal('oauth2') }),
  z.object({ type: z.literal('openIdConnect') }),
  z.object({ type: z.literal('mutualTLS') }),
]);
export type SecurityScheme = Readonly<z.infer<typeof SecurityScheme>>;

export const OpenApiDocument = z.object({
  servers: z.array(Server).default([]),
  paths: z.record(z.string(), z.unknown()).default({}),
  security: Security.optional(),
  components: z
    .looseObject({ securitySchemes: z.record(z.string(), z.unknown()).default({}) })
    .default({ securitySchemes: {} }),
});
export type OpenApiDocument = Readonly<z.infer<typeof OpenApiDocument>>;
