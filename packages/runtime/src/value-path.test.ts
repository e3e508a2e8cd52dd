import { describe, expect, it } from 'vitest';
import { readPath, selectPath, writePath } from './value-path.js';

describe('a path into a value', () => {
  it.each([
    ['value.items[3].name', ['value', 'items', 3, 'name']],
    ['value["odd key"][0]', ['value', 'odd key', 0]],
    ['value["a\\"]b"]', ['value', 'a"]b']],
    ['', []],
  ])('%s is read, and written the same', (text, steps) => {
    expect(readPath(text)).toEqual(steps);
    expect(writePath(steps)).toBe(text);
  });

  it('may be a JSON pointer', () => {
    expect(readPath('/value/items/3/a~1b')).toEqual(['value', 'items', '3', 'a/b']);
    expect(selectPath({ value: { items: [{ 'a/b': 7 }] } }, readPath('/value/items/0/a~1b'))).toBe(7);
  });

  it.each(['value..x', 'value[', 'value[-1]', '.value', 'value[1', 'a b'])(
    '%s is refused with how to write one',
    (text) => {
      expect(() => readPath(text)).toThrow(/write it like value\.items\[3\]\.name/);
    },
  );

  it('finds own members alone, and says what is there instead', () => {
    expect(() => selectPath({ value: { a: 1 } }, readPath('value.constructor'))).toThrow(
      'Cannot read "constructor" of value: it has a',
    );
    expect(() => selectPath({ value: [1, 2] }, readPath('value[2]'))).toThrow('it is a list of 2 items');
    expect(() => selectPath({ value: 'text' }, readPath('value.length'))).toThrow('it is a string');
  });
});
