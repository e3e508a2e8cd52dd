// Every operation of a document, with what it inherits from its path and from the document.

import { OperationObject, Parameter, type OpenApiDocument, type Server } from './openapi-document.js';

export const METHODS = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'] as const;
export type Method = Uppercase<(typeof METHODS)[number]>;

export interface Operation extends Omit<OperationObject, 'parameters' | 'servers' | 'security'> {
  readonly method: Method;
  /** As the document writes it, `/users/{id}`. */
  readonly template: string;
  readonly parameters: readonly Parameter[];
  readonly servers: readonly Server[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface Operations {
  readonly operations: readonly Operation[];
  /** Those that could not be understood, and why. */
  readonly problems: readonly string[];
}

export function operationsOf(document: OpenApiDocument): Operations {
  const operations: Operation[] = [];
  const problems: string[] = [];
  for (const [template, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      if (item[method] === undefined) continue;
      const parsed = OperationObject.safeParse(item[method]);
      if (!parsed.success) {
        problems.push(`${method.toUpperCase()} ${template}: ${parsed.error.issues[0]?.message}`);
        continue;
      }
      operations.push({
        ...parsed.data,
        method: upper(method),
        template,
        parameters: parametersOf([...item.parameters, ...parsed.data.parameters]),
        servers: parsed.data.servers ?? item.servers ?? document.servers,
        security: parsed.data.security ?? document.security ?? [],
      });
    }
  }
  return { operations, problems };
}

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
