// What a GraphQL endpoint answered: the value of the one field that was asked for, or the errors as the reason.

import { ToolError } from '@toolshed/kernel';
import { z } from 'zod';
import { plainLine, plainText } from '../hostile-text.js';
import type { RootField } from './field-document.js';
import type { GraphqlResponse } from './post-graphql.js';

const MAX_REASON = 4_000;

const Answered = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string().catch('') }).loose()).nullish(),
});

/** Throws ToolError: `graphql/errors` for errors of the answer, `graphql/<status>` for a response that is not a GraphQL answer. */
export function readAnswer({ operation, field }: RootField, { status, body }: GraphqlResponse): unknown {
  const action = `Cannot finish ${operation} ${field.name}`;
  const answered = Answered.safeParse(body);
  const errors = answered.data?.errors ?? [];
  const [first] = errors;
  if (first !== undefined)
    throw new ToolError(
      'graphql/errors',
      `${action}: the API answered with errors: ${plainLine(first.message, 300)}`,
      plainText(JSON.stringify(errors), MAX_REASON),
    );
  const data = answered.data?.data;
  if (status < 200 || status >= 300 || data == null || !Object.hasOwn(data, field.name)) {
    const words = typeof body === 'string' ? body : JSON.stringify(body);
    throw new ToolError(`graphql/${status}`, `${action}: the API answered ${status}`, plainText(words, MAX_REASON));
  }
  return data[field.name];
}
