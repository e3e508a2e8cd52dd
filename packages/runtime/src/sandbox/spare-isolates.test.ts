import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSpareIsolates, MAX_SPARES } from './spare-isolates.js';

/** Bounded, and longer than any pause: the machine may be busy. */
async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue() && waited < 400; waited++) await setTimeout(5);
}

describe('spare isolates', () => {
  it('are made in pauses until there are enough, and no more', async () => {
    let made = 0;
    using spares = createSpareIsolates({ made: 0, make: () => made++ });
    spares.take();
    expect(made).toBe(0);
    await until(() => made === MAX_SPARES);
    await setTimeout(60);
    expect(made).toBe(MAX_SPARES);
  });

  it('replace those that were taken', async () => {
    let made = MAX_SPARES;
    using spares = createSpareIsolates({ made, make: () => made++ });
    spares.take();
    spares.take();
    await until(() => made === MAX_SPARES + 2);
    await setTimeout(60);
    expect(made).toBe(MAX_SPARES + 2);
  });

  it('wait while programs run', async () => {
    let made = 3;
    let wasPaused = false;
    using spares = createSpareIsolates({ made, make: () => made++ });
    let last = performance.now();
    const end = last + 60;
    spares.take();
    while (last < end) {
      await setImmediate();
      const now = performance.now();
      // A busy machine makes a pause of its own.
      wasPaused ||= now - last > 10;
      spares.postpone(now);
      last = now;
    }
    if (!wasPaused) expect(made).toBe(3);
    await until(() => made > 3);
    expect(made).toBeGreaterThan(3);
  });

  it('are not made once closed', async () => {
    let made = 0;
    const spares = createSpareIsolates({ made: 0, make: () => made++ });
    spares.take();
    spares[Symbol.dispose]();
    spares.take();
    await setTimeout(60);
    expect(made).toBe(0);
  });
});
