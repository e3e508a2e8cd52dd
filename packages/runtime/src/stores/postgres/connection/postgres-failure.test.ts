import { describe, expect, it } from 'vitest';
import { toStoreError } from './postgres-failure.js';

const failed = (message: string, code: string): unknown =>
  toStoreError('open', 'db.internal:5432/shed', Object.assign(new Error(message), { code }));

describe('a failure of TLS or of the name', () => {
  it.each([
    ['SELF_SIGNED_CERT_IN_CHAIN', 'with sslrootcert'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'with sslrootcert'],
    ['CERT_HAS_EXPIRED', 'has expired; renew it'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another host name; use that one'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'could not be negotiated; check sslmode'],
    ['ENOTFOUND', 'no host has that name; check the address'],
    ['ECONNREFUSED', 'cannot be reached; check that it runs'],
  ])('%s becomes a message that says what to do', (code, words) => {
    expect(failed('raw words', code)).toMatchObject({
      code: 'store/unavailable',
      message: expect.stringMatching(/^Cannot open the store at db\.internal:5432\/shed: /),
    });
    expect(String(failed('raw words', code))).toContain(words);
    expect(String(failed('raw words', code))).not.toContain('raw words');
  });
});
