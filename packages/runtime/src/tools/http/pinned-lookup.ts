// Names become addresses here, once for each connection, and the addresses that were checked are the ones connected to.
//
// Threat: DNS rebinding. A name that answers with a public address when it is checked and with a private one
// when it is used would reach the host's network. There is no second question to answer differently.

import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { HttpError } from './http-error.js';
import { isPublicAddress } from './public-address.js';

/** Finds the addresses of a host name. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

export const resolveHost: ResolveHost = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** What a pinned lookup is made with. */
export interface PinnedLookupDeps {
  /** All addresses of a name; default: the system's resolver. */
  readonly resolve?: ResolveHost;
  /** Whether addresses of this machine and its network may be connected to. */
  readonly allowPrivate: boolean;
}

/** A `lookup` for sockets that connects to the very addresses it checked, and to no private one unless that is allowed. */
export function createPinnedLookup({ resolve = resolveHost, allowPrivate }: PinnedLookupDeps): LookupFunction {
  async function addressesOf(hostname: string) {
    const addresses = await resolve(hostname);
    if (addresses.length === 0)
      throw new HttpError('http/unreachable', `Cannot reach "${hostname}": it has no address`);
    if (!allowPrivate) for (const address of addresses) refusePrivate(hostname, address);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  }
  return (hostname, options, callback) => {
    addressesOf(hostname).then(
      (addresses) =>
        options.all ? callback(null, addresses) : callback(null, addresses[0]?.address ?? '', addresses[0]?.family),
      (error: Error) => callback(error, []),
    );
  };
}

/** Refuses a host that has a private address, even beside public ones: nobody can tell which one would be used. */
export function refusePrivate(hostname: string, address: string): void {
  if (isPublicAddress(address)) return;
  throw new HttpError(
    'http/private-address',
    `Cannot send a request to "${hostname}": its address is private; the host must allow it with "allowPrivate"`,
  );
}
