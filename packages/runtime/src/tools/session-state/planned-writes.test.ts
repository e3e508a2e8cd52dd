import { ExecutionId, JournalEntry } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { createPlannedWrites } from './planned-writes.js';

const PLAN = ExecutionId.parse('exec_plan');
const decision = { kind: 'allow', because: { kind: 'safe' } } as const;
const called = (call: number, path: string, args: object): object => ({
  kind: 'tool-called',
  call,
  path,
  args: JSON.stringify(args),
  tool: 't',
  decision,
});
const journal = (...facts: readonly object[]): readonly JournalEntry[] =>
  facts.map((entry, seq) => JournalEntry.parse({ ...entry, seq, at: 1 }));

describe('what a plan keeps', () => {
  it('is what its journal says, where it goes on in another process', () => {
    const entries = journal(
      called(1, 'toolshed.store.set', { key: 'a', value: 1 }),
      called(2, 'toolshed.store.set', { key: 'b', value: 2 }),
      { kind: 'returned', call: 2 },
      { kind: 'returned', call: 1 },
      called(3, 'toolshed.store.delete', { key: 'b' }),
      { kind: 'returned', call: 3, value: 'true' },
      called(4, 'toolshed.store.set', { key: 'c', value: 3 }),
    );
    const writes = createPlannedWrites(() => ({ entries })).of(PLAN);
    expect(writes?.get('a')).toEqual({ value: 1 });
    expect(writes?.get('b')).toEqual({ value: undefined });
    expect(writes?.has('b')).toBe(true);
    expect(writes?.has('c')).toBe(false);
  });
});
