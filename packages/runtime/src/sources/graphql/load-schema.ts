// The schema of a GraphQL endpoint: from a file in its own language, or asked of the endpoint by introspection.

import { readFile } from 'node:fs/promises';
import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { z } from 'zod';
import { plainLine } from '../hostile-text.js';
import { InvalidSchemaError } from './invalid-schema-error.js';
import type { PostGraphql } from './post-graphql.js';

const Introspected = z.object({
  data: z.custom<IntrospectionQuery>((data) => typeof data === 'object' && data !== null),
});

export async function loadSchema(
  { url, file }: { readonly url: string; readonly file: string | undefined },
  post: PostGraphql,
  signal: AbortSignal,
): Promise<GraphQLSchema> {
  const written = file === undefined ? undefined : await readFile(file, 'utf8');
  try {
    if (written !== undefined) return buildSchema(written);
    const { status, body } = await post({ query: getIntrospectionQuery() }, signal);
    const read = Introspected.safeParse(body);
    if (!read.success) throw new Error(`the endpoint answered ${status} to introspection, without a schema`);
    return buildClientSchema(read.data.data);
  } catch (error) {
    const problem = plainLine(error instanceof Error ? error.message : String(error), 300);
    throw new InvalidSchemaError(file ?? url, problem);
  }
}
