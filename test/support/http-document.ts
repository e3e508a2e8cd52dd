// The OpenAPI document of a host, as clients are generated from it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openToolshed } from '@toolshed/runtime';
import { createHttpApp, createTokenFolder } from '@toolshed/server';
import { z } from 'zod';

/** A JSON Schema, as far as the document uses it. */
export interface DocumentSchema {
  readonly $ref?: string | undefined;
  readonly description?: string | undefined;
  readonly type?: string | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly properties?: Readonly<Record<string, DocumentSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | DocumentSchema | undefined;
  readonly items?: DocumentSchema | undefined;
  readonly anyOf?: readonly DocumentSchema[] | undefined;
  readonly oneOf?: readonly DocumentSchema[] | undefined;
  readonly allOf?: readonly DocumentSchema[] | undefined;
}

const DocumentSchema: z.ZodType<DocumentSchema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    description: z.string().optional(),
    type: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), DocumentSchema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), DocumentSchema]).optional(),
    items: DocumentSchema.optional(),
    anyOf: z.array(DocumentSchema).optional(),
    oneOf: z.array(DocumentSchema).optional(),
    allOf: z.array(DocumentSchema).optional(),
  }),
);

const Content = z.record(z.string(), z.looseObject({ schema: DocumentSchema }));

const Response = z.looseObject({
  $ref: z.string().optional(),
  content: Content.optional(),
  'x-toolshed-codes': z.array(z.string()).optional(),
});

const Parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  description: z.string().optional(),
  required: z.boolean().optional(),
  schema: DocumentSchema,
});

const Reference = z.strictObject({ $ref: z.string() });

const WrittenOperation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  parameters: z.array(z.union([Reference, Parameter])).optional(),
  requestBody: z.looseObject({ required: z.boolean().optional(), content: Content }).optional(),
  responses: z.record(z.string(), Response),
});

/** An operation with its method and path; its parameters and responses are there instead of references to them. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly requestBody?: z.infer<typeof WrittenOperation>['requestBody'];
  readonly parameters: readonly z.infer<typeof Parameter>[];
  readonly responses: Readonly<Record<string, z.infer<typeof Response>>>;
}

export const HttpDocument = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.enum(['get', 'post', 'delete']), WrittenOperation.optional())),
  components: z.looseObject({
    schemas: z.record(z.string(), DocumentSchema),
    responses: z.record(z.string(), Response),
    parameters: z.record(z.string(), Parameter),
  }),
});
export type HttpDocument = z.infer<typeof HttpDocument>;

const URL_OF_A_FRESH_HOST = 'http://127.0.0.1:4180';

/** What a host serves at /v1/openapi.json, with the address that `toolshed serve` has by default. */
export async function readHttpDocument(): Promise<HttpDocument> {
  const home = await mkdtemp(join(tmpdir(), 'toolshed-document-'));
  try {
    await using shed = await openToolshed({ tools: [], store: 'memory' });
    await using app = createHttpApp({ shed, url: URL_OF_A_FRESH_HOST, tokens: createTokenFolder({ home }) });
    const response = await app.fetch(new Request(`${URL_OF_A_FRESH_HOST}/v1/openapi.json`));
    return HttpDocument.parse(await response.json());
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

export const operationsOf = ({ paths, components }: HttpDocument): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      if (operation === undefined) return [];
      const parameters = (operation.parameters ?? []).flatMap((one) =>
        'name' in one ? one : (components.parameters[lastOf(one.$ref)] ?? []),
      );
      const responses = Object.entries(operation.responses).map(([status, response]) => [
        status,
        response.$ref === undefined ? response : components.responses[lastOf(response.$ref)],
      ]);
      return [
        { ...operation, path, method: method.toUpperCase(), parameters, responses: Object.fromEntries(responses) },
      ];
    }),
  );

/** The named schemas of a document, each with the members of the bases it refers to, and without those bases. */
export function flatSchemasOf({ components: { schemas } }: HttpDocument): Readonly<Record<string, DocumentSchema>> {
  const bases = new Set<string>();
  const flat = Object.entries(schemas).map(([name, { allOf = [], ...schema }]): [string, DocumentSchema] => {
    const parts = allOf.map((part) => {
      if (part.$ref === undefined) return part;
      bases.add(lastOf(part.$ref));
      return schemas[lastOf(part.$ref)] ?? {};
    });
    if (parts.length === 0) return [name, schema];
    const properties = Object.assign({}, ...parts.map((part) => part.properties));
    return [name, { ...schema, ...parts.at(-1), properties, required: parts.flatMap(({ required = [] }) => required) }];
  });
  return Object.fromEntries(flat.filter(([name]) => !bases.has(name)));
}

const lastOf = (ref: string): string => ref.split('/').at(-1) ?? '';
