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
});
