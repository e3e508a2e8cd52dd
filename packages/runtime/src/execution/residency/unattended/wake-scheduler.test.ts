import { ExecutionId } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../stores/memory/memory-store.js';
import { systemClock } from '../../../stores/system-clock.js';
import { startWakeScheduler } from './wake-scheduler.js';

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const id = (n: number): ExecutionId => ExecutionId.parse(`exec_${n}`);

function scheduler(also: Parameters<typeof startWakeScheduler>[0]['also']) {
  const { journal } = createMemoryStore({ clock: systemClock });
  const woken: ExecutionId[] = [];
  let looks = 0;
  const made = startWakeScheduler({
    store: journal,
    log: quiet,
    unattended: () => ({
      find: async () => ({ due: [{ id: id(++looks), wakeAt: looks } as never], orphaned: [] }),
    }),
    everyMs: 60_000,
    isHere: () => false,
    wake: async (one) => void woken.push(one),
    also,
  });
  return { ...made, woken };
}

describe('the wake scheduler', () => {
  it('wakes what is due at every check, while another task does not end', async () => {
    const never = new Promise<void>(() => undefined);
    let others = 0;
    const { check, stop, woken } = scheduler([() => never, async () => void others++]);
    void check();
    await expect.poll(() => woken).toEqual([id(1)]);
    void check();
    await expect.poll(() => woken).toEqual([id(1), id(2)]);
    await expect.poll(() => others).toBe(2);
    stop();
  });

  it('begins a task again only once it has ended, and tells it of changes until it succeeded', async () => {
    const told: boolean[] = [];
    const { check, stop } = scheduler([
      async (hasChanged) => {
        told.push(hasChanged);
        if (told.length === 1) throw new Error('not yet');
      },
    ]);
    await Promise.all([check(), check()]);
    expect(told).toEqual([true]);
    await check();
    await check();
    expect(told).toEqual([true, true, false]);
    stop();
  });
});
