import { describe, expect, it } from 'vitest';
import { quantile, readOverview } from './overview.js';

describe('a quantile', () => {
  it.each([
    [[], 0.5, 0],
    [[7], 0.95, 7],
    [[4, 1, 3, 2], 0.5, 2],
    [[4, 1, 3, 2], 0.95, 4],
    [Array.from({ length: 100 }, (_, index) => index + 1), 0.95, 95],
    [[-5], 0.5, 0],
  ])('the percentile of %j at %d is %d', (values, part, expected) => {
    expect(quantile(values, part)).toBe(expected);
  });
});

describe('an overview', () => {
  const at = Date.UTC(2026, 0, 2);
  const line = (what: string, call: number, detail: string, path?: string) =>
    Object({ n: 1, at, what, execution: 'exec_1', call, detail, ...(path === undefined ? {} : { path }) });
  const open = [
    { asker: 'gate', toolPath: 'mail.send', askedAt: at },
    { asker: 'program', toolPath: 'mail.send', askedAt: at },
  ];
  const page = <T>(items: readonly T[]) => Object.assign([...items], { total: items.length });

  it('counts only answers about calls as approvals, names what programs ask, and leaves out calls of plans', async () => {
    const lines = [
      line('tool-called', 1, 'ask: destructive', 'mail.send'),
      line('asked', 1, 'gate elic_1'),
      line('answered', 1, 'accept elic_1'),
      line('asked', 1, 'handler elic_2'),
      line('answered', 1, 'accept elic_2'),
      line('asked', 2, 'program elic_3'),
      line('answered', 2, 'decline elic_3'),
      // Of a plan: nobody is asked.
      line('tool-called', 3, 'ask: destructive', 'mail.send'),
    ];
    const shed = Object({ pending: async () => page(open), audit: { list: async () => page(lines) } });
    const overview = await readOverview(shed, at + 1_000);
    expect(overview.days).toEqual([{ day: '2026-01-02', approved: 1, denied: 0 }]);
    expect(overview.asked).toEqual([{ path: 'mail.send', asked: 1, approved: 1, denied: 0 }]);
    expect(overview.open).toMatchObject({
      total: 2,
      tools: [{ name: 'mail.send', count: 1 }],
      programs: { count: 1, medianMs: 1_000 },
    });
  });
});
