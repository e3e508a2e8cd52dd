import { describe, expect, it } from 'vitest';
import { keyGivenTwice, placesIn } from './key-places.js';

const JSON_TEXT = `{
  "limits": { "heapMb": 4 },
  "policy": [
    { "pattern": "a: {b}", "verdict": "allow" },
    { "pattern": "c", "verdct": "deny" }
  ]
}`;

const MODULE = `// { limits: nothing }
import { defineConfig } from 'toolshed';

const rules = [];
export default defineConfig({
  policy: rules, // the key "x": 1
  limits: {
    heapMb: 4,
  },
  channels: [{ name: 'chat', priority: 1, ask(question) { return { limits: 1, maxWarm: 2 }; } }],
  maxWarm: -1,
});
`;

describe('placesIn', () => {
  it.each([
    ['limits', { line: 2, column: 3 }],
    ['limits.heapMb', { line: 2, column: 15 }],
    ['policy.0.verdict', { line: 4, column: 28 }],
    ['policy.1.verdct', { line: 5, column: 23 }],
    // What is missing has no place; what it is missing in has one.
    ['policy.1.verdict', { line: 3, column: 3 }],
    ['nowhere', undefined],
  ])('finds %s in JSON', (field, place) => {
    expect(placesIn(JSON_TEXT)(field)).toEqual(place);
  });

  it.each([
    ['policy', { line: 6, column: 3 }],
    ['policy.0.pattern', { line: 6, column: 3 }],
    ['limits.heapMb', { line: 8, column: 5 }],
    ['channels.0.ask', { line: 10, column: 43 }],
    ['maxWarm', { line: 11, column: 3 }],
  ])('finds %s in a module', (field, place) => {
    expect(placesIn(MODULE)(field)).toEqual(place);
  });

  it.each([
    ['export default { maxWarm: 1 }', { line: 1, column: 18 }],
    ['const config: ToolshedConfig = {\n  maxWarm };\nexport default config;', { line: 2, column: 3 }],
    ["const config = defineConfig({ 'maxWarm': 1 });\nexport default config", { line: 1, column: 31 }],
    ['export default { ...base, maxWarm: 1 } satisfies ToolshedConfig', { line: 1, column: 27 }],
    ['export default await makeConfig()', undefined],
    ['', undefined],
  ])('finds the config in %j, or says nothing', (text, place) => {
    expect(placesIn(text)('maxWarm')).toEqual(place);
  });
});

describe('keyGivenTwice', () => {
  it('names the second place', () => {
    expect(keyGivenTwice('{ "a": [{ "b": 1,\n "\\u0062": 2 }] }')).toEqual({ key: '"\\u0062"', line: 2, column: 2 });
  });

  it('does not mistake a dot in a key for a path', () => {
    expect(keyGivenTwice('{ "a": { "b": 1 }, "a.b": 1 }')).toBeUndefined();
  });
});
