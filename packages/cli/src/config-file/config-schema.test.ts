import { describe, expect, it } from 'vitest';
import { checkConfig } from './config-schema.js';

const problemOf = (raw: unknown, file = 'toolshed.config.json', text = ''): string => {
  try {
    checkConfig(file, raw, () => text);
  } catch (error) {
    return String(Object(error).message);
  }
  return '';
};

describe('checkConfig', () => {
  it.each<[string, unknown, string]>([
    ['an unknown key', { limit: {} }, '"limit" is not known; did you mean "limits"?'],
    ['an unknown key further in', { limits: { heapMB: 64 } }, '"limits.heapMB" is not known; did you mean "heapMb"?'],
    [
      'a number that is too small',
      { limits: { heapMb: 4 } },
      '"limits.heapMb" must be a whole number of at least 8, got 4',
    ],
    [
      'a word that is none of those',
      { sandbox: { os: 'on' } },
      '"sandbox.os" must be "required", "auto" or "off", got "on"',
    ],
    ['a list that is none', { modules: 'a.ts' }, '"modules" must be a list'],
    [
      'a rule',
      { policy: [{ pattern: 'a.*', verdct: 'deny' }] },
      '"policy.0.verdct" is not known; did you mean "verdict"?',
    ],
    ['a rule without its pattern', { policy: [{ verdict: 'deny' }] }, '"policy.0.pattern" is missing: it must be'],
    ['a key of a tool', { tools: { fss: {} } }, '"tools.fss" is not known; did you mean "fs"?'],
    ['no object at all', [], 'must be an object'],
  ])('names the key and what it may be: %s', (_what, raw, problem) => {
    const message = problemOf(raw);
    expect(message).toContain('Cannot use the config "toolshed.config.json":');
    expect(message).toContain(problem);
    expect(message).not.toMatch(/Invalid input|Unrecognized|expected/);
  });

  it('names every wrong key', () => {
    expect(problemOf({ limit: {}, modules: 1 }).split('\n')).toHaveLength(3);
  });

  it('says where the key is', () => {
    const text = '{\n  "limits": { "heapMB": 64 },\n  "maxWarm": -1\n}';
    expect(problemOf(JSON.parse(text), 'toolshed.config.json', text).split('\n')).toEqual([
      'Cannot use the config "toolshed.config.json":',
      '  "limits.heapMB" is not known; did you mean "heapMb"? (line 2 column 15)',
      '  "maxWarm" must be a whole number of at least 0, got -1 (line 3 column 3)',
    ]);
  });

  it('takes the address of its JSON Schema', () => {
    expect(problemOf({ $schema: './node_modules/toolshed/config.schema.json' })).toBe('');
  });

  it('says where functions go', () => {
    expect(problemOf({ channels: ['x'] })).toContain('they are functions: write a toolshed.config.ts instead');
    expect(problemOf({ plugins: ['./x.ts'] })).toContain('name the files that export them in "modules"');
    expect(problemOf({ channels: ['x'] }, 'toolshed.config.ts')).not.toContain('instead');
  });
});
