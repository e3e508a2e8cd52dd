import type { ExecutionResult } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../server/caller.js';
import { urlRequired } from './url-required.js';

const page = { elicitationId: 'flow-1234567890123456', url: 'https://example.org/sign-in', message: 'Sign in' };
const failed: ExecutionResult = JSON.parse(
  JSON.stringify({
    status: 'failed',
    error: { code: 'elicitation/url-required', message: 'Cannot continue' },
    calls: [{ call: 1, path: 'mail.send', outcome: 'threw', required: [page] }],
  }),
);
const caller: Caller = {
  principal: { name: 'ada', id: 'ada' },
  client: 'ada',
  era: 'legacy',
  revision: '2025-11-25',
  asks: { form: true, url: true },
  hasTasks: false,
};

describe('a tool that needs a person to visit a page first', () => {
  it('is the error a client of 2025-11-25 that opens addresses knows', () => {
    expect(urlRequired(failed, caller)).toMatchObject({
      code: -32042,
      data: { elicitations: [{ mode: 'url', ...page }] },
    });
  });

  it.each([
    ['opens no addresses', { ...caller, asks: { form: true, url: false } }],
    ['is of 2026-07-28', { ...caller, era: 'modern' as const }],
  ])('is a failure like any other to a client that %s', (_, other) => {
    expect(urlRequired(failed, other)).toBeUndefined();
  });
});
