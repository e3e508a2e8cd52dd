// One POST to a webhook. No redirect is followed, and the address that was checked is the one connected to.

import { lookup } from 'node:dns';
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '@toolshed/runtime';

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
  if (isIP(address) !== 0 && !allowPrivate) assertPublic(address);
  await new Promise<void>((resolve, reject) => {
    const request = (protocol === 'https:' ? secure : plain)(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
        signal,
        agent: false,
        ...(allowPrivate ? {} : { lookup: publicLookup }),
      },
      (response) => {
        const { statusCode = 0 } = response;
        // Whatever it says is of no interest, and may be endless.
        response.destroy();
        if (statusCode >= 200 && statusCode < 300) resolve();
        else reject(new Error(`it answered with status ${statusCode}`));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    try {
      for (const { address } of addresses) assertPublic(address);
    } catch (refusal) {
      return callback(refusal instanceof Error ? refusal : new Error(String(refusal)), []);
    }
    const [first] = addresses;
    if (options.all || first === undefined) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};

function assertPublic(address: string): void {
  if (!isPublicAddress(address)) throw new Error(`${address} is a private address; allow it with "allowPrivate"`);
}
