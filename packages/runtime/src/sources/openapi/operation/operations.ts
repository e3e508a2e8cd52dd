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
import { withNamedMedia } from './named-media.js';
import { placesIn } from './path-template.js';

export const METHODS = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'] as const;
/** TRACE shows what was sent, credentials included; the other two are new in version 3.2. */
const OTHER_METHODS = ['trace', 'query', 'additionalOperations'];
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
    for (const method of OTHER_METHODS)
      if (isObject(item.data[method]))
        problems.push(`${method} ${template}: operations of this kind are not supported`);
    for (const method of METHODS) {
      if (item.data[method] === undefined) continue;
      const parsed = OperationObject.safeParse(followed(item.data[method], references));
      if (!parsed.success) {
        problems.push(`${method.toUpperCase()} ${template}: ${problemOf(parsed.error)}`);
        continue;
      }
      const read = readParameters([...item.data.parameters, ...parsed.data.parameters], references);
      if ('problem' in read) {
        problems.push(`${method.toUpperCase()} ${template}: ${read.problem}`);
        continue;
      }
      const { requestBody } = parsed.data;
      operations.push({
        ...parsed.data,
        requestBody: requestBody && withNamedMedia(requestBody, references),
        method: upper(method),
        template,
        parameters: sendable(read.parameters, template),
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

type ReadParameters = { readonly parameters: readonly Parameter[] } | { readonly problem: string };

/** All of them or none: without one the operation would be a different one. */
function readParameters(raws: readonly unknown[], { follow }: References): ReadParameters {
  const parameters: Parameter[] = [];
  for (const raw of raws) {
    const found = follow(raw);
    if (found === undefined) return { problem: 'a parameter refers to something that does not exist' };
    const parsed = Parameter.safeParse(found);
    if (!parsed.success) return { problem: `a parameter cannot be understood: ${problemOf(parsed.error)}` };
    parameters.push(parsed.data);
  }
  return { parameters };
}

/** Headers that the protocol, the body or the config supplies. */
const OWNED =
  /^(?:accept|accept-encoding|authorization|connection|content-length|content-type|host|transfer-encoding)$/i;

/**
 * A later one replaces an earlier one of the same name and place. Those of the path are the ones that it has a place
 * for, whether the document lists them or not; a place in a query that the template spells out may have its own.
 */
function sendable(all: readonly Parameter[], template: string): readonly Parameter[] {
  const places = placesIn(template);
  const known = new Map<string, Parameter>();
  for (const data of all) {
    if (data.in === 'header' && OWNED.test(data.name)) continue;
    if (data.in === 'path' && !places.has(data.name)) continue;
    known.set(`${data.in} ${data.in === 'header' ? data.name.toLowerCase() : data.name}`, data);
  }
  for (const name of places) {
    const key = `path ${name}`;
    if (!known.has(key) && !known.has(`query ${name}`))
      known.set(key, { name, in: 'path', required: true, allowReserved: false, schema: TEXT });
  }
  return [...known.values()];
}

const TEXT = { type: 'string' };
