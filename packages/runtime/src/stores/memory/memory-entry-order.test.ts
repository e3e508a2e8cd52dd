import { ExecutionId, type JournalEntry } from '@toolshed/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryEntryOrder, type MemoryEntryOrder } from './memory-entry-order.js';

const idOf = (number: number): ExecutionId => ExecutionId.parse(`exec_${number}`);
const entryOf = (seq: number): JournalEntry => ({ kind: 'parked', seq, at: 0 });

/** Every place after one, page by page, with how many pages that took. */
function walk(order: MemoryEntryOrder, session: string, limit?: number): { seen: string[]; pages: number } {
  const seen: string[] = [];
  let after = 0;
  let pages = 0;
  for (; pages < 1_000; pages++) {
    const filter = limit === undefined ? { session } : { session, limit };
    const page = order.look(after, filter, ({ executionId, seq }) => ({
      session: executionId === idOf(0) ? 'rare' : 'usual',
      entry: entryOf(seq),
    }));
    for (const { position, executionId, entry } of page.entries) seen.push(`${position} ${executionId} ${entry.seq}`);
    if (page.through === after) break;
    after = page.through;
  }
  return { seen, pages };
}

describe('the order of entries in memory', () => {
  it('tells each entry once, in the order it was appended, however they are asked for', () => {
    const arbAppends = fc.array(fc.record({ execution: fc.nat(3), count: fc.nat(4) }), { maxLength: 30 });
    fc.assert(
      fc.property(arbAppends, fc.integer({ min: 1, max: 7 }), (appends, limit) => {
        const order = createMemoryEntryOrder();
        const lengths = new Map<number, number>();
        const expected: Record<string, string[]> = { rare: [], usual: [] };
        let position = 0;
        for (const { execution, count } of appends) {
          const from = lengths.get(execution) ?? 0;
          order.place(idOf(execution), from, count);
          lengths.set(execution, from + count);
          for (let step = 0; step < count; step++)
            expected[execution === 0 ? 'rare' : 'usual']?.push(`${++position} ${idOf(execution)} ${from + step}`);
        }
        expect(order.last).toBe(position);
        for (const session of ['rare', 'usual']) expect(walk(order, session, limit).seen).toEqual(expected[session]);
      }),
    );
  });

  it.each([1, 3])('comes back in between when it finds nothing for long (%i at once)', (count) => {
    const order = createMemoryEntryOrder();
    for (let placed = 0; placed < 10_002; placed += count) order.place(idOf(1), placed, count);
    order.place(idOf(0), 0, 1);
    const { seen, pages } = walk(order, 'rare');
    expect(seen).toEqual([`${order.last} ${idOf(0)} 0`]);
    expect(pages).toBe(2);
  });

  it('gives no place twice after entries were removed', () => {
    const order = createMemoryEntryOrder();
    order.place(idOf(1), 0, 2);
    order.place(idOf(2), 0, 1);
    order.forget(idOf(2));
    order.place(idOf(1), 2, 1);
    expect(walk(order, 'usual').seen).toEqual([`1 ${idOf(1)} 0`, `2 ${idOf(1)} 1`, `4 ${idOf(1)} 2`]);
  });
});
