// What an API answered, for a program: status, the headers that say how to go on, and the body as what it is.

import { type JsonSchema, ToolError } from '@toolshed/kernel';
import type { HttpResponse } from '../../../tools/http/send-request.js';
import { plainText } from '../../hostile-text.js';
import type { Operation } from '../operation/operations.js';
import { createSchemaDocuments, type SchemaDialect } from '../document/schema-document.js';

export interface ApiResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const MAX_ERROR_BODY = 4_000;

/** Pages, limits, versions and places; nothing of the connection, and no cookies. */
const KEPT =
  /^(?:link|location|etag|last-modified|retry-after|content-type|content-range|content-disposition|deprecation|sunset|ratelimit.*|x-.*)$/;

/** Throws ToolError for anything but success: `openapi/<status>`, with the body as its reason. */
export function readResponse({ method, template }: Operation, response: HttpResponse): ApiResult {
  const { status } = response;
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => KEPT.test(name)));
  const body = readBody(response);
  if (status >= 200 && status < 300) return { status, headers, body };
  const words = typeof body === 'string' ? body : JSON.stringify(body);
  const to = headers['location'] === undefined ? '' : ` and points to ${plainText(headers['location'], 500)}`;
  throw new ToolError(
    `openapi/${status}`,
    `Cannot finish ${method} ${template}: the API answered ${status}${to}`,
    plainText(words ?? '', MAX_ERROR_BODY),
  );
}

function readBody({ body, headers }: HttpResponse): unknown {
  if (body.length === 0) return null;
  const text = decodeText(body);
  if (text === undefined) return { base64: body.toString('base64') };
  return /^application\/(?:[\w.+-]+\+)?json(?:;|$)/i.test(headers['content-type'] ?? '') ? parseJson(text) : text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** More than a signature shows, less than nobody reads. */
const MOST_SCHEMAS = 400;

/** For the signature: the body of the first success the document describes. */
export function outputSchema({ responses }: Operation, dialect: Omit<SchemaDialect, 'direction'>): JsonSchema {
  const success =
    Object.keys(responses)
      .sort()
      .find((status) => /^2/.test(status)) ?? 'default';
  const content = Object.entries(responses[success]?.content ?? {});
  const [, media] = content.find(([type]) => /json/i.test(type)) ?? content[0] ?? [];
  const documents = createSchemaDocuments({ ...dialect, direction: 'output', most: MOST_SCHEMAS });
  const { schema, references } = documents.convert(media?.schema ?? {});
  const document = {
    type: 'object',
    properties: {
      status: { type: 'integer' },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      body: schema,
    },
    required: ['status', 'headers', 'body'],
  };
  return documents.withDefinitions(document, references);
}
