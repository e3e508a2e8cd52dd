import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { ClientFile } from './client-entry.js';
import { mergeEntry } from './merge-entry.js';

const FILE: ClientFile = { name: 'Cursor', file: '/p/.cursor/mcp.json', key: 'mcpServers', isOfProject: true };
const ENTRY = { command: 'npx', args: ['-y', 'toolshed', 'mcp'] };

const afterOf = (before: string | undefined): string => {
  const merged = mergeEntry(before, FILE, ENTRY);
  if (merged.kind === 'same') throw new Error('nothing to add');
  return merged.after;
};

describe('an entry in the settings of a client', () => {
  it('makes a whole file where there is none', () => {
    expect(afterOf(undefined)).toBe(`${JSON.stringify({ mcpServers: { toolshed: ENTRY } }, null, 2)}\n`);
    expect(afterOf('\n')).toBe(afterOf(undefined));
  });

  it('leaves every byte around it, comments, tabs and line ends included', () => {
    const before = '{\r\n\t// mine\r\n\t"mcpServers": {\r\n\t\t"other": { "command": "x" }, // keep\r\n\t},\r\n}\r\n';
    const after = afterOf(before);
    const added = after.replace(/\r\n\t\t"toolshed": \{[^}]*\},/, '');
    expect(added).toBe(before);
    expect(after).not.toMatch(/[^\r]\n/);
    expect(parse(after).mcpServers).toEqual({ toolshed: ENTRY, other: { command: 'x' } });
  });

  it('adds the list of servers beside other settings', () => {
    const after = afterOf('{\n    "theme": "dark" // at night\n}\n');
    expect(after.endsWith('    "theme": "dark" // at night\n}\n')).toBe(true);
    expect(parse(after)).toEqual({ mcpServers: { toolshed: ENTRY }, theme: 'dark' });
  });

  it('replaces the value of another entry and nothing else, and knows its own', () => {
    const before = '{ "mcpServers": { "toolshed": { "command": "mine" }, "b": {} } } // end';
    const merged = mergeEntry(before, FILE, ENTRY);
    expect(merged.kind).toBe('other');
    expect(afterOf(before)).toMatch(/^\{ "mcpServers": \{ "toolshed": \{[^}]*\}, "b": \{\} \} \} \/\/ end$/);
    expect(mergeEntry(afterOf(before), FILE, ENTRY)).toEqual({ kind: 'same' });
  });

  it('is refused by a file that it cannot be added to', () => {
    for (const before of [
      '[]',
      '{ "mcpServers": [] }',
      '{ "a": ',
      'null',
      '{ "mcpServers": {}, "mcpServers": {} , "x" }',
    ])
      expect(() => mergeEntry(before, FILE, ENTRY), before).toThrow('Cannot add Toolshed to');
  });

  it('changes nothing else in any settings', () => {
    const settings = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(
        settings,
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(0, 2, '\t'),
        (a, servers, space) => {
          fc.pre(!Object.hasOwn(a, '__proto__') && !Object.hasOwn(servers, '__proto__'));
          const before = JSON.stringify({ ...a, mcpServers: servers }, null, space);
          const expected = { ...a, mcpServers: { ...servers, toolshed: ENTRY } };
          expect(JSON.parse(afterOf(before))).toEqual(JSON.parse(JSON.stringify(expected)));
        },
      ),
    );
  });
});
