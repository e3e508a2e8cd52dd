import { describe, expect, it } from 'vitest';
import { createMeter, MOST_SERIES } from './meter.js';

const named = (name: string, ...labels: readonly string[]) => ({ name, help: name, labels });

describe('a meter', () => {
  it('counts each series apart, and shows one without labels from the start', () => {
    const meter = createMeter();
    meter.counter(named('plain_total'));
    const counter = meter.counter(named('runs_total', 'tool', 'outcome'));
    counter.add('mail.send', 'returned');
    counter.add('mail.send', 'threw');
    counter.add('mail.send', 'returned');
    expect(meter.read()).toEqual([
      { name: 'plain_total', help: 'plain_total', kind: 'counter', values: [{ labels: {}, value: 0 }] },
      {
        name: 'runs_total',
        help: 'runs_total',
        kind: 'counter',
        values: [
          { labels: { tool: 'mail.send', outcome: 'returned' }, value: 2 },
          { labels: { tool: 'mail.send', outcome: 'threw' }, value: 1 },
        ],
      },
    ]);
  });

  it('puts a value in the first bucket that holds it, counts what is larger, and adds all up', () => {
    const meter = createMeter();
    const histogram = meter.histogram(named('took_seconds'), [1, 10]);
    for (const value of [0.5, 1, 2, 10, 11]) histogram.observe(value);
    expect(meter.read()).toMatchObject([
      {
        distributions: [
          {
            buckets: [
              { upTo: 1, count: 2 },
              { upTo: 10, count: 4 },
            ],
            count: 5,
            sum: 24.5,
          },
        ],
      },
    ]);
  });

  it('keeps a bounded number of series, whatever names it is given', () => {
    const meter = createMeter();
    const counter = meter.counter(named('runs_total', 'tool'));
    for (let index = 0; index < 10 * MOST_SERIES; index++) counter.add(`tool-${index}`);
    const [metric] = meter.read();
    const values = metric?.kind === 'counter' ? metric.values : [];
    expect(values.length).toBeLessThanOrEqual(MOST_SERIES + 1);
    expect(values.reduce((sum, { value }) => sum + value, 0)).toBe(10 * MOST_SERIES);
    expect(values.at(-1)).toMatchObject({ labels: { tool: 'other' } });
  });

  it('allocates nothing for a series it knows, so that what nobody reads costs next to nothing', () => {
    const meter = createMeter();
    const counter = meter.counter(named('runs_total', 'tool', 'outcome'));
    const histogram = meter.histogram(named('took_seconds', 'namespace', 'outcome'), [0.001, 0.01, 0.1, 1]);
    const REPORTS = 20_000;
    const report = (): void => {
      for (let index = 0; index < REPORTS; index++) {
        counter.add('mail.send', 'returned');
        histogram.observe(0.5, 'mail', 'returned');
      }
    };
    const allocatedBy = (work: () => void): number => {
      const before = process.memoryUsage().heapUsed;
      work();
      return process.memoryUsage().heapUsed - before;
    };
    for (let round = 0; round < 20; round++) report();
    const grown = Array.from({ length: 15 }, () => allocatedBy(report)).toSorted((a, b) => a - b);
    // The smallest object there is, for each report, would be 16 bytes times 40,000. Half of the rounds may be disturbed.
    expect(grown[7]).toBeLessThan(8 * 2 * REPORTS);
    const kept: object[] = [];
    const wasteful = allocatedBy(() => {
      for (let index = 0; index < 2 * REPORTS; index++) kept.push({ index });
    });
    expect(wasteful).toBeGreaterThan(8 * 2 * REPORTS);
  });
});
