import { describe, expect, it } from 'vitest';
import { conditionFor, draftOf } from './rule-of.ts';

describe('a rule of what was approved', () => {
  it.each([
    ['one value', [{ to: 'a@x.org' }, { to: 'a@x.org' }], { at: 'to', equals: 'a@x.org' }],
    ['a few values', [{ to: 'a' }, { to: 'b' }], { at: 'to', oneOf: ['a', 'b'] }],
    ['1 and "1", which differ', [{ n: 1 }, { n: '1' }], { at: 'n', oneOf: [1, '1'] }],
    [
      'many files of one folder',
      Array.from({ length: 9 }, (_, n) => ({ path: `drafts/note-${n}.md` })),
      { at: 'path', prefix: 'drafts/' },
    ],
    [
      'many pages of one host',
      Array.from({ length: 9 }, (_, n) => ({ url: `https://docs.example/a/${n}.html` })),
      { at: 'url', prefix: 'https://docs.example/a/' },
    ],
    [
      'no host that begins the same way',
      Array.from({ length: 9 }, (_, n) => ({ url: `https://docs.example${n}.org/` })),
      undefined,
    ],
    [
      'no mail address that begins the same way',
      Array.from({ length: 9 }, (_, n) => ({ to: `team@x${n}.org` })),
      undefined,
    ],
    ['many numbers', Array.from({ length: 9 }, (_, n) => ({ cents: n + 1 })), { at: 'cents', min: 1, max: 9 }],
    [
      'several arguments',
      [
        { to: 'a', urgent: true },
        { to: 'b', urgent: true },
      ],
      {
        all: [
          { at: 'to', oneOf: ['a', 'b'] },
          { at: 'urgent', equals: true },
        ],
      },
    ],
    ['a key with a dot', [{ 'a.b': 1 }], { at: ['a.b'], equals: 1 }],
    ['what one of them left out', [{ to: 'a', cc: 'b' }, { to: 'a' }], { at: 'to', equals: 'a' }],
    ['nested values', [{ deep: { x: 1 } }], undefined],
    ['many unlike texts', Array.from({ length: 9 }, (_, n) => ({ to: `${n}x` })), undefined],
    ['no arguments', [], undefined],
    ['something that is no object', [{ to: 'a' }, 'b'], undefined],
  ])('covers %s', (_what, approved, condition) => {
    expect(conditionFor(approved)).toEqual(condition);
  });

  it('is about the tool that was approved', () => {
    const draft = draftOf('mail.send', [{ args: { to: 'a' }, session: 'monday' }]);
    expect(draft).toEqual({ pattern: 'mail.send', when: '{"at":"to","equals":"a"}', session: '', minutes: '' });
  });

  it('of arguments that have nothing in common is for one session and one hour', () => {
    const approved = Array.from({ length: 9 }, (_, n) => ({ args: { to: `${n}x` }, session: `s${n}` }));
    expect(draftOf('mail.send', approved)).toEqual({ pattern: 'mail.send', when: '', session: 's0', minutes: '60' });
  });
});
