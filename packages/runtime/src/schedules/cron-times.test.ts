import { describe, expect, it } from 'vitest';
import { cronTimes } from './cron-times.js';

const at = (text: string): number => Date.parse(text);

describe('the times of a cron pattern', () => {
  it('come one after the other, the last of them at its own time included', () => {
    const minutes = cronTimes('*/15 * * * *', 'UTC');
    expect(minutes.next(at('2026-01-01T00:00:00Z'))).toBe(at('2026-01-01T00:15:00Z'));
    expect(minutes.latest(at('2026-01-01T00:15:00Z'))).toBe(at('2026-01-01T00:15:00Z'));
    expect(minutes.latest(at('2026-01-01T00:29:59.999Z'))).toBe(at('2026-01-01T00:15:00Z'));
  });

  it('are found as quickly after years as after minutes', () => {
    const minutes = cronTimes('* * * * *', 'Europe/Berlin');
    const from = performance.now();
    expect(minutes.latest(at('2036-01-01T00:00:30Z'))).toBe(at('2036-01-01T00:00:00Z'));
    expect(performance.now() - from).toBeLessThan(100);
  });

  it.each([
    '',
    '* * * *',
    '* * * * * *',
    '2026-01-01T00:00:00',
    'a b c d e',
    '60 * * * *',
    `* * * * ${'1,'.repeat(200)}1`,
  ])('are not those of "%s"', (pattern) => {
    expect(() => cronTimes(pattern, 'UTC')).toThrow();
  });

  it('are in a time zone that there is', () => {
    expect(() => cronTimes('0 9 * * *', 'Europe/Nowhere')).toThrow('there is no time zone "Europe/Nowhere"');
  });
});
