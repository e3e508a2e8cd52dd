import type { JournalEntry } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { shareValues } from './repeated-values.js';
import { createValueIndex } from './value-index.js';

const returned = (seq: number, letter: string): JournalEntry => ({
  kind: 'returned',
  seq,
  at: 0,
  call: seq,
  value: JSON.stringify(letter.repeat(70_000)),
});

describe('what a process knows of large values', () => {
  it('is what the journal has that it read last: a database may have lost its end', () => {
    const index = createValueIndex();
    index.learnFrom('exec_1', [returned(1, 'a'), returned(2, 'b')]);
    index.learnFrom('exec_1', [returned(1, 'a')]);
    expect([...(index.of('exec_1')?.values() ?? [])]).toEqual([1]);
    index.forget('exec_1');
    expect(index.of('exec_1')).toBeUndefined();
  });

  it('is never used for an entry that would not be an earlier one', () => {
    const index = createValueIndex();
    index.learnFrom('exec_1', [returned(9, 'a')]);
    expect(shareValues([returned(4, 'a')], index.of('exec_1')).hasReferences).toBe(false);
  });
});
