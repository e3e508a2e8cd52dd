import { describe, expect, it } from 'vitest';
import { createSystemClock } from './system-clock.js';

describe('the clock of a process', () => {
  it('follows the time of day', () => {
    let time = 1_000;
    let elapsed = 0.4;
    const clock = createSystemClock(
      () => time,
      () => elapsed,
    );
    expect(clock.now()).toBe(1_000);
    time += 5_000;
    elapsed += 10;
    expect(clock.now()).toBe(6_000);
  });

  it('keeps its pace when the time of day is set back, however often it is read', () => {
    let time = 10_000;
    let elapsed = 0;
    const clock = createSystemClock(
      () => time,
      () => elapsed,
    );
    expect(clock.now()).toBe(10_000);
    time = 1_000;
    for (let step = 0; step < 4_000; step++) {
      elapsed += 0.25;
      clock.now();
    }
    expect(clock.now()).toBe(11_000);
  });

  it('does not run ahead for good once its process was stopped while it read the time', () => {
    let time = 1_000;
    let stop = 0;
    const read = (): number => {
      const now = time;
      time += stop;
      stop = 0;
      return now;
    };
    const clock = createSystemClock(read, read);
    expect(clock.now()).toBe(1_000);
    stop = 500;
    expect(clock.now()).toBeLessThanOrEqual(1_500);
    expect(clock.now()).toBe(1_500);
  });
});
