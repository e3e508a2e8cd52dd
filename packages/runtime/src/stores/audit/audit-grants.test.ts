import { describe, expect, it } from 'vitest';
import type { AuditFact } from '@toolshed/kernel/runtime';
import { checkGrants, type GrantLines, tallyGrant } from './audit-grants.js';

const line = (what: AuditFact['what'], detail: string): AuditFact => ({ at: 0, what, detail });
const USED = line('grant-used', 'grant_1');
const REVOKED = line('grant-revoked', 'grant_1');

function problemsOf(...facts: readonly AuditFact[]): readonly string[] {
  const grants = new Map<string, GrantLines>();
  for (const [index, fact] of facts.entries()) tallyGrant(fact, index + 1, grants);
  return [...checkGrants([], grants, facts.length)].map(({ problem }) => problem);
}

describe('a grant that was used more often than it allowed', () => {
  const added = line('grant-added', 'grant_1 (uses: 1) for session x (uses: 100) for always');

  it('stays visible after it was revoked', () => {
    expect(problemsOf(added, USED, USED, USED, REVOKED)).toEqual(['grant_1 was used 3 times, but allowed only 1']);
  });

  it('is none where it was used as often as it allowed, or its line says no number', () => {
    expect(problemsOf(added, USED, REVOKED)).toEqual([]);
    expect(problemsOf(line('grant-added', 'grant_1 for always'), USED, USED, REVOKED)).toEqual([]);
  });
});
