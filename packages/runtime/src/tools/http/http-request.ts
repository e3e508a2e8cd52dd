// A request as it will be sent, made from a program's arguments. What a person is shown is made from this too.

import { secret } from '@toolshed/kernel';
import { z } from 'zod';
import { HttpError } from './http-error.js';
import { canonicalUrl } from './canonical-url.js';
import { harmlessHeaders, type Headers, readHeaders } from './request-headers.js';

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const QueryValue = z.union([z.string(), z.number(), z.boolean()]);

/** In its one spelling, before policy, people and journals see it: a rule about a URL is about what is sent. */
const UrlText = z.string().max(16_384).overwrite(canonicalUrl);

const Reading = z.strictObject({
  url: UrlText,
  headers: z.record(z.string(), z.string()).optional(),
  /** Headers whose value is a secret, after a prefix such as "Bearer ". */
  secretHeaders: z
    .record(z.string(), z.strictObject({ secret: secret(), prefix: z.string().max(64).optional() }))
    .optional(),
  query: z.record(z.string(), z.union([QueryValue, z.array(QueryValue)])).optional(),
});

/** `body`: text is sent as it is, anything else as JSON. */
const Changing = Reading.extend({ body: z.unknown().optional() });

export const ReadInput = Reading.overwrite(withWholeUrl);
export const ChangeInput = Changing.overwrite(withWholeUrl);
export type ChangeInput = z.infer<typeof ChangeInput>;

export interface HttpRequest {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string | Uint8Array | undefined;
}

/** Throws HttpError if no request can be made from these arguments. */
export function readRequest(method: Method, args: ChangeInput): HttpRequest {
  const { url: text, headers = {}, secretHeaders = {}, body } = args;
  const url = readUrl(text);
  const type: Headers = body === undefined || typeof body === 'string' ? {} : { 'content-type': 'application/json' };
  return {
    method,
    url,
    headers: { ...type, ...readHeaders(joined(headers, secretHeaders)) },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** A rule about a URL judges what is sent: the query is a part of it. */
function withWholeUrl<A extends z.infer<typeof Reading>>(args: A): A {
  const { query } = args;
  if (query === undefined || !URL.canParse(args.url)) return args;
  const url = new URL(args.url);
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one));
  }
  const whole = { ...args, url: canonicalUrl(url.href) };
  delete whole.query;
  return whole;
}

/** Harmless headers are sent wherever a redirect leads, so they must not carry a secret. */
function joined(headers: Headers, secretHeaders: NonNullable<ChangeInput['secretHeaders']>): Headers {
  const secrets = Object.entries(secretHeaders).map(([name, { secret: value, prefix = '' }]) => {
    const isHarmless = Object.keys(harmlessHeaders({ [name.toLowerCase()]: '' })).length > 0;
    const problem = isHarmless ? 'it takes no secret' : Object.hasOwn(headers, name) ? 'it is given twice' : undefined;
    if (problem !== undefined)
      throw new HttpError('http/header-refused', `Cannot send the header ${JSON.stringify(name)}: ${problem}`);
    return [name, `${prefix}${value}`] as const;
  });
  return { ...headers, ...Object.fromEntries(secrets) };
}

/** As plain data, for a person: exactly what is sent. */
export const describeRequest = ({ method, url, headers, body }: HttpRequest) => ({
  method,
  url: url.href,
  headers,
  body: body ?? null,
});

function readUrl(text: string): URL {
  if (!URL.canParse(text))
    throw new HttpError('http/invalid-url', `Cannot use ${JSON.stringify(text)}: it is not a complete URL`);
  const url = new URL(text);
  // Threat: "https://trusted.example@evil.example/" reads like the first and goes to the second.
  if (url.username !== '' || url.password !== '') {
    throw new HttpError(
      'http/invalid-url',
      'Cannot use the URL: it holds a user name or password; use an authorization header',
    );
  }
  url.hash = '';
  return url;
}
