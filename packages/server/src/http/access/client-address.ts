// Where a request comes from, for limits by address: the other end of its connection or, behind proxies that the operator
// trusts, the address that these name.
//
// Threat: anybody can send `X-Forwarded-For`. Each proxy adds the address it was called from at the end, so the header is
// read from there: what a trusted proxy did not add is never reached, and without one the header is ignored.

import { BlockList, isIP } from 'node:net';

/** Reads an address, or a range such as 10.0.0.0/8. */
const RANGE = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i;

export function isAddressRange(text: string): boolean {
  const [, address = '', bits] = RANGE.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128));
}

export type ClientAddress = (socket: string | undefined, forwardedFor: string | null) => string;

export function createClientAddress(trustedProxies: readonly string[] = []): ClientAddress {
  const trusted = new BlockList();
  for (const range of trustedProxies) {
    const [, address = '', bits] = RANGE.exec(range) ?? [];
    if (bits === undefined) trusted.addAddress(address, familyOf(address));
    else trusted.addSubnet(address, Number(bits), familyOf(address));
  }
  const isTrusted = (address: string): boolean => isIP(address) !== 0 && trusted.check(address, familyOf(address));
  return (socket = '', forwardedFor) => {
    let client = plain(socket);
    for (const named of (forwardedFor ?? '').split(',').reverse()) {
      const address = plain(named.trim());
      if (!isTrusted(client) || isIP(address) === 0) break;
      client = address;
    }
    return limited(client);
  };
}

/**
 * What limits count by. A client of version 6 has a whole network of addresses, and each can be written in several ways:
 * they are one.
 */
function limited(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = '', after = ''] = address.split('%', 1)[0]?.toLowerCase().split('::', 2) ?? [];
  const parts = before.split(':').filter(Boolean);
  const rest = after.split(':').filter(Boolean);
  const missing = address.includes('::') ? Math.max(0, 8 - parts.length - rest.length) : 0;
  const whole = [...parts, ...Array.from({ length: missing }, () => '0'), ...rest];
  return `${whole
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Without the port that some proxies add, and an address of version 4 as such. */
function plain(address: string): string {
  const [, host = address] = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.filter(Boolean) ?? [];
  const mapped = /^(?:0{0,4}:){0,5}:?ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(host);
  if (mapped === null || isIP(host) !== 6) return host;
  const [, dotted, high = '', low = ''] = mapped;
  return dotted ?? [high, low].flatMap((part) => bytesOf(Number.parseInt(part, 16))).join('.');
}

const bytesOf = (pair: number): readonly number[] => [pair >> 8, pair & 255];
