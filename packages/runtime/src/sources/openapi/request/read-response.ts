// What an API answered, for a program: status, the headers that say how to continue, and the decoded body.

import { type JsonSchema, ToolError } from '@toolshed/kernel';
import type { HttpResponse } from '../../../tools/http/send-request.js';
import { plainText } from '../../hostile-text.js';
import { boundedBody } from './bounded-body.js';
import { isJsonType } from './media-names.js';
import { type Page, pagesOf } from '../operation/next-page.js';
import type { Operation } from '../operation/operations.js';
import { createSchemaDocuments, type SchemaDialect } from '../document/schema-document.js';

export interface ApiResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Where the list is, and how it continues. */
  readonly page?: Page;
}

const MAX_URL = 500;

/** Pages, limits, versions and places; nothing of the connection, and no cookies. */
const KEPT =
  /^(?:link|location|etag|last-modified|retry-after|content-type|content-range|content-disposition|deprecation|sunset|ratelimit.*|x-.*)$/;

/** What was asked of the API. */
interface Asked {
  /** Without credentials. */
  readonly url: URL;
  /** Takes secrets out: from a text that was cut in the middle of one it could not. */
  readonly scrub: <T>(value: T) => T;
}

/**
 * Throws ToolError for anything but success: `openapi/<status>`. Its reason is JSON: the request, the status, when to try
 * again, and the body, shortened once no secret is in it.
 */
export function readResponse(
  { method, template }: Operation,
  response: HttpResponse,
  { url, scrub }: Asked,
): ApiResult {
  const { status } = response;
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => KEPT.test(name)));
  const body = readBody(response);
  if (status >= 200 && status < 300) return { status, headers, body };
  const retryAfter = headers['retry-after'];
  const later = retryAfter === undefined ? '' : `; retry after ${plainText(retryAfter, 60)}`;
  const to = headers['location'] === undefined ? '' : ` and points to ${plainText(headers['location'], 500)}`;
  throw new ToolError(
    `openapi/${status}`,
    `Cannot finish ${method} ${template}: the API answered ${status}${to}${later}`,
    JSON.stringify({
      status,
      request: plainText(`${method} ${withoutUser(url)}`, MAX_URL),
      ...(retryAfter === undefined ? {} : { retryAfter: plainText(retryAfter, 60) }),
      body: boundedBody(scrub(body)),
    }),
  );
}

/** A server's address in a config may hold a password. */
function withoutUser(url: URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}

function readBody({ body, headers }: HttpResponse): unknown {
  if (body.length === 0) return null;
  const text = decodeText(body);
  if (text === undefined) return { base64: body.toString('base64') };
  return isJsonType(headers['content-type'] ?? '') ? parseJson(text) : text;
}

function parseJson(text: string): unknown {
  try {
    return LONG_INTEGER.test(text) ? parseWide(text, wideAsText) : JSON.parse(text);
  } catch {
    return text;
  }
}

const LONG_INTEGER = /\d{16}/;

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** The language gives a reviver the text it read; the types of the compiler do not yet. */
const parseWide = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** An integer beyond 2^53 would be rounded, so it is carried as text; a request takes it back as such. */
const wideAsText: Reviver = (_, value, { source = '' }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** More than a signature shows, but no more than anybody reads. */
const MOST_SCHEMAS = 400;

const WITHOUT_BODY: ReadonlySet<string> = new Set(['204', '205']);

const PAGE: JsonSchema = {
  type: 'object',
  properties: { next: { type: ['object', 'null'], description: 'Arguments of the next page' } },
};

/** For the signature: the body of the first success the document describes. */
export function outputSchema(operation: Operation, dialect: Omit<SchemaDialect, 'direction'>): JsonSchema {
  const { responses } = operation;
  const success =
    Object.keys(responses)
      .sort()
      .find((status) => /^2/.test(status)) ?? 'default';
  const content = Object.entries(responses[success]?.content ?? {});
  const [, media] = content.find(([type]) => /json/i.test(type)) ?? content[0] ?? [];
  const documents = createSchemaDocuments({ ...dialect, direction: 'output', most: MOST_SCHEMAS });
  const { schema, references } = documents.convert(
    media?.schema ?? (WITHOUT_BODY.has(success) ? { type: 'null' } : {}),
  );
  const document = {
    type: 'object',
    properties: {
      status: { type: 'integer' },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      body: schema,
      ...(pagesOf(operation, dialect.references) === undefined ? {} : { page: PAGE }),
    },
    required: ['status', 'headers', 'body'],
  };
  return documents.withDefinitions(document, references);
}
