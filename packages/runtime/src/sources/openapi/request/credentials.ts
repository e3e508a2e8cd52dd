// Who a request is sent as: the credentials that operation/supplied-credentials.ts chose. Where the config has none, the
// request is sent without any, and the API decides.

import type { ConfigSecrets } from '../../config-secrets.js';
import type { Credential } from '../../source-options.js';
import { SecurityScheme } from '../document/openapi-document.js';
import type { Operation } from '../operation/operations.js';

export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly cookies: readonly (readonly [string, string])[];
}

export interface CredentialsDeps {
  readonly schemes: Readonly<Record<string, unknown>>;
  readonly auth: Readonly<Record<string, Credential>>;
  readonly secrets: ConfigSecrets;
}

export async function credentialsFor({ credentials }: Operation, deps: CredentialsDeps): Promise<Credentials> {
  const headers: Record<string, string> = {};
  const query: (readonly [string, string])[] = [];
  const cookies: (readonly [string, string])[] = [];
  for (const name of credentials) {
    const scheme = SecurityScheme.safeParse(Object.hasOwn(deps.schemes, name) ? deps.schemes[name] : undefined);
    const credential = deps.auth[name];
    if (!scheme.success || credential === undefined) continue;
    const value = await textOf(credential, deps.secrets);
    if (scheme.data.type === 'apiKey') {
      const pair = [encodeURIComponent(scheme.data.name), encodeURIComponent(value)] as const;
      if (scheme.data.in === 'header') headers[scheme.data.name.toLowerCase()] = value;
      else if (scheme.data.in === 'query') query.push(pair);
      else cookies.push(pair);
    } else {
      headers['authorization'] = authorization(scheme.data, value, deps.secrets);
    }
  }
  return { headers, query, cookies };
}

async function textOf(credential: Credential, secrets: ConfigSecrets): Promise<string> {
  if (typeof credential === 'string' || !('username' in credential)) return secrets.read(credential);
  const password = await secrets.read(credential.password);
  // Some APIs take a key as the user, and no password.
  const username = await (password === '' ? secrets.read(credential.username) : secrets.readPlain(credential.username));
  return `${username}:${password}`;
}

function authorization(scheme: SecurityScheme, value: string, secrets: ConfigSecrets): string {
  const name = scheme.type === 'http' ? scheme.scheme : 'Bearer';
  if (name.toLowerCase() !== 'basic') return `${name.toLowerCase() === 'bearer' ? 'Bearer' : name} ${value}`;
  const encoded = Buffer.from(value).toString('base64');
  secrets.hide(encoded);
  return `Basic ${encoded}`;
}
