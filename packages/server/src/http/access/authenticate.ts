// From a request's credential to its principal. `request-pipeline.ts` calls it once for each request
// (invariant 13 of ARCHITECTURE.md).
//
// Invariants
//   A1. A bearer token proves an agent, an approver, the owner of flows or a reader of metrics; a cookie proves a
//       browser that was signed in. Neither is accepted as the other, so what a browser sends by itself is only ever a
//       cookie.
//   A2. A cookie alone changes nothing. Browsers send cookies to every port of a host and along with requests that
//       other pages cause, so a change also needs our own Origin and the key, which only our page can read.
//   A3. A wrong token is refused, never ignored. A stale cookie, which a browser sends by itself, is ignored.
//   A4. Two cookies of our name are both ignored: somebody else (another port or a sibling domain) set one of them and
//       can choose which comes first.

import { assertNever } from '@toolshed/kernel/runtime';
import { AccessError } from './access-errors.js';
import type { Principal } from './principal.js';
import type { RateLimit } from './rate-limit.js';
import type { Site } from './site.js';
import { isDigestOf, type TokenRecord } from './token.js';
import type { Tokens } from './tokens.js';

const KEY_HEADER = 'x-toolshed-key';

/** A name of its own for each port: browsers share cookies between the ports of a host. */
export const cookieName = ({ isSecure, url }: Site): string =>
  isSecure ? '__Host-toolshed' : `toolshed-${new URL(url).port || '80'}`;

export interface AuthenticateDeps {
  readonly tokens: Pick<Tokens, 'verify'>;
  readonly site: Site;
  /** Wrong credentials, by address. */
  readonly failures: RateLimit;
}

/** Whose request it is; `nobody` for one without a credential. Throws AccessError for a wrong one. */
export type CheckCredential = (request: Request, address: string) => Promise<Principal>;

export function createAuthenticate({ tokens, site, failures }: AuthenticateDeps): CheckCredential {
  const refuse = (address: string, message: string): AccessError =>
    failures.take(address)
      ? new AccessError('access/unauthorized', 401, message)
      : new AccessError(
          'access/rate',
          429,
          'Cannot check another credential: too many wrong ones came from here; wait and try again',
        );

  return async function authenticate({ method, headers }, address) {
    const bearer = bearerIn(headers.get('authorization'));
    const cookie = bearer === undefined ? cookieIn(headers.get('cookie'), cookieName(site)) : undefined;
    if (bearer !== undefined) {
      const record = await tokens.verify(bearer);
      // A1 and A3.
      if (record === undefined || record.kind === 'browser') {
        throw refuse(address, 'Cannot accept this token: it is wrong, has expired or was revoked');
      }
      return principalOf(record);
    }
    if (cookie === undefined) return { kind: 'nobody' };
    const record = await tokens.verify(cookie);
    // A1 and A3.
    if (record?.kind !== 'browser') return { kind: 'nobody' };
    if (!isReading(method)) assertOwnPage(headers, record.key, site);
    return principalOf(record);
  };
}

function bearerIn(header: string | null): string | undefined {
  if (header === null) return undefined;
  const [, text] = /^Bearer +(\S+)$/i.exec(header) ?? [];
  return text ?? '';
}

/** A4. */
function cookieIn(header: string | null, name: string): string | undefined {
  const own = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return own.length === 1 ? own[0]?.slice(name.length + 1) : undefined;
}

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** A2. */
function assertOwnPage(headers: Headers, keyDigest: string, site: Site): void {
  const [origin, fetchSite, key] = ['origin', 'sec-fetch-site', KEY_HEADER].map((name) => headers.get(name));
  const isOwn =
    typeof origin === 'string' && site.isOwnOrigin(origin) && (fetchSite ?? 'same-origin') === 'same-origin';
  if (!isOwn)
    throw new AccessError(
      'access/origin',
      403,
      'Cannot accept this request: it does not come from the inbox; send a token instead of a cookie',
    );
  if (typeof key !== 'string' || !isDigestOf(keyDigest, key)) {
    throw new AccessError(
      'access/key',
      403,
      `Cannot accept this request: its ${KEY_HEADER} is missing or wrong; sign in again`,
    );
  }
}

function principalOf(record: TokenRecord): Principal {
  const { id, name } = record;
  switch (record.kind) {
    case 'agent':
      return { kind: 'agent', id, name, session: record.session };
    case 'flow':
      return { kind: 'flow', id, name, flow: record.flow };
    case 'metrics':
      return { kind: 'metrics', id, name };
    case 'approver':
      return { kind: 'approver', id, name, way: 'token' };
    case 'browser':
      return { kind: 'approver', id, name, way: 'browser' };
    default:
      return assertNever(record);
  }
}
