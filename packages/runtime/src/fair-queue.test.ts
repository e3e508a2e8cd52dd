import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.js';

describe('a fair queue', () => {
  it('serves sessions in turn, however many items one of them has', () => {
    const queue = createFairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'a4']) queue.push('a', item);
    queue.push('b', 'b1');
    queue.push('c', 'c1');
    queue.push('c', 'c2');
    const served: string[] = [];
    queue.serve((item) => served.push(item) > 0);
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
    expect(queue.size).toBe(0);
  });

  it('goes past a session that cannot be served, and remembers whose turn is next', () => {
    const queue = createFairQueue<string>();
    for (const item of ['a1', 'b1', 'b2', 'c1']) queue.push(item.charAt(0), item);
    const served: string[] = [];
    const serve = (count: number, refused: string): void => {
      let left = count;
      queue.serve((item) => !item.startsWith(refused) && left-- > 0 && served.push(item) > 0);
    };
    serve(1, 'a');
    serve(1, 'a');
    expect(served).toEqual(['b1', 'c1']);
    serve(9, 'none');
    expect(served).toEqual(['b1', 'c1', 'a1', 'b2']);
    expect([queue.size, queue.has('a'), queue.has('b')]).toEqual([0, false, false]);
  });
});
