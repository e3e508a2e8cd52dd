import { describe, expect, it } from 'vitest';
import { piecesOf } from './highlight.ts';

const kinds = (line: string): readonly string[] =>
  piecesOf(line)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => `${kind} ${text}`);

describe('a line of a program', () => {
  it('is coloured by what its pieces are', () => {
    expect(kinds(`const { sent } = await tools.mail.send({ to: 'a"b', n: 12 }); // now`)).toEqual([
      'keyword const',
      'keyword await',
      'tool tools.mail.send',
      `text 'a"b'`,
      'number 12',
      'comment // now',
    ]);
  });

  it('takes what looks like code in a text or a comment for what it is', () => {
    expect(kinds(`'tools.mail.send' // return "x"`)).toEqual([`text 'tools.mail.send'`, 'comment // return "x"']);
    expect(kinds('`unclosed return 1')).toEqual(['text `unclosed return 1']);
  });

  it.each(['', `'\\`, '/* /', '"'.repeat(50), 'a'.repeat(5_000), `${'\\'.repeat(1_000)}'`])(
    'loses no character of %j',
    (line) => {
      expect(
        piecesOf(line)
          .map(({ text }) => text)
          .join(''),
      ).toBe(line);
    },
  );
});
