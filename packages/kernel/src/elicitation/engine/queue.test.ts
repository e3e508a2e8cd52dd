import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQuestionQueue, type QueuedQuestion } from './queue.js';

const ids = (questions: readonly QueuedQuestion[]): readonly string[] => questions.map(({ id }) => id);
const queueOf = (...asked: readonly string[]) => {
  const queue = createQuestionQueue<QueuedQuestion>(100);
  for (const id of asked) queue.add({ id, asker: id.slice(0, 1) });
  return queue;
};

describe('a queue of questions', () => {
  it('hands out the questions of one asker in order', () => {
    expect(ids(queueOf('a1', 'a2', 'a3').take(2))).toEqual(['a1', 'a2']);
  });

  it('lets askers take turns', () => {
    expect(ids(queueOf('a1', 'a2', 'a3', 'b1', 'c1').take(5))).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('lets a question that must be corrected go first', () => {
    const queue = queueOf('a1', 'b1');
    queue.add({ id: 'c1', asker: 'c' }, 'first');
    expect(ids(queue.take(3))).toEqual(['c1', 'a1', 'b1']);
  });

  it('forgets a question that is over', () => {
    const queue = queueOf('a1', 'a2', 'b1');
    queue.remove('a1');
    queue.remove('b1');
    expect(queue.size).toBe(1);
    expect(ids(queue.take(5))).toEqual(['a2']);
  });

  it('refuses what does not fit', () => {
    const queue = createQuestionQueue<QueuedQuestion>(1);
    expect(queue.add({ id: 'a1', asker: 'a' })).toBe(true);
    expect(queue.add({ id: 'a2', asker: 'a' })).toBe(false);
    expect(queue.size).toBe(1);
  });

  it('delays no asker by more than one question of each other, and loses none', () => {
    const arbAskers = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(arbAskers, (askers) => {
        const asked = askers.map((asker, index) => `${asker}${index}`);
        const taken = ids(queueOf(...asked).take(asked.length));
        expect([...taken].sort()).toEqual([...asked].sort());
        const distinct = new Set(askers).size;
        expect(new Set(taken.slice(0, distinct).map((id) => id.slice(0, 1))).size).toBe(distinct);
        for (const asker of new Set(askers)) {
          expect(taken.filter((id) => id.startsWith(asker))).toEqual(asked.filter((id) => id.startsWith(asker)));
        }
      }),
    );
  });
});
