import { describe, expect, it } from 'vitest';
import { argumentFile, bodyOf, readArguments } from './argument-file.js';

describe('a file of arguments', () => {
  it('gives back what was put in it, whatever the problems above it say', () => {
    const body = JSON.stringify({ path: '// not a comment', lines: 'a\nb' }, null, 2);
    expect(bodyOf(argumentFile('fs.write', ['path: is\nmissing'], body))).toBe(body);
  });

  it('keeps comments out of the arguments only where they are above them', () => {
    expect(bodyOf('// one\n\n// two\n{ "a": "//" }\n')).toBe('{ "a": "//" }');
    expect(readArguments(bodyOf('{} // three'))).toMatchObject({ kind: 'not-json' });
  });

  it('is nothing when all of it was deleted', () => {
    expect(readArguments(bodyOf('// one\n'))).toMatchObject({ kind: 'not-json' });
  });
});
