import { describe, expect, it } from 'vitest';
import { parseJsonFile } from './json-text.js';

describe('parseJsonFile', () => {
  it.each([
    ['{ "tools": {\n  fs: {}\n} }', 'line 2 column 3'],
    ['{\n  "limits": { "cpuMs": abc }\n}', 'line 2 column 24'],
    ['{ "a": 1 }}', 'line 1 column 11'],
    ['', 'line 1 column 1'],
  ])('names the place in %j', (text, place) => {
    expect(() => parseJsonFile('/x/toolshed.config.json', text)).toThrow(place);
    expect(() => parseJsonFile('/x/toolshed.config.json', text)).toThrow('Cannot read "/x/toolshed.config.json"');
  });

  it.each([
    ['{ "policy": [], "policy": 1 }', 'the key "policy" twice'],
    ['{ "tools": { "fs": {}, "f\\u0073": {} } }', 'the key "f\\u0073" twice'],
  ])('refuses a key that is there twice: %s', (text, problem) => {
    expect(() => parseJsonFile('/x/toolshed.config.json', text)).toThrow(problem);
  });

  it.each([
    ['{\n  // a comment\n  "a": 1 }', 'JSON has no comments'],
    ['{ "a": [1, 2,] }', 'no comma before a closing bracket'],
    ["{ 'a': 1 }", 'texts in double quotes'],
  ])('says what JSON does not have: %j', (text, advice) => {
    expect(() => parseJsonFile('/x/toolshed.config.json', text)).toThrow(advice);
  });

  it('takes the same key in several objects, and in a text', () => {
    const text = '[{ "a": "\\"a\\": 1, \\"a\\": 2" }, { "a": ["a", "a"], "b": { "a": 1 } }]';
    expect(parseJsonFile('/x/toolshed.config.json', text)).toEqual(JSON.parse(text));
  });
});
