import { describe, expect, it } from 'vitest';
import { newGrantId } from '../ids.js';
import { toolPath } from '../tool/catalog/tool-path.js';
import { Grant } from './grant.js';
import { createRulebook } from './rulebook.js';

describe('a rulebook', () => {
  const caller = { session: 'default', agent: undefined, executionId: undefined };
  const call = { path: toolPath('mail.send'), isDestructive: true, caller, tool: 'digest' };
  const grant = (facts: object): Grant =>
    Grant.parse({
      id: newGrantId(0),
      pattern: 'mail.*',
      tools: { 'mail.send': 'digest' },
      scope: 'always',
      grantedBy: 'ada',
      grantedAt: 0,
      ...facts,
    });

  it('lets a grant that is bound to the tool as it is now allow a call that asks', () => {
    const rulebook = createRulebook([]);
    expect(rulebook.decide(call).kind).toBe('ask');
    expect(rulebook.decide({ ...call, grants: [grant({})] }).kind).toBe('allow');
    expect(rulebook.decide({ ...call, grants: [grant({ tool: 'before' })], tool: 'now' }).kind).toBe('ask');
    expect(rulebook.decide({ ...call, grants: [grant({ tool: 'now' })], tool: 'now' }).kind).toBe('allow');
  });

  it('counts a grant that expires as expired when it has no clock', () => {
    const expiring = [grant({ expiresAt: 5_000 })];
    expect(createRulebook([]).decide({ ...call, grants: expiring }).kind).toBe('ask');
    expect(createRulebook([], { now: () => 1_000 }).decide({ ...call, grants: expiring }).kind).toBe('allow');
  });
});
