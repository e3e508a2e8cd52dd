import { ExecutionId, type Grant, GrantId, toolPath } from '@toolshed/kernel';
import { PathPattern } from '@toolshed/kernel/runtime';
import { expect, it } from 'vitest';
import { createGrantIndex } from './grant-index.js';

const common = (id: string, pattern: string) => ({
  id: GrantId.parse(`grant_${id}`),
  effect: 'allow' as const,
  pattern: PathPattern.parse(pattern),
  grantedBy: 'ada',
  grantedAt: 1,
});

it('an index of grants finds what is for everybody, for the session and for the execution, in the order it was given', () => {
  const grants: Grant[] = [
    { ...common('1', 'a.*'), scope: 'session', session: 's' },
    { ...common('2', 'a.b'), scope: 'always' },
    { ...common('3', 'a.b'), scope: 'session', session: 'other' },
    { ...common('4', 'a.**'), scope: 'execution', executionId: ExecutionId.parse('exec_1') },
    { ...common('5', 'a.b'), scope: 'execution', executionId: ExecutionId.parse('exec_2') },
    { ...common('6', 'a.c'), scope: 'always' },
    { ...common('7', '**'), scope: 'once', usesLeft: 1 },
    { ...common('8', 'a.b'), scope: 'session', session: 'exec_1' },
  ];
  const { concerning } = createGrantIndex(grants);
  const found = (caller: Parameters<typeof concerning>[1]) =>
    concerning(toolPath('a.b'), caller).map(({ id }) => id.at(-1));
  expect(found({ session: 's', executionId: 'exec_1' })).toEqual(['1', '2', '4', '7']);
  expect(found({ session: 'nobody', executionId: undefined })).toEqual(['2', '7']);
});

it('an index of grants takes any number of them for one path', () => {
  const grants = Array.from({ length: 200_000 }, (_, n): Grant => ({ ...common(String(n), 'a.b'), scope: 'always' }));
  expect(createGrantIndex(grants).concerning(toolPath('a.b'), { session: 's', executionId: undefined })).toHaveLength(
    200_000,
  );
});
