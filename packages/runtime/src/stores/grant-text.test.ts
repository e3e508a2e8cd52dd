import { Grant } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { fieldsOfGrant, textOfGrant } from './grant-text.js';
import { readGrantRow } from './rows/grant-row.js';

/** As the first versions wrote it. */
const STORED =
  '{"effect":"deny","execution":"exec_0000000000000000000001","grantedAt":1000,"grantedBy":"ada","id":"grant_1","pattern":"mail.*","scope":"execution"}';

const grant = Grant.parse({
  id: 'grant_1',
  effect: 'deny',
  pattern: 'mail.*',
  grantedBy: 'ada',
  grantedAt: 1_000,
  scope: 'execution',
  executionId: 'exec_0000000000000000000001',
});

describe('a grant for one execution', () => {
  it('is kept in the words of the first versions, so that their nodes read it', () => {
    expect(textOfGrant(grant)).toBe(STORED);
  });

  it('is read from a row of theirs', () => {
    const row = { position: 1n, id: 'grant_1', body: STORED, uses_left: null, expires_at: null };
    expect(readGrantRow({ ...row, execution: 'exec_0000000000000000000001' }).grant).toEqual(grant);
  });

  it('is damaged where its row names another execution', () => {
    const row = { position: 1n, id: 'grant_1', body: STORED, uses_left: null, expires_at: null };
    expect(readGrantRow({ ...row, execution: 'exec_0000000000000000000002' }).grant).toMatchObject({
      scope: 'always',
      damage: 'its execution is not what was written',
    });
  });

  it('a grant of another scope keeps its text', () => {
    expect(fieldsOfGrant({ scope: 'session', execution: 'x' })).toEqual({ scope: 'session', execution: 'x' });
  });
});
