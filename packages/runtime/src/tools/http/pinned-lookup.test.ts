import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { createPinnedLookup, type ResolveHost } from './pinned-lookup.js';

type Found = string | LookupAddress[];

/** Resolves a name as a socket would. */
function lookUp(resolve: ResolveHost, { all = true, allowPrivate = false } = {}): () => Promise<Found> {
  const lookup = createPinnedLookup({ resolve, allowPrivate });
  return () =>
    new Promise((done, fail) => lookup('name.test', { all }, (error, found) => (error ? fail(error) : done(found))));
}

/** A name server that changes its mind. */
function answering(...answers: readonly (readonly string[])[]): ResolveHost {
  let asked = 0;
  return async () => answers[asked++] ?? [];
}

describe('createPinnedLookup', () => {
  it('hands on exactly the addresses it checked', async () => {
    expect(await lookUp(answering(['8.8.8.8', '2606:4700::1']))()).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
    expect(await lookUp(answering(['8.8.8.8']), { all: false })()).toBe('8.8.8.8');
  });

  it('refuses a name that is public the first time and private the second', async () => {
    const lookup = lookUp(answering(['8.8.8.8'], ['127.0.0.1']));
    expect(await lookup()).toEqual([{ address: '8.8.8.8', family: 4 }]);
    await expect(lookup()).rejects.toMatchObject({ code: 'http/private-address' });
  });

  it('refuses a private address among public ones', async () => {
    await expect(lookUp(answering(['8.8.8.8', '10.0.0.1']))()).rejects.toMatchObject({ code: 'http/private-address' });
  });

  it('refuses a name without addresses', async () => {
    await expect(lookUp(answering([]))()).rejects.toMatchObject({ code: 'http/unreachable' });
  });

  it('lets private addresses pass where the host allows them', async () => {
    expect(await lookUp(answering(['127.0.0.1']), { allowPrivate: true })()).toEqual([
      { address: '127.0.0.1', family: 4 },
    ]);
  });
});
