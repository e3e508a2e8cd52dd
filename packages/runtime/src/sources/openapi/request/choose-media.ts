// The forms that a body may be sent in, best first: JSON, then forms, then XML, text and bytes. A program may choose
// another one that the document offers.
//
// Of the kinds of JSON, one that takes an object comes before JSON Patch, which takes a list of operations.

import type { MediaType, RequestBody } from '../document/openapi-document.js';
import { isJsonLinesType, isJsonType, isYamlType } from './media-names.js';

export interface Media {
  readonly contentType: string;
  readonly kind: 'json' | 'lines' | 'yaml' | 'multipart' | 'urlencoded' | 'xml' | 'text' | 'binary';
  readonly type: MediaType;
}

const RANKED: readonly (readonly [Media['kind'], (name: string) => boolean])[] = [
  ['json', (name) => /^application\/json\s*(?:;|$)/i.test(name)],
  ['json', (name) => /^application\/merge-patch\+json/i.test(name)],
  ['json', (name) => isJsonType(name) && !isJsonPatch(name)],
  ['json', isJsonPatch],
  ['multipart', (name) => /^(?:multipart|application)\/form-data/i.test(name)],
  ['urlencoded', (name) => /^application\/x-www-form-urlencoded/i.test(name)],
  ['yaml', isYamlType],
  ['lines', isJsonLinesType],
  ['xml', (name) => /^(?:text|application)\/(?:[\w.+*-]+\+)?xml/i.test(name)],
  ['text', (name) => /^text\//i.test(name)],
  ['binary', () => true],
];

/** A wildcard is offered only where nothing is named. */
export function offeredMedia(body: RequestBody | undefined): readonly Media[] {
  const all = Object.entries(body?.content ?? {}).map(([name, type]) => {
    const rank = RANKED.findIndex(([, isIt]) => isIt(name));
    const kind = RANKED[rank]?.[0] ?? 'binary';
    return { rank, media: { contentType: name.includes('*') ? FALLBACK[kind] : name, kind, type }, name };
  });
  const named = all.filter(({ name }) => !name.includes('*'));
  const offered = named.length === 0 ? all.slice(0, 1) : named;
  return offered.sort((one, other) => one.rank - other.rank).map(({ media }) => media);
}

export function chooseMedia(body: RequestBody | undefined, wanted?: unknown): Media | undefined {
  const offered = offeredMedia(body);
  return offered.find(({ contentType }) => contentType === wanted) ?? offered[0];
}

/** RFC 6902: a list of operations, whatever schema a document gives it. */
export function isJsonPatch(contentType: string): boolean {
  return /^application\/json-patch\+json/i.test(contentType);
}

const FALLBACK: Readonly<Record<Media['kind'], string>> = {
  json: 'application/json',
  lines: 'application/x-ndjson',
  yaml: 'application/yaml',
  multipart: 'multipart/form-data',
  urlencoded: 'application/x-www-form-urlencoded',
  xml: 'application/xml',
  text: 'text/plain',
  binary: 'application/octet-stream',
};
