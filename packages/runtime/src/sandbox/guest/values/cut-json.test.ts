import { describe, expect, it } from 'vitest';
import { createJsonCut } from './cut-json.js';

const cutJson = createJsonCut({ slice: (text, from, to) => text.slice(from, to) });

describe('a JSON text that is cut', () => {
  const VALUES: Readonly<Record<string, unknown>> = {
    'a text': 'word '.repeat(300),
    'a text of escapes': '"\\\u0001\n'.repeat(200),
    'a text of pairs': '😀'.repeat(500),
    'a list': Array.from({ length: 300 }, (_, n) => n),
    'a list of texts': Array(40).fill('some "quoted" words, [and] {more}'),
    'an object': Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`key ${n}`, { n, list: [n, null, true] }])),
    'one long key': { [`k${'x'.repeat(1_000)}`]: 1 },
    'a deep value': Array.from({ length: 500 }).reduce((value) => [value], 1),
    'a number after much': [Array(200).fill(1.5e-7), 'x'.repeat(900)],
  };

  it.each(Object.keys(VALUES))('stays JSON at any length, for %s', (name) => {
    const json = JSON.stringify(VALUES[name]);
    expect(cutJson(json, json.length)).toBe(json);
    for (let most = 16; most < json.length; most += 7) {
      const cut = cutJson(json, most);
      expect(cut.length).toBeLessThanOrEqual(most);
      expect(() => JSON.parse(cut)).not.toThrow();
      expect(cut.isWellFormed()).toBe(true);
    }
  });

  it('keeps what comes first, and marks where it stops', () => {
    const json = JSON.stringify({ id: 7, text: 'x'.repeat(1_000) });
    expect(JSON.parse(cutJson(json, 500))).toEqual({ id: 7, text: expect.stringMatching(/^x{300,}… \(cut\)$/) });
  });
});
