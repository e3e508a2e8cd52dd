// A browser signs in with a code from the terminal or with an approver's token. It gets a cookie that no script can read
// and a key that only pages of this origin can keep. A browser that signed in with a token is valid only while it is.
//
// Threat: a link preview, a scanner or a prefetching browser opens the link before the person does and uses up its code.
// So opening the link only shows the inbox, whose script sends the code; only that POST redeems it.

import { setCookie, deleteCookie } from 'hono/cookie';
import { z } from 'zod';
import { AccessError } from '../access/access-errors.js';
import { cookieName } from '../access/authenticate.js';
import type { LoginCodes } from '../access/login-codes.js';
import type { RateLimit } from '../access/rate-limit.js';
import type { Site } from '../access/site.js';
import type { Tokens } from '../access/tokens.js';
import { addressOf, type HttpContext, type Route, route } from '../route.js';

export interface SignInDeps {
  readonly tokens: Tokens;
  readonly codes: LoginCodes;
  readonly site: Site;
  readonly failures: RateLimit;
  /** Called after a code was used and replaced by the next. */
  signedIn(): void;
}

const SIGNED_IN_MS = 12 * 3_600_000;

export const CallerView = z.strictObject({
  kind: z.enum(['nobody', 'agent', 'flow', 'metrics', 'approver']),
  name: z.string().optional(),
  session: z.string().optional(),
});

export const SignInBody = z.union([
  z.strictObject({ token: z.string().max(200) }),
  z.strictObject({ code: z.string().max(200) }),
]);

export const SignedInView = z.strictObject({ name: z.string(), key: z.string() });

const about = { tag: 'Session', path: '/v1/session' } as const;

/** Tells a caller who it is, whichever credential it uses. */
export function callerRoutes(): readonly Route[] {
  return [
    route({
      id: 'getCaller',
      ...about,
      method: 'get',
      summary: 'Show who the caller is',
      access: 'everyone',
      reply: CallerView,
      async handle({ caller }) {
        if (caller.kind === 'nobody') return { body: caller };
        const { kind, name } = caller;
        return { body: caller.kind === 'agent' ? { kind, name, session: caller.session } : { kind, name } };
      },
    }),
  ];
}

export function signInRoutes(deps: SignInDeps): readonly Route[] {
  const { tokens, site, codes } = deps;

  const byToken = async (text: string): Promise<SignedIn | undefined> => {
    const record = await tokens.verify(text);
    return record?.kind === 'approver' ? { name: record.name, parent: record.id } : undefined;
  };
  const byCode = async (code: string): Promise<SignedIn | undefined> => {
    const redeemed = await codes.redeem(code);
    if (redeemed !== undefined) return { name: redeemed.name, usedOwnCode: redeemed.isOwn };
    return await tokens.signInCodes?.take(code);
  };

  return [
    route({
      id: 'signIn',
      ...about,
      method: 'post',
      summary: "Sign a browser in with an approver's token, or with the code of a sign-in link",
      access: 'everyone',
      body: SignInBody,
      reply: SignedInView,
      status: 201,
      async handle({ body, context }) {
        const browser = 'token' in body ? await byToken(body.token) : await byCode(body.code);
        if (browser === undefined) throw refusal(deps, context);
        const key = await signIn(deps, context, browser);
        if (browser.usedOwnCode) deps.signedIn();
        return { body: { name: browser.name, key }, headers: cookiesOf(context) };
      },
    }),
    route({
      id: 'signOut',
      ...about,
      method: 'delete',
      summary: 'Sign this browser out',
      access: 'approvers',
      reply: z.strictObject({ kind: z.literal('nobody') }),
      async handle({ caller, context }) {
        if (caller.kind === 'approver' && caller.way === 'browser') await tokens.revoke(caller.id);
        deleteCookie(context, cookieName(site), { path: '/', secure: site.isSecure });
        return { body: { kind: 'nobody' }, headers: cookiesOf(context) };
      },
    }),
  ];
}

interface SignedIn {
  readonly name: string;
  readonly parent?: string;
  /** The code of this node, which shows another one now. */
  readonly usedOwnCode?: boolean;
}

async function signIn(
  { tokens, site }: SignInDeps,
  context: HttpContext,
  { usedOwnCode: _, ...browser }: SignedIn,
): Promise<string> {
  const { text, key } = await tokens.create({ kind: 'browser', ...browser, expiresInMs: SIGNED_IN_MS });
  setCookie(context, cookieName(site), text, {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    secure: site.isSecure,
    maxAge: SIGNED_IN_MS / 1_000,
  });
  return key;
}

const cookiesOf = (context: HttpContext): Record<string, string> => {
  const cookie = context.res.headers.get('set-cookie');
  return cookie === null ? {} : { 'set-cookie': cookie };
};

const refusal = ({ failures }: SignInDeps, context: HttpContext): AccessError =>
  failures.take(addressOf(context))
    ? new AccessError(
        'access/unauthorized',
        401,
        'Cannot sign in: the code or token is wrong, used or expired; "toolshed open" makes a new link',
      )
    : new AccessError(
        'access/rate',
        429,
        'Cannot check another credential: too many wrong ones came from here; wait and try again',
      );
