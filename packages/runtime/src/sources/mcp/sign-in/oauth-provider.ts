// What the SDK's authorization flow asks of its client: who we are, which tokens we have, where to send the person.

import { randomBytes } from 'node:crypto';
import {
  type FetchLike,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { SharedRecords } from '@toolshed/kernel';
import { z } from 'zod';
import type { CredentialStore } from '../../source.js';
import type { OAuthOptions } from '../../source-options.js';
import { createOneRefresh } from './one-refresh.js';

export interface OAuthProvider extends OAuthClientProvider {
  /** Where the SDK wants the person to go, once it does. */
  readonly wanted: URL | undefined;
  readonly wantedState: string;
  /** Names the consent that the tokens come from; another consent may be that of another account. */
  signIn(): Promise<string | undefined>;
  /** How it is to be asked for tokens: at one node at a time (`one-refresh.ts`). */
  readonly fetch: FetchLike;
}

export interface OAuthProviderDeps {
  readonly fetch: FetchLike;
  /** Those that nodes share; undefined where this host is alone. */
  readonly records: SharedRecords | undefined;
  readonly key: string;
  readonly options: OAuthOptions;
  readonly clientSecret: string | undefined;
  readonly redirectUrl: string;
  readonly store: CredentialStore;
  /** Keeps a text out of what the server's tools return. */
  hide(text: string): void;
}

/** Kept under one key. Values from the SDK are returned unchanged. */
const Kept = z.object({
  redirectUrl: z.string().optional(),
  client: z.custom<StoredOAuthClientInformation>().optional(),
  tokens: z.custom<StoredOAuthTokens>().optional(),
  signIn: z.string().optional(),
});
type Kept = z.infer<typeof Kept>;

export function createOAuthProvider({
  key,
  options,
  clientSecret,
  redirectUrl,
  store,
  hide,
  fetch,
  records,
}: OAuthProviderDeps): OAuthProvider {
  let verifier = '';
  let wanted: URL | undefined;
  let discovered: OAuthDiscoveryState | undefined;
  /** The consent this connection began with. */
  let begun: { readonly signIn: string | undefined } | undefined;
  /** The tokens this connection last read or obtained. */
  let held: StoredOAuthTokens | undefined;
  const wantedState = randomBytes(24).toString('base64url');
  const load = async (): Promise<Kept> => Kept.parse(JSON.parse((await store.load(key)) ?? '{}'));
  const save = async (change: Kept): Promise<void> => store.save(key, JSON.stringify({ ...(await load()), ...change }));
  const hideTokens = ({ access_token, refresh_token }: StoredOAuthTokens): void => {
    hide(access_token);
    if (refresh_token !== undefined) hide(refresh_token);
  };
  const readTokens = async (): Promise<StoredOAuthTokens | undefined> => {
    const { tokens, signIn } = await load();
    if (tokens === undefined) return undefined;
    // Threat: another process of this host has let somebody else sign in. What was approved for one account is not
    // done with the rights of another.
    begun ??= { signIn };
    if (begun.signIn !== signIn) throw new UnauthorizedError('Somebody signed in again since');
    hideTokens(tokens);
    held = tokens;
    return tokens;
  };
  const refresh = createOneRefresh({ key, fetch, records, tokens: readTokens });
  const metadata: OAuthClientMetadata = {
    client_name: 'Toolshed',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_post',
    ...(options.scope === undefined ? {} : { scope: options.scope }),
  };
  return {
    redirectUrl,
    clientMetadata: metadata,
    wantedState,
    get wanted() {
      return wanted;
    },
    state: () => wantedState,
    async clientInformation() {
      if (options.clientId !== undefined) {
        return {
          client_id: options.clientId,
          ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
        };
      }
      const kept = await load();
      // A registration is for the address the browser comes back to; with tokens in hand nobody comes back.
      return kept.redirectUrl === redirectUrl || kept.tokens !== undefined ? kept.client : undefined;
    },
    saveClientInformation: (client) => save({ client, redirectUrl }),
    tokens: readTokens,
    fetch: refresh.fetch,
    signIn: async () => (await load()).signIn,
    async saveTokens(tokens) {
      hideTokens(tokens);
      held = tokens;
      // A person was sent to consent, so these are not the former ones renewed.
      if (wanted === undefined) await save({ tokens });
      else {
        begun = { signIn: randomBytes(16).toString('base64url') };
        await save({ tokens, ...begun });
      }
      await refresh.saved();
    },
    redirectToAuthorization(url) {
      wanted = url;
    },
    saveCodeVerifier(text) {
      verifier = text;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(state) {
      discovered = state;
    },
    discoveryState: () => discovered,
    async invalidateCredentials(scope) {
      if (scope === 'all' || scope === 'discovery') discovered = undefined;
      const { client, tokens, ...rest } = await load();
      const keepsClient = scope !== 'all' && scope !== 'client' && client !== undefined;
      // Another node may have renewed them meanwhile: the server refuses the former refresh token, not the new one.
      const areOthers = tokens?.refresh_token !== held?.refresh_token;
      const keepsTokens = scope !== 'all' && (scope !== 'tokens' || areOthers) && tokens !== undefined;
      const kept = { ...rest, ...(keepsClient ? { client } : {}), ...(keepsTokens ? { tokens } : {}) };
      await store.save(key, JSON.stringify(kept));
    },
  };
}
