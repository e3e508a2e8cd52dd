import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FsError } from '../fs-error.js';
import { PathText, readPath } from './relative-path.js';

const codeOf = (text: string, platform: NodeJS.Platform = 'linux'): string | undefined => {
  try {
    readPath(text, platform);
    return undefined;
  } catch (error) {
    if (error instanceof FsError) return error.code;
    throw error;
  }
};

describe('readPath', () => {
  it('reads names joined by slashes', () => {
    expect(readPath('a/b.txt')).toEqual({ names: ['a', 'b.txt'], shown: 'a/b.txt' });
    expect(readPath('./a//b/')).toEqual({ names: ['a', 'b'], shown: 'a/b' });
  });

  it.each(['', '.', './'])('takes %j for the root', (text) => {
    expect(readPath(text)).toEqual({ names: [], shown: '.' });
  });

  it.each(['..', '../x', 'a/../b', 'a/..', '/etc/passwd', '//host/share', 'C:/x', 'c:x'])(
    'refuses %j as outside',
    (text) => {
      expect(codeOf(text)).toBe('fs/outside-root');
    },
  );

  it.each(['a\0b', 'a\\b', '..\\x', 'nul', 'NUL.txt', 'a/con', 'COM1.log', 'aux . ', 'x'.repeat(5000)])(
    'refuses %j',
    (text) => {
      expect(codeOf(text)).toBe('fs/invalid-path');
    },
  );

  it.each(['file.txt:stream', 'name.', 'name '])(
    'refuses %j on Windows, where it is another name of a file',
    (text) => {
      expect(codeOf(text, 'win32')).toBe('fs/invalid-path');
      expect(codeOf(text, 'linux')).toBeUndefined();
    },
  );

  it('lets names pass that only resemble what is refused', () => {
    for (const text of ['..a', 'a..', '...', 'console.ts', 'null.txt', '.hidden']) expect(codeOf(text)).toBeUndefined();
  });

  it('never returns a name that leads elsewhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('.', '/', '\\', 'a', '\0', ' ', ':') }), (text) => {
        if (codeOf(text) !== undefined) return;
        for (const name of readPath(text).names) expect(name).not.toMatch(/^\.{0,2}$|[/\\\0]/);
      }),
    );
  });
});

describe('PathText', () => {
  it.each([
    ['./secret//a', 'secret/a'],
    ['secret/./a/', 'secret/a'],
    ['', '.'],
    ['/etc//passwd', '/etc//passwd'],
    ['a/../b', 'a/../b'],
  ])('spells %j as %j', (text, spelled) => {
    expect(PathText.parse(text)).toBe(spelled);
  });

  it('has one spelling for one place, and none that reaches another', () => {
    const name = fc.constantFrom('a', 'b', '.', '', '..', 'c d');
    fc.assert(
      fc.property(fc.array(name, { maxLength: 6 }), (names) => {
        const text = names.join('/');
        const spelled = PathText.parse(text);
        expect(PathText.parse(spelled)).toBe(spelled);
        expect(codeOf(spelled)).toBe(codeOf(text));
        if (codeOf(text) === undefined) expect(readPath(text).shown).toBe(spelled);
      }),
    );
  });
});
