import { describe, expect, it } from 'vitest';
import { redact } from './redact.js';

describe('redact', () => {
  it('blanks what must not be in a log, at any depth and in any spelling', () => {
    const facts = {
      path: 'http.get',
      Authorization: 'Bearer x',
      request: { headers: [{ 'set-cookie': 'a=b', 'X-Api-Key': 'k', host: 'x.org' }], accessToken: 't' },
    };
    expect(redact(facts)).toEqual({
      path: 'http.get',
      Authorization: '[redacted]',
      request: {
        headers: [{ 'set-cookie': '[redacted]', 'X-Api-Key': '[redacted]', host: 'x.org' }],
        accessToken: '[redacted]',
      },
    });
  });
});
