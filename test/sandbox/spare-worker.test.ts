import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { openHostilePool } from './hostile/hostile-pool.ts';

describe('a pool of worker processes', () => {
  verifies.each('sandbox/spare-worker', [
    [true, 2],
    [false, 1],
  ] as const)('a pool that keeps a spare (%j) has %i workers for one program', async (keepsSpare, count) => {
    await using hostile = openHostilePool([], {}, { keepsSpare });
    await hostile.open('one');
    await expect.poll(() => hostile.workers.length).toBe(count);
    await hostile.open('two');
    await expect.poll(() => hostile.workers.length).toBe(count + 1);
  });
});
