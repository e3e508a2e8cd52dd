import { describe, expect, it } from 'vitest';
import { mentionedPaths } from './mentioned-tools.js';

describe('the paths that a program writes out', () => {
  it('are each path with those it begins with', () => {
    expect([...mentionedPaths(`await tools.github.issues["create"]({}); tools?.fs.read`)]).toEqual([
      'github',
      'github.issues',
      'github.issues.create',
      'fs',
      'fs.read',
    ]);
  });

  it.each(['tools', 'tools[', 'tools.', 'tools?.', 'tools.a'])('take as long as the text is long: %s', (start) => {
    const timeOf = (blanks: number): number => {
      const before = process.cpuUsage();
      mentionedPaths(`${start}${' '.repeat(blanks)}`);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    timeOf(1_000);
    // A square of it would be minutes.
    expect(timeOf(400_000)).toBeLessThan(1_000_000);
  });

  it.each([
    ['a chain in a comment', `// ${'tools.'.repeat(40_000)}\nreturn 1`],
    ['a long path', `return tools${'.a'.repeat(160_000)}`],
    ['many paths', Array.from({ length: 50_000 }, (_, index) => `tools.a${index}.b`).join(';')],
  ])('are bounded: %s', (_, program) => {
    const paths = mentionedPaths(program);
    expect(paths.size).toBeLessThanOrEqual(5_000);
    expect([...paths].join('').length).toBeLessThan(1_000_000);
  });
});
