import { describe, expect, it } from 'vitest';
// @boundaries-ignore it belongs to no package
import { readAudit } from '../../scripts/release/audit-verdict.ts';
// @boundaries-ignore it belongs to no package
import { isAllowed, refusedLicences } from '../../scripts/release/licences.ts';

describe('the licence check', () => {
  it('takes permissive licences, and expressions that leave a choice of one', () => {
    for (const said of ['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-only)', 'MIT AND ISC', '(MIT AND (GPL-2.0 OR ISC))'])
      expect([said, isAllowed(said)]).toEqual([said, true]);
  });

  it('refuses all others, and what it cannot read', () => {
    const refused = [
      'GPL-3.0-only',
      'MIT AND GPL-2.0',
      'UNLICENSED',
      '',
      '(MIT',
      'MIT ISC',
      'MIT OR',
      'SEE LICENSE IN x',
    ];
    for (const said of refused) expect([said, isAllowed(said)]).toEqual([said, false]);
  });

  it('names the library, its version and what it says', () => {
    const components = [
      { name: 'a', version: '1.0.0', licenses: [{ license: { id: 'MIT' } }] },
      { name: 'b', version: '2.0.0', licenses: [{ license: { name: 'Custom' } }] },
      { name: 'c', version: '3.0.0', licenses: [{ expression: '(MIT OR Apache-2.0)' }] },
      { name: 'd', version: '4.0.0' },
    ];
    expect(refusedLicences(components)).toEqual(['b@2.0.0: Custom', 'd@4.0.0: no licence']);
  });
});

describe('the audit', () => {
  it('stops at severe findings, and says when a registry cannot tell', () => {
    const found = (severity: string): string => JSON.stringify({ vulnerabilities: { left: { severity } } });
    expect(readAudit(found('critical'))).toEqual({ kind: 'severe', names: ['left'] });
    expect(readAudit(found('low'))).toEqual({ kind: 'clean', lesser: 1 });
    const refused = JSON.stringify({ message: '405 Method Not Allowed' });
    expect(readAudit(refused)).toEqual({ kind: 'not-available', because: '405 Method Not Allowed' });
    expect(readAudit('')).toMatchObject({ kind: 'not-available' });
  });
});
