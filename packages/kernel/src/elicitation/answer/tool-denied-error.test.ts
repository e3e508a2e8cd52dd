import { describe, expect, it } from 'vitest';
import { deniedCodeOf, ToolDeniedError } from './tool-denied-error.js';

describe('ToolDeniedError', () => {
  it('says which tool, how it was refused, and why if someone said so', () => {
    const error = new ToolDeniedError('mail.send', 'tool/declined', 'wrong address');
    expect(error).toMatchObject({ path: 'mail.send', code: 'tool/declined', reason: 'wrong address' });
    expect(error.message).toBe('Cannot run mail.send: the request was declined (wrong address)');
    expect(new ToolDeniedError('mail.send', 'tool/expired', undefined).message).toBe(
      'Cannot run mail.send: nobody answered in time',
    );
  });
});

describe('deniedCodeOf', () => {
  it.each([
    ['decline', 'tool/declined'],
    ['denied', 'tool/declined'],
    ['other', 'tool/declined'],
    ['cancel', 'tool/cancelled'],
    ['not_supported', 'tool/cancelled'],
    ['expired', 'tool/expired'],
  ] as const)('reads %s as %s', (action, code) => {
    expect(deniedCodeOf(action)).toBe(code);
  });
});
