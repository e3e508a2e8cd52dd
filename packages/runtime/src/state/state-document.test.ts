import type { ExecutionId } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import {
  applyWrite,
  emptyState,
  type StateDocument,
  StateDocument as Schema,
  type StateWriter,
} from './state-document.js';

const writer = (execution: string, call: number, open: readonly number[] = [call]): StateWriter => ({
  execution: execution as ExecutionId,
  call,
  open: new Map(open.map((number) => [number, undefined])),
});
const set = (document: StateDocument, key: string, value: string, by: StateWriter): StateDocument =>
  applyWrite(document, { kind: 'set', key, value }, by, 1).document;
const EMPTY = emptyState({ session: 's', agent: undefined });

describe('applyWrite', () => {
  it('counts a call once, however often it is attempted and whatever was written since', () => {
    const first = set(EMPTY, 'k', 'one', writer('exec_a', 1));
    const second = set(first, 'k', 'two', writer('exec_b', 1));
    expect(set(second, 'k', 'one', writer('exec_a', 1))).toBe(second);
  });

  it('repeats what it replied of the key', () => {
    const kept = set(EMPTY, 'k', 'one', writer('exec_a', 1));
    const removed = applyWrite(kept, { kind: 'delete', key: 'k' }, writer('exec_a', 2), 1);
    const again = applyWrite(removed.document, { kind: 'delete', key: 'k' }, writer('exec_a', 2), 1);
    expect([removed.existed, again.existed]).toEqual([true, true]);
  });

  it('refuses a call that is over, sent by a process that was taken for dead', () => {
    const written = set(set(EMPTY, 'k', 'one', writer('exec_a', 1)), 'k', 'two', writer('exec_a', 7));
    expect(() => set(written, 'k', 'one', writer('exec_a', 1))).toThrow(
      'another process has taken over this execution',
    );
  });

  it('takes calls that are open at the same time in any order', () => {
    const later = set(EMPTY, 'k', 'two', writer('exec_a', 2, [1, 2]));
    const both = set(later, 'l', 'one', writer('exec_a', 1, [1, 2]));
    expect(both.entries.map(([key]) => key)).toEqual(['k', 'l']);
    expect(set(both, 'k', 'two', writer('exec_a', 2, [1, 2]))).toBe(both);
  });

  it('remembers a bounded number of executions and of their calls', () => {
    let document = EMPTY;
    for (let call = 1; call <= 1_000; call++) document = set(document, 'k', 'x', writer('exec_a', call));
    for (let one = 0; one < 500; one++) document = set(document, 'k', 'x', writer(`exec_${one}`, 1));
    expect(JSON.stringify(document).length).toBeLessThan(10_000);
    expect(Schema.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
  });
});
