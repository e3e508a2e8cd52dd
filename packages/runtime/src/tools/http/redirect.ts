import { canonicalUrl } from './canonical-url.js';
import { HttpError } from './http-error.js';
import type { HttpRequest } from './http-request.js';
import { harmlessHeaders } from './request-headers.js';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The request a redirect leads to; `undefined` if the response is to be returned as it is.
 *
 * Only GET and HEAD follow redirects. A request that changes something was approved for one URL: the program gets the
 * response with its location, and calling that is another call.
 */
export function followRedirect(
  request: HttpRequest,
  status: number,
  location: string | undefined,
): HttpRequest | undefined {
  const { method, url, headers } = request;
  if (!REDIRECTS.has(status) || location === undefined || !URL.canParse(location, url)) return undefined;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const next = new URL(canonicalUrl(new URL(location, url).href));
  if (next.username !== '' || next.password !== '') throw refused('its URL holds a user name or password');
  if (url.protocol === 'https:' && next.protocol !== 'https:')
    throw refused('it leads from https to an unencrypted connection');
  return { ...request, url: next, headers: next.origin === url.origin ? headers : harmlessHeaders(headers) };
}

const refused = (state: string): HttpError =>
  new HttpError('http/redirect-refused', `Cannot follow the redirect: ${state}`);
