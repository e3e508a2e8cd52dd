import type { FetchLike } from '@modelcontextprotocol/client';
import type { SharedRecords } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { createMemoryRecords } from '../../../stores/memory/memory-records.js';
import type { CredentialStore } from '../../source.js';
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

const providerAt = (
  store: CredentialStore,
  fetch: FetchLike = globalThis.fetch,
  records?: SharedRecords,
): OAuthProvider =>
  createOAuthProvider({
    key: 'remote',
    options: { redirectPort: 0 },
    clientSecret: undefined,
    redirectUrl: 'http://127.0.0.1/callback',
    store,
    hide: () => undefined,
    fetch,
    records,
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

  it('send a refresh token once, though both want to renew at the same time', async () => {
    const store = newStore();
    const records = createMemoryRecords({ now: () => Date.now() });
    const sent: string[] = [];
    /** It gives a new token for each, and ends the sign-in of one that comes twice. */
    const rotating: FetchLike = async (_url, init) => {
      const token = new URLSearchParams(String(init?.body)).get('refresh_token') ?? '';
      const isReused = sent.includes(token);
      sent.push(token);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return isReused
        ? Response.json({ error: 'invalid_grant' }, { status: 400 })
        : Response.json(tokens(`after ${token}`));
    };
    const [one, other] = [providerAt(store, rotating, records), providerAt(store, rotating, records)];
    await one.saveTokens(tokens('first'));
    /** As the SDK does it. */
    const renew = async (provider: OAuthProvider): Promise<number> => {
      const { refresh_token = '' } = (await provider.tokens()) ?? {};
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token });
      const response = await provider.fetch('https://accounts.example/token', { method: 'POST', body });
      const renewed: ReturnType<typeof tokens> = JSON.parse(await response.text());
      if (response.ok) await provider.saveTokens(renewed);
      return response.status;
    };
    expect(await Promise.all([renew(one), renew(other)])).toEqual([200, 200]);
    expect(sent).toEqual(['first']);
    expect(await other.tokens()).toEqual(tokens('after first'));
    expect(await renew(one)).toBe(200);
    expect(sent).toEqual(['first', 'after first']);
  });
});
