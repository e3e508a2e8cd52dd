import { ExecutionId } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { createWakeLane } from './wake-lane.js';

const id = (name: number): ExecutionId => ExecutionId.parse(`exec_${name}`);
const due = (wakeAt: number) => ({ id: id(wakeAt), wakeAt });

function lane(most: number) {
  const woken: string[] = [];
  const ends: (() => void)[] = [];
  let dry = 0;
  const wake = (one: ExecutionId): Promise<void> => {
    woken.push(one);
    return new Promise((resolve) => ends.push(resolve));
  };
  return {
    lane: createWakeLane({ most, wake, isHere: (one) => one === id(13), onDry: () => void dry++ }),
    woken,
    end: async () => {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
    get dry() {
      return dry;
    },
  };
}

describe('a lane of what is to be woken', () => {
  it('wakes so many at a time, in the order they were due, whichever look found them', async () => {
    const { lane: due3, woken, end } = lane(1);
    due3.add([due(1), due(5)], 'all');
    due3.add([due(3), due(7)], 'all');
    for (let n = 0; n < 4; n++) await end();
    expect(woken).toEqual([1, 3, 5, 7].map(id));
  });

  it('wakes none that it has already, nor one that is here', () => {
    const { lane: two, woken } = lane(2);
    two.add([due(1), due(2), due(3)], 'all');
    two.add([due(1), due(3), due(13)], 'all');
    expect([woken, two.size, two.has(id(3))]).toEqual([[id(1), id(2)], 2, true]);
  });

  it('asks for more once those it has are being woken', async () => {
    const one = lane(1);
    one.lane.add([due(1), due(2)], 'more');
    expect(one.dry).toBe(0);
    await one.end();
    expect(one.dry).toBe(1);
  });
});
