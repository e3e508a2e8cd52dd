// An OpenAPI document, from a file or a URL to plain objects.

import { readFile } from 'node:fs/promises';
import { normalize } from '@scalar/openapi-parser';
import { createHostCheck } from '../../../tools/http/allowed-hosts.js';
import { readRequest } from '../../../tools/http/http-request.js';
import type { ResolveHost } from '../../../tools/http/pinned-lookup.js';
import { createSender } from '../../../tools/http/send-request.js';
import { fromSwagger, isSwagger2 } from './from-swagger.js';
import { InvalidDocumentError } from './invalid-document-error.js';
import { OpenApiDocument } from './openapi-document.js';
import { leanCopy } from './lean-copy.js';
import { createReferences, type References } from './references.js';

export interface LoadedDocument {
  readonly document: OpenApiDocument;
  readonly references: References;
  /** Version 3.0 has a dialect of JSON Schema of its own. */
  readonly is30: boolean;
  /** Where it came from, if from the web: what it says relatively is relative to that. */
  readonly origin: URL | undefined;
}

const MAX_BYTES = 67_108_864;
const TIMEOUT_MS = 30_000;

export async function loadDocument(where: string, resolve: ResolveHost, signal: AbortSignal): Promise<LoadedDocument> {
  const origin = /^https?:\/\//i.test(where) ? new URL(where) : undefined;
  const text = origin === undefined ? await readFile(where, 'utf8') : await download(origin, resolve, signal);
  const raw = upgraded(where, normalize(text));
  if (!isVersion3(raw))
    throw new InvalidDocumentError(where, 'it is neither an OpenAPI document of version 3 nor one of Swagger 2.0');
  const lean = leanCopyOf(where, raw);
  const parsed = OpenApiDocument.safeParse(lean);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new InvalidDocumentError(where, `${issue?.path.map(String).join('.')}: ${issue?.message}`);
  }
  const is30 = String(raw['openapi']).startsWith('3.0');
  return { document: parsed.data, references: createReferences(lean), is30, origin };
}

function upgraded(where: string, raw: unknown): unknown {
  if (!isSwagger2(raw)) return raw;
  try {
    return fromSwagger(raw);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new InvalidDocumentError(where, `it cannot be read as Swagger 2.0: ${problem}`);
  }
}

/** What is nested deeper than a stack can follow, or in a circle by aliases of YAML, is not an API document. */
function leanCopyOf(where: string, raw: Record<string, unknown>): Readonly<Record<string, unknown>> {
  try {
    return leanCopy(raw);
  } catch (error) {
    throw error instanceof RangeError ? new InvalidDocumentError(where, 'it is nested too deeply') : error;
  }
}

async function download(url: URL, resolve: ResolveHost, signal: AbortSignal): Promise<string> {
  const checkHost = createHostCheck([`${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`]);
  const send = createSender({ checkHost, resolve, allowPrivate: true, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  const { status, body } = await send(readRequest('GET', { url: url.href }), signal, () => true);
  if (status !== 200) throw new InvalidDocumentError(url.href, `the server answered ${status}`);
  return body.toString('utf8');
}

const isVersion3 = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && 'openapi' in raw && String(raw.openapi).startsWith('3.');
