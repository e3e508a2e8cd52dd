import { describe, expect, it } from 'vitest';
import { createServerClock } from './server-clock.js';

describe('the clock of the database', () => {
  it('goes on by the monotonic clock, whatever the time of this machine is set to', () => {
    let [own, elapsed] = [7_200_000, 10];
    const clock = createServerClock(
      () => own,
      () => elapsed,
    );
    clock.measured(1_000);
    expect([clock.now(), clock.skewMs]).toEqual([1_000, 7_199_000]);
    [own, elapsed] = [0, 510];
    expect([clock.now(), clock.skewMs]).toEqual([1_500, -1_500]);
  });

  it('takes the quickest of the last measurements, and forgets the old ones', () => {
    let elapsed = 0;
    const clock = createServerClock(
      () => 0,
      () => elapsed,
    );
    clock.measured(1_000);
    // This one was on its way for 300 ms.
    elapsed = 1_000;
    clock.measured(1_700);
    expect(clock.now()).toBe(2_000);
    // The server was replaced by one that is an hour behind: it counts once no older one is left.
    for (let count = 0; count < 7; count += 1) clock.measured(-3_600_000);
    expect(clock.now()).toBe(1_700);
    clock.measured(-3_600_000);
    expect(clock.now()).toBe(-3_600_000);
  });
});
