// Opens a connection to a web server, with a person's consent where the server asks for it.

import { setTimeout as pause } from 'node:timers/promises';
import { type FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ConfigSecrets } from '../config-secrets.js';
import type { Consent, SourceHost } from '../source.js';
import type { HttpServer, OAuthOptions } from '../source-options.js';
import { type Connection, type ConnectionOptions, openConnection } from './connection.js';
import { createGuardedFetch } from './guarded-fetch.js';
import { createOAuthProvider, type OAuthProvider } from './sign-in/oauth-provider.js';
import { type OAuthRedirect, openOAuthRedirect } from './sign-in/oauth-redirect.js';
import { NoSharedRedirectError, openSharedRedirect } from './sign-in/shared-redirect.js';

export interface ConnectHttpDeps {
  readonly host: SourceHost;
  readonly secrets: ConfigSecrets;
  readonly connection: ConnectionOptions;
  /** For hosts that have no way of their own to ask. */
  readonly consent: Consent;
}

/** A person said no. Trying again by itself would only ask again. */
export class ConsentRefusedError extends Error {}

/** How often to check whether somebody signed in at another node. */
const ELSEWHERE_MS = 1_000;

/** How long to wait for a host that asks in its own way; a question of ours stays open as long as any other. */
const CONSENT_MS = 600_000;

export async function connectHttp(server: HttpServer, deps: ConnectHttpDeps): Promise<Connection> {
  const url = new URL(server.url);
  const { fetch, ...guarded } = createGuardedFetch(url, deps.host.resolve);
  const headers = await deps.secrets.readAll(server.headers);
  const open: Open = async (authProvider) => {
    const transport = new StreamableHTTPClientTransport(url, {
      fetch: authProvider?.fetch ?? fetch,
      requestInit: { headers },
      ...(authProvider === undefined ? {} : { authProvider }),
    });
    return {
      transport,
      connect: () => openConnection(transport, 'any', deps.connection),
    };
  };
  try {
    const connection =
      server.oauth === undefined
        ? await (await open()).connect()
        : await connectAuthorized(server.oauth, { open, url, fetch }, deps);
    void connection.closed.then(() => guarded[Symbol.asyncDispose]());
    return connection;
  } catch (error) {
    await guarded[Symbol.asyncDispose]();
    throw error;
  }
}

type Open = (provider?: OAuthProvider) => Promise<{
  readonly transport: StreamableHTTPClientTransport;
  readonly connect: () => Promise<Connection>;
}>;

async function connectAuthorized(
  options: OAuthOptions,
  { open, url, fetch }: { readonly open: Open; readonly url: URL; readonly fetch: FetchLike },
  deps: ConnectHttpDeps,
): Promise<Connection> {
  await using redirect = await redirectOf(options, deps.host);
  const provider = createOAuthProvider({
    key: `oauth ${deps.connection.namespace} ${url.origin}`,
    fetch,
    records: deps.host.records,
    options,
    clientSecret: options.clientSecret === undefined ? undefined : await deps.secrets.read(options.clientSecret),
    redirectUrl: redirect.url,
    store: deps.host.credentials,
    hide: deps.secrets.hide,
  });
  const first = await open(provider);
  try {
    return await withSignIn(first.connect(), provider);
  } catch (error) {
    if (provider.wanted === undefined) throw error;
    const consented = await askConsent(provider.wanted, provider, redirect, url, deps);
    if (consented !== undefined) await first.transport.finishAuth(consented);
    return await withSignIn((await open(provider)).connect(), provider);
  }
}

async function redirectOf(
  { redirectPort, redirectUrl }: OAuthOptions,
  { records }: SourceHost,
): Promise<OAuthRedirect> {
  if (redirectUrl === undefined) return await openOAuthRedirect(redirectPort);
  if (records !== undefined) return openSharedRedirect(redirectUrl, records);
  throw new NoSharedRedirectError();
}

/** Resolves when somebody has signed in at another node: the tokens are in the vault that they share. */
async function signedInElsewhere({ signIn }: OAuthProvider, ends: AbortSignal): Promise<undefined> {
  const before = await signIn();
  while ((await signIn()) === before) await pause(ELSEWHERE_MS, undefined, { signal: ends, ref: false });
  return undefined;
}

const withSignIn = async (connecting: Promise<Connection>, { signIn }: OAuthProvider): Promise<Connection> => {
  const connection = await connecting;
  return { ...connection, signIn: await signIn() };
};

async function askConsent(
  wanted: URL,
  provider: OAuthProvider,
  redirect: OAuthRedirect,
  server: URL,
  { host, consent: ours, connection: { namespace, signal } }: ConnectHttpDeps,
): Promise<URLSearchParams | undefined> {
  const { consent = ours } = host;
  const over = new AbortController();
  const limit = host.consent === undefined ? [] : [AbortSignal.timeout(CONSENT_MS)];
  const ends = AbortSignal.any([signal, over.signal, ...limit]);
  const message = `The source "${namespace}" (${server.origin}) wants to act for you. Sign in at ${wanted.origin} to let it.`;
  try {
    const visit = redirect.visit(provider.wantedState, ends);
    const refusal = consent({ namespace, message, url: wanted.href }, ends).then((isGiven) => {
      if (!isGiven) throw new ConsentRefusedError('its authorization was declined');
      return visit;
    });
    const elsewhere = host.records === undefined ? [] : [signedInElsewhere(provider, ends)];
    return await Promise.race([visit, refusal, ...elsewhere]);
  } finally {
    over.abort(new Error('the question is over'));
  }
}
