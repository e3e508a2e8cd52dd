// The parts of an OpenAPI document that tools are made of. Schemas are kept as they are: they are read when a tool is
// looked at, and may refer to themselves.
//
// Documents are written by hand, mostly in YAML: a member without a value is null, a version or a port is a number, and
// booleans are quoted. What such a member means is clear, and it is read as that. What nobody can understand is refused,
// except prose, which only people read.

import { z } from 'zod';

const Text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const Prose = Text.optional().catch(undefined);
const Flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/** Null as if it were not there. */
const orAbsent = <T extends z.ZodType>(schema: T) => z.preprocess((value) => value ?? undefined, schema);

const Schema = z.custom<object | boolean>(
  (value) => typeof value === 'boolean' || (typeof value === 'object' && value !== null),
);

/** How one property of a form is written. */
const Encoding = z.object({
  contentType: z.string().optional(),
  style: z.string().optional(),
  explode: Flag.optional(),
  allowReserved: Flag.optional(),
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

const Content = z.record(
  z.string(),
  z.preprocess((value) => value ?? {}, MediaType),
);

export const Parameter = z.object({
  ...examples,
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: Flag.default(false),
  description: Prose,
  style: z.string().optional(),
  explode: Flag.optional(),
  allowReserved: Flag.default(false),
  schema: Schema.optional(),
  content: Content.optional(),
});
export type Parameter = Readonly<z.infer<typeof Parameter>>;

const Server = z.object({
  url: z.string(),
  variables: z.record(z.string(), z.object({ default: Text.optional(), enum: z.array(Text).optional() })).default({}),
});
export type Server = Readonly<z.infer<typeof Server>>;

const Scopes = z.preprocess((value) => value ?? [], z.array(z.string()));
const Security = z.array(z.record(z.string(), Scopes));

export const RequestBody = z.object({
  required: Flag.default(false),
  description: Prose,
  content: Content.default({}),
});
export type RequestBody = Readonly<z.infer<typeof RequestBody>>;

export const OperationObject = z.object({
  operationId: Text.optional(),
  summary: Prose,
  description: Prose,
  tags: z.array(Text).default([]).catch([]),
  deprecated: Flag.default(false).catch(false),
  parameters: z.array(z.unknown()).default([]),
  requestBody: RequestBody.optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional().catch(undefined) }).catch({})).default({}),
  security: orAbsent(Security.optional()),
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
  security: orAbsent(Security.optional()),
  components: z
    .looseObject({ securitySchemes: z.record(z.string(), z.unknown()).default({}) })
    .default({ securitySchemes: {} }),
});
export type OpenApiDocument = Readonly<z.infer<typeof OpenApiDocument>>;
