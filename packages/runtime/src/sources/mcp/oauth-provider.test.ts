import { describe, expect, it } from 'vitest';
import type { CredentialStore } from '../source.js';
import { createOAuthProvider, type OAuthProvider } from './oauth-provider.js';

function newStore(): CredentialStore {
  const kept = new Map<string, string>();
  return {
    load: async (key) => kept.get(key),
    async save(key, text) {
      kept.set(key, text);
    },
  };
}

const providerAt = (store: CredentialStore): OAuthProvider =>
  createOAuthProvider({
    key: 'remote',
    options: { redirectPort: 0 },
    clientSecret: undefined,
    redirectUrl: 'http://127.0.0.1/callback',
    store,
    hide: () => undefined,
  });

const tokens = (refresh: string) => ({
  access_token: `access ${refresh}`,
  token_type: 'bearer',
  refresh_token: refresh,
});

describe('two nodes with one set of tokens', () => {
  it('keep what one of them renewed when the other is refused its former refresh token', async () => {
    const store = newStore();
    const [one, other] = [providerAt(store), providerAt(store)];
    await one.saveTokens(tokens('first'));
    expect([await one.tokens(), await other.tokens()]).toEqual([tokens('first'), tokens('first')]);
    await one.saveTokens(tokens('second'));
    await other.invalidateCredentials?.('tokens');
    expect(await other.tokens()).toEqual(tokens('second'));
    expect(await one.tokens()).toEqual(tokens('second'));
  });

  it('forget tokens that nobody has renewed since', async () => {
    const store = newStore();
    const [one, other] = [providerAt(store), providerAt(store)];
    await one.saveTokens(tokens('first'));
    await other.tokens();
    await other.invalidateCredentials?.('tokens');
    expect(await one.tokens()).toBeUndefined();
  });
});
