// Headers a program may send: what describes its request, nothing that belongs to the connection or identifies the client.
//
// Threat: many servers hand headers to an application as variables, in which every other character than a letter or a
// figure has become `_`. To them X_Forwarded_For is X-Forwarded-For, so names are judged as they would be read there.

import { HttpError } from './http-error.js';

/** Each with the reason a program gets. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ...names('host', 'it follows from the URL'),
  ...names('content-length transfer-encoding trailer te expect', 'it follows from the body'),
  ...names('accept-encoding', 'bodies are taken uncompressed'),
  ...names(
    'connection keep-alive upgrade http2-settings proxy-connection proxy-authorization',
    'it belongs to the connection',
  ),
  ...names('cookie cookie2 set-cookie', 'programs keep no cookies; use an authorization header'),
  ...names('forwarded via x-real-ip x-client-ip true-client-ip', 'it would claim another origin'),
  // Threat: a safe http.get that a server takes for a DELETE.
  ...names('x-http-method-override x-http-method x-method-override', 'the method is the tool that is called'),
]);

const REFUSED_PREFIXES = ['x-forwarded-', 'proxy-', 'sec-'];

/** Sent on when a redirect leads to another origin, which must not learn what was meant for the first. */
const HARMLESS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'user-agent']);

export type Headers = Readonly<Record<string, string>>;

/** Lower-case names; throws HttpError for a header a program may not send. */
export function readHeaders(headers: Headers): Headers {
  const read = new Map<string, string>();
  const meant = new Set<string>();
  for (const [key, value] of Object.entries(headers)) {
    const name = key.toLowerCase();
    const problem = problemOf(name, value) ?? (meant.has(foldName(name)) ? 'it is given twice' : undefined);
    if (problem !== undefined)
      throw new HttpError('http/header-refused', `Cannot send the header ${JSON.stringify(key)}: ${problem}`);
    meant.add(foldName(name));
    read.set(name, value);
  }
  return Object.fromEntries(read);
}

export const harmlessHeaders = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS.has(name)));

function problemOf(name: string, value: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) return 'its name has a character no header name has';
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return 'its value has a character no header has';
  const folded = foldName(name);
  if (REFUSED_PREFIXES.some((prefix) => folded.startsWith(prefix))) return 'it belongs to the connection';
  return REFUSED.get(folded);
}

const foldName = (name: string): string => name.replaceAll(/[^0-9a-z]/g, '-');

function names(list: string, reason: string): readonly (readonly [string, string])[] {
  return list.split(' ').map((name) => [name, reason] as const);
}
