// Where the server can be reached, and so which Host and Origin a request may carry. The only place that decides it.
//
// Threats
//   DNS rebinding: a page of evil.example makes its own name point at this machine. Its requests carry
//   `Host: evil.example`, which is refused. A numeric address cannot be rebound, so it needs no list.
//   Cross-site requests: a page of another origin makes the browser send the person's cookie. Its `Origin` is refused.

import { isIP } from 'node:net';

export interface Site {
  /** How people reach it: what links start with. */
  readonly url: string;
  /** How the sender of a request with this accepted `Host` reaches it; `url` where that was configured. */
  urlFor(host: string): string;
  readonly isSecure: boolean;
  /** Whether only this machine reaches it, and nothing says that a proxy stands in front. */
  readonly isLocal: boolean;
  accepts(host: string | undefined): boolean;
  isOwnOrigin(origin: string): boolean;
}

export interface SiteOptions {
  readonly host: string;
  readonly port: number;
  /** The address people use, if it is not the one the server listens on: that of a proxy. */
  readonly publicUrl?: string | undefined;
  /** Further names that requests may address it by, on any port. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Whether proxies are trusted to name their clients. */
  readonly isBehindProxy?: boolean;
}

export function createSite({ host, port, publicUrl, allowedHosts = [], isBehindProxy = false }: SiteOptions): Site {
  const url = publicUrl === undefined ? `http://${bracketed(shownHost(host))}:${port}` : new URL(publicUrl).origin;
  const publicHost = new URL(url).host;
  const names = new Set(allowedHosts.map((name) => name.toLowerCase()));
  /** Whether a request reached it directly, without a proxy. */
  const isOwnAddress = (given: string): boolean => {
    if (given === `localhost:${port}`) return isLoopback(host);
    const parsed = URL.parse(`http://${given}`);
    if (parsed === null || parsed.host !== given || Number(parsed.port || 80) !== port) return false;
    const address = parsed.hostname.replace(/^\[|\]$/g, '');
    if (isIP(address) === 0) return false;
    return isLoopback(host) ? isLoopback(address) : true;
  };
  const isAllowedName = (given: string): boolean => {
    const parsed = URL.parse(`http://${given}`);
    if (parsed === null || !names.has(parsed.hostname)) return false;
    return [parsed.host, `${parsed.host}:80`].includes(given.toLowerCase());
  };
  return {
    url,
    urlFor: (given) => (publicUrl === undefined ? `http://${given}` : url),
    isSecure: url.startsWith('https:'),
    isLocal: publicUrl === undefined && isLoopback(host) && !isBehindProxy && names.size === 0,
    accepts: (given) => given !== undefined && (given === publicHost || isOwnAddress(given) || isAllowedName(given)),
    isOwnOrigin(origin) {
      const parsed = URL.parse(origin);
      if (parsed === null || parsed.origin !== origin) return false;
      if (origin === url || (parsed.protocol === 'http:' && isOwnAddress(parsed.host))) return true;
      return (
        /^https?:$/.test(parsed.protocol) && names.has(parsed.hostname) && ['', String(port)].includes(parsed.port)
      );
    },
  };
}

/** Whether only this machine reaches a host of this name. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** The wildcard address is nothing a browser can open. */
const shownHost = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);

const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);
