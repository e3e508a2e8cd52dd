import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSessionOf, namedPrincipal, newPipePrincipal, OtherSessionError, sessionOf } from './principal-session.js';

describe('sessions of principals', () => {
  it('belong to the principal they were made for and to no other, whatever the names are', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(name, name, fc.option(name, { nil: undefined }), (one, other, session) => {
        const made = sessionOf(namedPrincipal(one), session);
        expect(isSessionOf(namedPrincipal(one), made)).toBe(true);
        expect(isSessionOf(namedPrincipal(other), made)).toBe(one === other);
      }),
    );
  });

  it('are two where two names are', () => {
    const a = namedPrincipal('a');
    expect(sessionOf(a, 'b')).not.toBe(sessionOf(namedPrincipal('a/b')));
    expect(sessionOf(a, 'b')).not.toBe(sessionOf(a, 'c'));
  });

  it('are the one of the token where there is a token', () => {
    const principal = { name: 'triage', id: '1', session: 'monday' };
    expect([sessionOf(principal), sessionOf(principal, 'monday')]).toEqual(['monday', 'monday']);
    expect(() => sessionOf(principal, 'tuesday')).toThrow(OtherSessionError);
    expect(isSessionOf(principal, 'monday/x')).toBe(false);
  });
});

describe('pipes that were set up without a name', () => {
  it('are somebody of their own each, whatever their clients call themselves', () => {
    const [one, two] = [newPipePrincipal(), newPipePrincipal()];
    const [first, again, other] = [one('claude'), one('claude'), two('claude')];
    expect(again).toEqual(first);
    expect(first).toMatchObject({ name: 'claude' });
    expect(isSessionOf(other, sessionOf(first))).toBe(false);
    expect(isSessionOf(other, sessionOf(first, 'main'))).toBe(false);
    expect(isSessionOf(namedPrincipal('claude'), sessionOf(first))).toBe(false);
  });
});
