// How a source talks to a web server. The origin that the config names (scheme, host and port) may be anywhere, on this
// machine too. Every other is one the server itself pointed to, as the place to get a token from: it is reached over
// https, at public addresses only. Another port of the same machine is another server.
//
// Threat: a server that sends without end. Between two blank lines, which separate events, a bounded amount is read.

import { isIP } from 'node:net';
import type { FetchLike } from '@modelcontextprotocol/client';
import { Agent, type BodyInit, fetch, Headers } from 'undici';
import { HttpError } from '../../tools/http/http-error.js';
import { createPinnedLookup, refusePrivate, type ResolveHost } from '../../tools/http/pinned-lookup.js';

export interface GuardedFetch extends AsyncDisposable {
  readonly fetch: FetchLike;
}

const MAX_MESSAGE_BYTES = 16_777_216;

export function createGuardedFetch(named: URL, resolve: ResolveHost): GuardedFetch {
  const near = new Agent({ connect: { lookup: createPinnedLookup({ resolve, allowPrivate: true }) }, bodyTimeout: 0 });
  const far = new Agent({ connect: { lookup: createPinnedLookup({ resolve, allowPrivate: false }) } });
  return {
    async fetch(input, init = {}) {
      const url = new URL(input);
      const isNamed = url.origin === named.origin;
      if (!isNamed) checkOther(url);
      const { method = 'GET', body, redirect = 'manual', signal } = init;
      const response = await fetch(url, {
        method,
        headers: new Headers([...new globalThis.Headers(init.headers)]),
        redirect,
        dispatcher: isNamed ? near : far,
        ...(body === undefined || body === null ? {} : { body: bodyOf(body) }),
        ...(signal ? { signal } : {}),
      });
      return new Response(response.body === null ? null : limited(response.body), {
        status: response.status,
        statusText: response.statusText,
        headers: [...response.headers],
      });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([near.destroy(), far.destroy()]);
    },
  };
}

function checkOther(url: URL): void {
  if (url.protocol !== 'https:')
    throw new HttpError('http/host-not-allowed', `Cannot send a request to "${url.origin}": only https is allowed`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) refusePrivate(url.hostname, host);
}

function bodyOf(body: NonNullable<RequestInit['body']>): BodyInit {
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new TypeError('Cannot send the body: it is not a string');
}

function limited(body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  let since = 0;
  let last = 0;
  const count = (chunk: Uint8Array): void => {
    for (const byte of chunk) {
      if (byte === LINE_FEED && last === LINE_FEED) since = 0;
      if (byte !== CARRIAGE_RETURN) last = byte;
      since++;
    }
    if (since > MAX_MESSAGE_BYTES)
      throw new HttpError('http/too-large', `Cannot read a message of more than ${MAX_MESSAGE_BYTES} bytes`);
  };
  return ReadableStream.from(
    (async function* () {
      for await (const chunk of body) {
        count(chunk);
        yield chunk;
      }
    })(),
  );
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
