import { describe, expect, it } from 'vitest';
import { parseProgram } from '../parse-program.js';
import { findAssignedCondition } from './assigned-conditions.js';

const found = (text: string): string | undefined => {
  const program = parseProgram(text);
  return program && findAssignedCondition(program, text)?.message;
};

describe('a condition that assigns a constant', () => {
  it.each([
    'if (r.status = 200) f()',
    'if ((r.status = 200) && x) f()',
    'if (x && (m = 5)) f()',
    'while (m = false) f()',
    'return (m = 5) ? 1 : 2',
  ])('is refused, with both ways to write it: %s', (text) => {
    expect(found(text)).toContain('write === in place of =, or put it in double brackets');
  });

  it.each([
    'if ((m = 5)) f()',
    'if ( ( m = false )\n) f()',
    'while ((m = "a")) f()',
    'return ((m = 5)) ? 1 : 2',
    'if (x && ((m = 5))) f()',
    'if (m === 5) f()',
    'while (m = re.exec(s)) f()',
  ])('is meant, or none: %s', (text) => {
    expect(found(text)).toBeUndefined();
  });
});
