// One POST to a webhook. No redirect is followed, and the address that was checked is the one connected to.

import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { isIP } from 'node:net';
import { createPinnedLookup, refusePrivate } from '@toolshed/runtime';

export interface Post {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
}

/** Resolves for a 2xx status; rejects with the reason otherwise. */
export async function post({ url, body, headers, allowPrivate, signal }: Post): Promise<void> {
  const { hostname, protocol } = new URL(url);
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !allowPrivate) refusePrivate(hostname, address);
  await new Promise<void>((resolve, reject) => {
    const request = (protocol === 'https:' ? secure : plain)(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
        signal,
        agent: false,
        lookup: createPinnedLookup({ allowPrivate }),
      },
      (response) => {
        const { statusCode = 0 } = response;
        // Its body is ignored, and may be endless.
        response.destroy();
        if (statusCode >= 200 && statusCode < 300) resolve();
        else reject(new Error(`it answered with status ${statusCode}`));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
