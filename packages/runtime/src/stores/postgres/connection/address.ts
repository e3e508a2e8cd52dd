// Where the server is, and how it is shown to people: never with the password, nor with a text that may contain one.

import { StoreUnavailableError } from '@toolshed/kernel';
import { assertTlsSettings } from './tls-settings.js';

export interface PostgresAddress {
  readonly url: string;
  /** Host, port and database. */
  readonly name: string;
}

const PROTOCOLS: ReadonlySet<string> = new Set(['postgres:', 'postgresql:']);

/** A mistyped URL may have its user and password where another has the database. */
const DATABASE = /^(\/[^/:@]*)?$/;

export function readAddress(url: string): PostgresAddress {
  const parsed = /^\w+:\/\//.test(url) ? URL.parse(url) : null;
  if (parsed === null || !PROTOCOLS.has(parsed.protocol) || !DATABASE.test(parsed.pathname))
    throw new StoreUnavailableError(
      'Cannot open the store: its address is not a URL such as postgres://user:password@host:5432/database',
    );
  const host = parsed.hostname || parsed.searchParams.get('host') || 'localhost';
  const name = `${host}:${parsed.port || '5432'}${parsed.pathname === '/' ? '' : parsed.pathname}`;
  assertTlsSettings(parsed.searchParams, name);
  return { url, name };
}
