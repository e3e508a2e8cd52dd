import { describe, expect, it } from 'vitest';
import { programExcerpt } from './program-excerpt.js';

describe('the line an error names', () => {
  it('is shown with a mark under its column', () => {
    expect(programExcerpt('a\n\tb(c)', { line: 2, column: 4 })).toBe('2 | \tb(c)\n  | \t  ^');
    expect(programExcerpt('a', { line: 1, column: 99 })).toBe('1 | a\n  |  ^');
  });

  it('is shown around the column where it is long', () => {
    const excerpt = programExcerpt(`${'x'.repeat(500)}here${'y'.repeat(500)}`, { line: 1, column: 501 }) ?? '';
    const [line = '', mark = ''] = excerpt.split('\n');
    expect(line.length).toBeLessThan(140);
    expect(line.slice(mark.indexOf('^')).startsWith('here')).toBe(true);
  });

  it('is not there where the program has no such line', () => {
    expect(programExcerpt('a', {})).toBeUndefined();
    expect(programExcerpt('a', { line: 2, column: 1 })).toBeUndefined();
    expect(programExcerpt('', { line: 1, column: 1 })).toBeUndefined();
  });
});
