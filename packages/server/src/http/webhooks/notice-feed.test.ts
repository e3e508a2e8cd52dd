import { describe, expect, it } from 'vitest';
import { untilChanged } from './notice-feed.js';

describe('a feed that waits', () => {
  const busy = { changed: async () => true };

  it('does not look before something is due, whatever comes meanwhile', async () => {
    const began = performance.now();
    await untilChanged(busy, new AbortController().signal, 50);
    expect(performance.now() - began).toBeGreaterThan(45);
  });

  it('looks at each change where nothing is left out', async () => {
    const began = performance.now();
    await untilChanged(busy, new AbortController().signal, undefined);
    expect(performance.now() - began).toBeLessThan(45);
  });

  it('stops at once when the server closes', async () => {
    const closing = new AbortController();
    const waiting = untilChanged(busy, closing.signal, 60_000);
    closing.abort();
    await waiting;
  });
});
