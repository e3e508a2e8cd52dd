import { describe, expect, it } from 'vitest';
import { callSites } from './call-sites.js';

describe('the places where a program calls its tools', () => {
  it('are those of the last name', () => {
    expect(callSites('return 1;\nawait tools.mail.send({});')).toBe('\n"mail","send" 2:18\n');
    expect(callSites('tools\n  .mail\n  .send (\n{})')).toBe('\n"mail","send" 3:4\n');
    expect(callSites('tools.a(1); tools.b.c(2)')).toBe('\n"a" 1:7\n"b","c" 1:21\n');
  });

  it('are left open for a path that is called in two places, and for no other', () => {
    expect(callSites('tools.a(1); tools.b(2); tools.a(3)')).toBe('\n"b" 1:19\n');
    expect(callSites('// tools.a(0)\ntools.a(1)')).toBe('\n');
  });

  it.each([
    'const mail = tools.mail; mail.send({})',
    'tools["mail"].send({}); tools.a({})',
    'tools?.mail.send({})',
    'tools.mail?.send({})',
    'const { mail } = tools; tools.a({})',
    'run(tools); tools.a({})',
    'globalThis.tools.a({})',
    'tools.mail.send`x`',
    'tools.mail/* */.send({})',
    'tools.mail.sendé({})',
    "f('tools'); tools.a({})",
    '// all my tools\ntools.a({})',
    'class A { #tools = 1 }; tools.a({})',
    "tools.a({}); eval('to' + 'ols.a({})')",
    'tools.a({}); arguments[0].a({})',
    'tools.a({}); t\\u006fols.a({})',
    'tools.a({})\r\nreturn 1',
    'tools.a({})\u2028return 1',
  ])('are left open where a text mentions tools in another way: %j', (source) => {
    expect(callSites(source)).toBe('');
  });

  it('are not taken from names that only hold the word', () => {
    expect(callSites('const mytools = 1, tools2 = 2, $tools = 3; tools.a({})')).toContain('"a"');
  });

  it('are found in time that grows with the text alone', () => {
    const texts = ['tools', 'tools.a(', 'tools .', 'tools.a(\n', ' '].map((part) => part.repeat(500_000 / part.length));
    const before = performance.now();
    for (const text of texts) callSites(`${text}tools.a.b(`);
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});
