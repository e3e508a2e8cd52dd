// Which hosts programs may talk to: `example.com`, `*.example.com` (its subdomains, not itself),
// `example.com:8080`, `example.com:*`. A rule without a port means the usual one, 80 for http and 443 for https:
// other ports of a host are other services.

import { z } from 'zod';
import { HttpError } from './http-error.js';

const RULE = /^(?<sub>\*\.)?(?<host>\[[0-9a-f:.]+\]|[^\s/:@?#[\]*\\%]+)(?::(?<port>\d{1,5}|\*))?$/i;

export const HostRule = z
  .string()
  .refine(
    (text) => readRule(text) !== undefined,
    'must be a host such as "example.com", "*.example.com" or "example.com:8080"',
  );

interface ReadRule {
  readonly host: string;
  readonly covers: 'host' | 'subdomains';
  /** Empty for the usual port of the protocol. */
  readonly port: string;
}

export type CheckHost = (url: URL) => void;

/** Throws HttpError unless a rule covers the URL. */
export function createHostCheck(rules: readonly string[]): CheckHost {
  const read = rules.map((text) => readRule(text) ?? invalidRule(text));
  return (url) => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw notAllowed(url, 'only http and https are');
    if (!read.some((rule) => covers(rule, url))) throw notAllowed(url, 'the host lets programs talk to others only');
  };
}

function covers({ host, covers: what, port }: ReadRule, url: URL): boolean {
  const isHost = what === 'host' ? url.hostname === host : url.hostname.endsWith(`.${host}`);
  if (!isHost || port === '*') return isHost;
  return port === '' ? url.port === '' : portOf(url) === port;
}

/** The host is read as a URL's would be, so that other spellings of one address are one. */
function readRule(text: string): ReadRule | undefined {
  const { sub, host, port = '' } = RULE.exec(text)?.groups ?? {};
  if (host === undefined || !URL.canParse(`http://${host}`)) return undefined;
  return { host: new URL(`http://${host}`).hostname, covers: sub === undefined ? 'host' : 'subdomains', port };
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

const notAllowed = (url: URL, state: string): HttpError =>
  new HttpError(
    'http/host-not-allowed',
    `Cannot send a request to "${url.protocol}//${url.host}": it is not allowed, ${state}`,
  );

function invalidRule(text: string): never {
  throw new TypeError(`Cannot use ${JSON.stringify(text)} as a rule for hosts`);
}
