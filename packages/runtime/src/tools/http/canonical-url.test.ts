import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalUrl } from './canonical-url.js';

describe('the one spelling of a URL', () => {
  it.each([
    ['https://api.example/public/../admin', 'https://api.example/admin'],
    ['https://api.example/public/%2e%2E/admin', 'https://api.example/admin'],
    ['https://api.example/%61dmin', 'https://api.example/admin'],
    ['https://api.example/a%2fb', 'https://api.example/a%2Fb'],
    ['HTTP://API.example:80/Admin', 'http://api.example/Admin'],
    ['http://0x7f.1/x', 'http://127.0.0.1/x'],
    ['ht\ttps://api.exa\nmple/ad\tmin', 'https://api.example/admin'],
    ['https:\\\\api.example\\admin', 'https://api.example/admin'],
    ['https://api.example/x?dele%74e=1#part', 'https://api.example/x?delete=1'],
    ['not a url', 'not a url'],
  ])('the canonical form of %j is %s', (typed, one) => {
    expect(canonicalUrl(typed)).toBe(one);
  });

  it('is the same when it is spelled again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string()), (text) => {
        const one = canonicalUrl(text);
        expect(canonicalUrl(one)).toBe(one);
      }),
    );
  });
});
