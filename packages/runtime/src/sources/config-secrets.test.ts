import { describe, expect, it } from 'vitest';
import { createConfigSecrets } from './config-secrets.js';

const opened = async (headers: Record<string, string>) => {
  const secrets = createConfigSecrets('crm', { secrets: async () => undefined, environment: () => undefined });
  await secrets.readAll(headers);
  return secrets;
};

describe('what a source sends back', () => {
  it('stays a value where a credential of digits is a number in it, or stands across an escape', async () => {
    const { scrub } = await opened({ 'X-Account-Key': '4815162342', Authorization: 'Bearer nabcdefg' });
    expect(scrub({ account: 4815162342, text: '\nabcdefg', 'is 4815162342': [1] })).toEqual({
      account: '[credential]',
      text: '\nabcdefg',
      'is [credential]': [1],
    });
  });

  it('loses the longer of two credentials of which one begins with the other', async () => {
    const { scrub } = await opened({ 'X-Api-Key': 'abcdefgh', 'X-Auth-Token': 'abcdefghijkl' });
    expect(scrub('abcdefghijkl abcdefgh')).toBe('[credential] [credential]');
  });

  it('keeps values whose names only look like those of credentials', async () => {
    const given = {
      KEYSPACE: 'production',
      AUTHOR_NAME: 'Jane Doe Smith',
      AUTH_TYPE: 'anonymous',
      SESSION_STORE: 'filesystem',
    };
    const { scrub } = await opened(given);
    expect(scrub(Object.values(given))).toEqual(Object.values(given));
  });
});
