// Every operation of a document, with what it inherits from its path and from the document.

import type { z } from 'zod';
import {
  OperationObject,
  Parameter,
  type OpenApiDocument,
  PathItem,
  type Server,
} from '../document/openapi-document.js';
import type { References } from '../document/references.js';

export const METHODS = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'] as const;
export type Method = Uppercase<(typeof METHODS)[number]>;

export interface Operation extends Omit<OperationObject, 'parameters' | 'servers' | 'security'> {
  readonly method: Method;
  /** As the document writes it, `/users/{id}`. */
  readonly template: string;
  readonly parameters: readonly Parameter[];
  readonly servers: readonly Server[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** The security schemes it is sent with. */
  readonly credentials: readonly string[];
}

export interface Operations {
  readonly operations: readonly Operation[];
  /** Those that could not be understood, and why. */
  readonly problems: readonly string[];
}

export function operationsOf(document: OpenApiDocument, references: References): Operations {
  const operations: Operation[] = [];
  const problems: string[] = [];
  for (const [template, raw] of Object.entries(document.paths)) {
    const item = PathItem.safeParse(references.follow(raw));
    if (!item.success) {
      problems.push(`${template}: ${problemOf(item.error)}`);
      continue;
    }
    for (const method of METHODS) {
      if (item.data[method] === undefined) continue;
      const parsed = OperationObject.safeParse(followed(item.data[method], references));
      const parameters = [...item.data.parameters, ...(parsed.data?.parameters ?? [])].map(references.follow);
      if (!parsed.success || parameters.includes(undefined)) {
        const problem = parsed.success
          ? 'a parameter refers to something that does not exist'
          : problemOf(parsed.error);
        problems.push(`${method.toUpperCase()} ${template}: ${problem}`);
        continue;
      }
      operations.push({
        ...parsed.data,
        method: upper(method),
        template,
        parameters: parametersOf(parameters),
        servers: parsed.data.servers ?? item.data.servers ?? document.servers,
        security: parsed.data.security ?? document.security ?? [],
        credentials: [],
      });
    }
  }
  return { operations, problems };
}

/** A body that leads nowhere is null, which is refused: without it the operation would be a different one. */
function followed(raw: unknown, { follow }: References): unknown {
  if (!isObject(raw)) return raw;
  const { requestBody, responses } = raw;
  return {
    ...raw,
    ...(requestBody === undefined ? {} : { requestBody: follow(requestBody) ?? null }),
    ...(isObject(responses)
      ? { responses: Object.fromEntries(Object.entries(responses).map(([status, one]) => [status, follow(one)])) }
      : {}),
  };
}

const problemOf = ({ issues: [issue] }: z.ZodError): string =>
  `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const upper = (method: (typeof METHODS)[number]): Method =>
  (
    ({
      get: 'GET',
      head: 'HEAD',
      options: 'OPTIONS',
      post: 'POST',
      put: 'PUT',
      patch: 'PATCH',
      delete: 'DELETE',
    }) as const
  )[method];

/** A later one replaces an earlier one of the same name and place; headers the protocol owns are not parameters. */
function parametersOf(raw: readonly unknown[]): readonly Parameter[] {
  const known = new Map<string, Parameter>();
  for (const one of raw) {
    const parsed = Parameter.safeParse(one);
    if (!parsed.success) continue;
    const { data } = parsed;
    if (data.in === 'header' && /^(accept|content-type|authorization)$/i.test(data.name)) continue;
    known.set(`${data.in} ${data.in === 'header' ? data.name.toLowerCase() : data.name}`, data);
  }
  return [...known.values()];
}
