import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSessionOf, sessionOf } from './principal-session.js';

describe('sessions of principals', () => {
  it('belong to the principal they were made for and to no other, whatever the names are', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(name, name, fc.option(name, { nil: undefined }), (one, other, session) => {
        const made = sessionOf(one, session);
        expect(isSessionOf(one, made)).toBe(true);
        expect(isSessionOf(other, made)).toBe(one === other);
      }),
    );
  });

  it('are two where two names are', () => {
    expect(sessionOf('a', 'b')).not.toBe(sessionOf('a/b'));
    expect(sessionOf('a', 'b')).not.toBe(sessionOf('a', 'c'));
  });
});
