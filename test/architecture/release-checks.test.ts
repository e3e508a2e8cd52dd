import { describe, expect, it } from 'vitest';
// @boundaries-ignore it belongs to no package
import { readAudit } from '../../scripts/release/audit-verdict.ts';
// @boundaries-ignore it belongs to no package
import { isAllowed, refusedLicences } from '../../scripts/release/licences.ts';
// @boundaries-ignore it belongs to no package
import { publishRefusal } from '../../scripts/release/publish-refusal.ts';
// @boundaries-ignore it belongs to no package
import { publishedReadme } from '../../scripts/release/readme-links.ts';
// @boundaries-ignore it belongs to no package
import { repositoryOf } from '../../scripts/release/repository.ts';

const URL_OF_SOURCES = 'git+https://git.example/owner/shed.git';
const repository = repositoryOf({ repository: { type: 'git', url: URL_OF_SOURCES } });

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

describe('--publish', () => {
  const ready = { checks: 'run', signing: 'possible', repository, uncommitted: '', changesets: [] } as const;

  it('publishes only what was checked and committed, from a job that can sign, in a repository that is named', () => {
    expect(publishRefusal(ready)).toBeUndefined();
    const refused = [
      [{ checks: 'left-out' }, 'dry run'],
      [{ signing: 'not-possible' }, 'provenance needs'],
      [{ repository: undefined }, 'package.json names no repository'],
      [{ uncommitted: ' M README.md' }, 'not committed'],
      [{ changesets: ['.changeset/brave-owls.md'] }, 'changesets wait'],
    ] as const;
    for (const [missing, why] of refused) expect(publishRefusal({ ...ready, ...missing })).toContain(why);
  });
});

describe('the repository of the root manifest', () => {
  it('is not known until it is filled in, and is refused in a form that provenance cannot compare', () => {
    expect(repositoryOf({})).toBeUndefined();
    for (const url of ['git@git.example:owner/shed.git', 'https://git.example/owner/shed', 'owner/shed'])
      expect(() => repositoryOf({ repository: { type: 'git', url } })).toThrow('git+https://<host>/<owner>/<name>.git');
    expect(() => repositoryOf({ repository: 'owner/shed' })).toThrow('Cannot use "repository"');
  });
});

describe('the links of a README on npm', () => {
  const README = `[Policy](../../docs/guides/policy.md#rules), [npm](https://npm.example), [below](#links)
![A question](../../docs/images/question.png) [\`toolshed\`](../cli) \`[no](link.md)\`
\`\`\`md
[no](link.md)
\`\`\`
`;

  it('lead to the repository where it is known, and are text where it is not', () => {
    const directory = 'packages/kernel';
    expect(publishedReadme(README, { directory, repository })).toBe(
      README.replace('../../docs/guides', 'https://git.example/owner/shed/blob/HEAD/docs/guides')
        .replace('../../docs/images', 'https://git.example/owner/shed/raw/HEAD/docs/images')
        .replace('../cli', 'https://git.example/owner/shed/blob/HEAD/packages/cli'),
    );
    expect(publishedReadme(README, { directory, repository: undefined })).toBe(
      README.replace('[Policy](../../docs/guides/policy.md#rules)', 'Policy')
        .replace('![A question](../../docs/images/question.png)', 'A question')
        .replace('[`toolshed`](../cli)', '`toolshed`'),
    );
  });
});
