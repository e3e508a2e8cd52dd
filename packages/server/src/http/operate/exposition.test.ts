import { describe, expect, it } from 'vitest';
import { expositionOf } from './exposition.js';

describe('expositionOf', () => {
  it('writes counters and gauges with their help, their type and a line for each series', () => {
    const text = expositionOf([
      {
        name: 'toolshed_calls_total',
        help: 'Calls.',
        kind: 'counter',
        values: [
          { labels: { verdict: 'ask', because: 'rule' }, value: 3 },
          { labels: {}, value: 0.5 },
        ],
      },
    ]);
    expect(text).toBe(
      [
        '# HELP toolshed_calls_total Calls.',
        '# TYPE toolshed_calls_total counter',
        'toolshed_calls_total{verdict="ask",because="rule"} 3',
        'toolshed_calls_total 0.5',
        '',
      ].join('\n'),
    );
  });

  it('writes a histogram with cumulative buckets, the last of which has all, its sum and its count', () => {
    const buckets = [
      { upTo: 0.1, count: 1 },
      { upTo: 1, count: 2 },
    ];
    const distributions = [{ labels: { namespace: 'mail' }, buckets, sum: 7.5, count: 3 }];
    const text = expositionOf([{ name: 'took_seconds', help: 'How long.', kind: 'histogram', distributions }]);
    expect(text.split('\n').slice(2)).toEqual([
      'took_seconds_bucket{namespace="mail",le="0.1"} 1',
      'took_seconds_bucket{namespace="mail",le="1"} 2',
      'took_seconds_bucket{namespace="mail",le="+Inf"} 3',
      'took_seconds_sum{namespace="mail"} 7.5',
      'took_seconds_count{namespace="mail"} 3',
      '',
    ]);
  });

  it('keeps a name with quotes, backslashes and line breaks inside its value', () => {
    const hostile = 'a"} 1\nother_metric{b="\\';
    const text = expositionOf([
      {
        name: 'runs_total',
        help: 'Two\nlines \\.',
        kind: 'counter',
        values: [{ labels: { tool: hostile }, value: 1 }],
      },
    ]);
    expect(text.split('\n')).toEqual([
      '# HELP runs_total Two\\nlines \\\\.',
      '# TYPE runs_total counter',
      String.raw`runs_total{tool="a\"} 1\nother_metric{b=\"\\"} 1`,
      '',
    ]);
  });
});
