// Where the server can be reached, and so which Host and Origin a request may carry.
//
// Threats
//   DNS rebinding: a page of evil.example makes its own name point at this machine. Its requests say
//   `Host: evil.example`, which is refused; an address in figures cannot be rebound, so those need no list.
//   Cross-site requests: a page of another origin sends along the person's cookie. Its `Origin` is refused.

import { isIP } from 'node:net';

export interface Site {
  /** How people reach it: what links start with. */
  readonly url: string;
  readonly isSecure: boolean;
  accepts(host: string | undefined): boolean;
  isOwnOrigin(origin: string): boolean;
}

export interface SiteOptions {
  readonly host: string;
  readonly port: number;
  /** The address people use where a proxy stands in front. */
  readonly publicUrl?: string | undefined;
}

export function createSite({ host, port, publicUrl }: SiteOptions): Site {
  const url = publicUrl === undefined ? `http://${bracketed(shownHost(host))}:${port}` : new URL(publicUrl).origin;
  const publicHost = new URL(url).host;
  /** Reached directly, without a proxy. */
  const isOwnAddress = (given: string): boolean => {
    if (given === `localhost:${port}`) return isLoopback(host);
    const parsed = URL.parse(`http://${given}`);
    if (parsed === null || parsed.host !== given || Number(parsed.port || 80) !== port) return false;
    const address = parsed.hostname.replace(/^\[|\]$/g, '');
    if (isIP(address) === 0) return false;
    return isLoopback(host) ? isLoopback(address) : true;
  };
  return {
    url,
    isSecure: url.startsWith('https:'),
    accepts: (given) => given !== undefined && (given === publicHost || isOwnAddress(given)),
    isOwnOrigin(origin) {
      const parsed = URL.parse(origin);
      if (parsed === null || parsed.origin !== origin) return false;
      return origin === url || (parsed.protocol === 'http:' && isOwnAddress(parsed.host));
    },
  };
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Every address is no address to open in a browser. */
const shownHost = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);

const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);
