import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createDelay } from './delay.js';

/** Bounded, and longer than any delay here: the machine may be busy. */
async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue() && waited < 400; waited++) await setTimeout(5);
}

function delayed() {
  const times: number[] = [];
  return { times, delay: createDelay(() => times.push(performance.now())) };
}

describe('a delay', () => {
  it('does its work once, not before its time', async () => {
    const { times, delay } = delayed();
    const started = performance.now();
    delay.start(10);
    await until(() => times.length > 0);
    await setTimeout(30);
    expect(times).toHaveLength(1);
    expect((times[0] ?? 0) - started).toBeGreaterThanOrEqual(10);
  });

  it('waits from the last time it was put off', async () => {
    const { times, delay } = delayed();
    let last = 0;
    for (let again = 0; again < 5; again++) {
      last = performance.now();
      delay.start(20);
      await setTimeout(5);
    }
    await until(() => times.length > 0);
    expect(times).toHaveLength(1);
    expect((times[0] ?? 0) - last).toBeGreaterThanOrEqual(20);
  });

  it('can be shortened while it runs', async () => {
    const { times, delay } = delayed();
    delay.start(60_000);
    delay.start(5);
    await until(() => times.length > 0);
    expect(times).toHaveLength(1);
  });

  it('can be stopped, and started again', async () => {
    const { times, delay } = delayed();
    delay.start(5);
    delay.stop();
    await setTimeout(30);
    expect(times).toHaveLength(0);
    delay.start(5);
    await until(() => times.length > 0);
    expect(times).toHaveLength(1);
  });

  it('can be started by its own work', async () => {
    let count = 0;
    const delay = createDelay(() => {
      if (++count < 3) delay.start(1);
    });
    delay.start(1);
    await until(() => count === 3);
    expect(count).toBe(3);
  });
});
