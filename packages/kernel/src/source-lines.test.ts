import { expect, it } from 'vitest';
import { sourceLines } from './source-lines.js';

it('counts the lines of a program as the engine does, separators that no screen breaks at included', () => {
  expect(sourceLines('a /*\u2028\u2029*/ b\r\nc\rd\n')).toEqual(['a /*', '', '*/ b', 'c', 'd']);
  expect(sourceLines('')).toEqual(['']);
});
