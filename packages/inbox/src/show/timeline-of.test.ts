import type { EntryView } from '@toolshed/server';
import { describe, expect, it } from 'vitest';
import { scaleOf, sparseTicks, ticksOf, timelineOf } from './timeline-of.ts';

const by = { principal: 'ada', kind: 'person', channel: 'web' } as const;
const entries = (...list: readonly object[]): readonly EntryView[] =>
  list.map((facts, seq) => ({ seq, ...facts }) as EntryView);

describe('timelineOf', () => {
  it('shows what a call waited for and how long it ran', () => {
    const journal = entries(
      { kind: 'tool-called', at: 0, call: 1, path: 'mail.send', line: 3 },
      { kind: 'asked', at: 1, call: 1 },
      { kind: 'answered', at: 50, call: 1, answer: { action: 'accept', by } },
      { kind: 'invoking', at: 51, call: 1, attempt: 1 },
      { kind: 'returned', at: 60, call: 1 },
    );
    expect(timelineOf(journal)).toEqual([
      {
        call: 1,
        path: 'mail.send',
        line: 3,
        outcome: 'returned',
        answeredBy: 'ada',
        stretches: [
          { phase: 'waiting', from: 1, to: 50 },
          { phase: 'running', from: 51, to: 60 },
        ],
      },
    ]);
  });

  it('leaves open what has not ended, and closes it when the execution ends', () => {
    const sleeping = { kind: 'timer-set', at: 0, call: 1, due: 100 };
    expect(timelineOf(entries(sleeping))[0]?.stretches).toEqual([{ phase: 'sleeping', from: 0, to: undefined }]);
    expect(timelineOf(entries(sleeping, { kind: 'cancelled', at: 9, by }))[0]?.stretches).toEqual([
      { phase: 'sleeping', from: 0, to: 9 },
    ]);
  });
});

describe('a planned call', () => {
  it('ends where it was planned: it never runs', () => {
    const journal = entries(
      { kind: 'tool-called', at: 0, call: 1, path: 'mail.send', planned: true },
      { kind: 'planned', at: 2, call: 1 },
      { kind: 'completed', at: 3 },
    );
    expect(timelineOf(journal)[0]).toMatchObject({ outcome: 'planned', stretches: [] });
  });
});

describe('scaleOf', () => {
  it('keeps the order and leaves room for what was short beside what was long', () => {
    const place = scaleOf([0, 10, 20, 86_400_000]);
    expect([0, 10, 20, 86_400_000].map(place)).toEqual([0, 10, 20, 86_400_000].map(place).toSorted((a, b) => a - b));
    expect(place(0)).toBe(0);
    expect(place(86_400_000)).toBe(1);
    expect(place(20)).toBeGreaterThan(0.15);
  });

  it('puts what lies between two moments between their places', () => {
    const place = scaleOf([0, 10, 1_000]);
    expect(place(5)).toBeCloseTo(place(10) / 2);
    expect(place(500)).toBeGreaterThan(place(10));
    expect(place(2_000)).toBe(1);
  });

  it('of one moment is its beginning', () => {
    expect(scaleOf([5])(5)).toBe(0);
  });
});

describe('the ticks of an axis', () => {
  it('are at round times, and far enough apart', () => {
    expect(ticksOf(7, 4_007, 4)).toEqual([7, 1_007, 2_007, 3_007, 4_007]);
    expect(ticksOf(0, 90_000, 4)).toEqual([0, 30_000, 60_000, 90_000]);
    const place = scaleOf([0, 3, 86_400_000]);
    const ticks = sparseTicks(0, 86_400_000, place, 6);
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.length).toBeLessThanOrEqual(7);
  });
});
