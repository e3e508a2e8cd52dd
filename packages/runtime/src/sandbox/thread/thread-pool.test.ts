import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Limits } from '../limits.js';
import { findAddon } from '../worker-process/addon-path.js';
import { createThreadPool } from './thread-pool.js';

const pool = () =>
  createThreadPool({ addon: findAddon().path, limits: Limits.parse({}), maxLanes: 8, keepsSpares: true });
const TENANT = { domain: 'session', session: 'session' };
const residentMb = (): number => process.memoryUsage.rss() / 1024 / 1024;

describe('isolates on the thread of the host', () => {
  it('are taken down after their programs have ended', async () => {
    await using isolates = pool();
    const endOne = async (): Promise<void> => {
      using lane = await isolates.open(TENANT);
      await lane.start({ source: 'return 1', seed: 'seed', at: 0 });
    };
    for (let count = 0; count < 10; count++) await endOne();
    await setImmediate();
    const before = residentMb();
    for (let count = 0; count < 150; count++) {
      await endOne();
      await setImmediate();
    }
    // Each has more than a megabyte.
    expect(residentMb() - before).toBeLessThan(75);
  });

  it('can be ended twice, and by closing the pool', async () => {
    const isolates = pool();
    const [first, second] = [await isolates.open(TENANT), await isolates.open(TENANT)];
    first.condemn();
    first[Symbol.dispose]();
    await setImmediate();
    first[Symbol.dispose]();
    second.condemn();
    await isolates[Symbol.asyncDispose]();
    await setImmediate();
    expect(await first.start({ source: 'return 1', seed: 'seed', at: 0 }).catch(({ code }) => code)).toMatch(
      /sandbox|limit/,
    );
  });
});
