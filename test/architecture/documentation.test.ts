import { describe, expect, it } from 'vitest';
import { declarationsOf } from './declarations.ts';

/** Ports state their promises in one comment for all members. */
const DOCUMENTED_TOGETHER: ReadonlySet<string> = new Set([
  'AuditLog',
  'CredentialStore',
  'ElicitationChannel',
  'GrantStore',
  'JournalStore',
  'OwnerStore',
  'SecretVault',
]);

// Hovering a name in an editor shows its comment. A name without one teaches nothing.
describe.each([
  ['kernel', 'index'],
  ['runtime', 'index'],
  ['server', 'index'],
  ['server', 'present'],
  ['server', 'command'],
  ['adapters', 'ai-sdk'],
  ['client', 'index'],
  ['cli', 'index'],
])('hovering what @toolshed/%s exports in %s', (packageName, entry) => {
  const declarations = declarationsOf(packageName, entry);

  it('shows a comment for every name', () => {
    expect(declarations.length).toBeGreaterThan(0);
    expect(declarations.filter(({ doc }) => doc === '').map(({ name }) => name)).toEqual([]);
  });

  it('shows a comment for every member of an interface', () => {
    const alone = declarations.filter(({ name }) => !DOCUMENTED_TOGETHER.has(name));
    const silent = alone.flatMap(({ name, members }) =>
      members.filter(({ isDocumented }) => !isDocumented).map((member) => `${name}.${member.name}`),
    );
    expect(silent).toEqual([]);
  });
});

it('hovering shows an example for each name that a host begins with', () => {
  const examples = [...declarationsOf('kernel', 'index'), ...declarationsOf('runtime', 'index')]
    .filter(({ doc }) => doc.includes('@example'))
    .map(({ name }) => name);
  expect(examples).toEqual(
    expect.arrayContaining(['createElicit', 'definePlugin', 'defineTool', 'openToolshed', 'OpenOptions', 'Toolshed']),
  );
});
