import { describe, expect, it } from 'vitest';
import { createUnwrittenLines } from './unwritten-lines.js';

const lines = (...texts: readonly string[]) => ({
  logs: texts.map((text) => ({ level: 'log' as const, text })),
  emitted: texts,
});
const NONE = lines();
const START = { logs: 0, emitted: 0 };

describe('lines that a journal does not have yet', () => {
  it('are those of the step under way, where earlier ones are written', () => {
    const unwritten = createUnwrittenLines();
    unwritten.begin({ logs: 2, emitted: 2 });
    expect(unwritten.entries({ logs: 2, emitted: 2 }, lines('a'))).toEqual([{ kind: 'printed', ...lines('a') }]);
    expect(unwritten.entries({ logs: 2, emitted: 2 }, NONE)).toEqual([]);
  });

  it('are not those that a replay prints again', () => {
    const unwritten = createUnwrittenLines();
    unwritten.begin(START);
    unwritten.add(lines('a', 'b'));
    expect(unwritten.entries({ logs: 2, emitted: 1 }, lines('c'))).toEqual([
      { kind: 'printed', logs: lines('c').logs, emitted: ['b', 'c'] },
    ]);
    expect(unwritten.entries({ logs: 3, emitted: 3 }, lines('c'))).toEqual([]);
  });

  it('are known of a sandbox that was lost until as much is printed again', () => {
    const unwritten = createUnwrittenLines();
    unwritten.begin({ logs: 1, emitted: 1 });
    unwritten.add(lines('b', 'c'));
    unwritten.lose();
    unwritten.begin(START);
    const written = { logs: 1, emitted: 1 };
    expect(unwritten.entries(written, lines('a'))).toEqual([{ kind: 'printed', ...lines('b', 'c') }]);
    expect(unwritten.entries(written, lines('a', 'b', 'c', 'd'))).toEqual([
      { kind: 'printed', ...lines('b', 'c', 'd') },
    ]);
    expect(unwritten.entries({ logs: 3, emitted: 3 }, lines('a'))).toEqual([]);
  });

  it('are none of a sandbox that is not believed', () => {
    const unwritten = createUnwrittenLines();
    unwritten.begin(START);
    unwritten.add(lines('a'));
    unwritten.forget();
    expect(unwritten.entries(START, NONE)).toEqual([]);
  });
});
