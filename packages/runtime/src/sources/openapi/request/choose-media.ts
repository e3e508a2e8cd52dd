import type { MediaType, RequestBody } from '../document/openapi-document.js';

export interface Media {
  readonly contentType: string;
  readonly kind: 'json' | 'multipart' | 'urlencoded' | 'text' | 'binary';
  readonly type: MediaType;
}

const KINDS: readonly (readonly [Media['kind'], RegExp])[] = [
  ['json', /^application\/(?:[\w.+-]+\+)?json(?:;|$)/i],
  ['multipart', /^multipart\/form-data/i],
  ['urlencoded', /^application\/x-www-form-urlencoded/i],
  ['text', /^(?:text\/|application\/(?:[\w.+-]+\+)?xml)/i],
  ['binary', /./],
];

/** The form a body is sent in, where several would do: JSON first, then forms, then text, then bytes. */
export function chooseMedia(body: RequestBody | undefined): Media | undefined {
  const offered = Object.entries(body?.content ?? {});
  for (const [kind, pattern] of KINDS) {
    const found = offered.find(([name]) => pattern.test(name));
    if (found) return { contentType: found[0].includes('*') ? FALLBACK[kind] : found[0], kind, type: found[1] };
  }
  return undefined;
}

const FALLBACK: Readonly<Record<Media['kind'], string>> = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  urlencoded: 'application/x-www-form-urlencoded',
  text: 'text/plain',
  binary: 'application/octet-stream',
};
