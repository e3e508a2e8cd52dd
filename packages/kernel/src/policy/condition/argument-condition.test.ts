import { describe, expect, it } from 'vitest';
import { ArgumentCondition } from './argument-condition.js';
import { describeCondition } from './describe-condition.js';

const isCondition = (raw: unknown): boolean => ArgumentCondition.safeParse(raw).success;

const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce((inner: unknown) => ({ not: inner }), { at: 'a', exists: true });

describe('a condition', () => {
  it.each([
    { at: 'a', equals: null },
    { at: 'a.b.0', oneOf: [1, 'x', { y: [] }] },
    { at: ['a', 'b.c', 0], prefix: '' },
    { at: 'a', glob: '*@example.org' },
    { at: 'a', min: 0 },
    { at: 'a', max: 10 },
    { at: 'a', min: 0, max: 10 },
    { at: 'a', exists: false },
    { at: 'to', every: { glob: '*@example.org' } },
    { at: 'to', some: { at: 'address', equals: 'x' } },
    { all: [{ at: 'a', exists: true }, { any: [{ not: { at: 'b', exists: true } }] }] },
  ])('is %j', (raw) => {
    expect(ArgumentCondition.parse(raw)).toEqual(raw);
  });

  it.each([
    ['nothing', undefined],
    ['no test at all', { at: 'a' }],
    ['two tests at once', { at: 'a', equals: 1, prefix: 'x' }],
    ['an unknown test', { at: 'a', matches: '^a+$' }],
    ['an unknown field beside a test', { at: 'a', equals: 1, flags: 'i' }],
    ['a number that is none', { at: 'a', min: Number.NaN }],
    ['an empty list of conditions', { all: [] }],
    ['an empty choice', { at: 'a', oneOf: [] }],
    ['an empty key', { at: 'a..b', exists: true }],
    ['a negative index', { at: ['a', -1], exists: true }],
    ['a path of too many keys', { at: Array.from({ length: 17 }, () => 'a'), exists: true }],
    ['a glob that is too long', { at: 'a', glob: 'x'.repeat(201) }],
    ['nested too deeply', nested(40)],
    ['nested past any stack', nested(20_000)],
    ['too long', { at: 'a', equals: 'x'.repeat(16_001) }],
    ['code', { at: 'a', equals: () => true }],
  ])('is not %s', (_what, raw) => {
    expect(isCondition(raw)).toBe(false);
  });

  it('says what is wrong with one that is none', () => {
    expect(ArgumentCondition.safeParse({ at: 'a', regex: 'x' }).error?.issues[0]?.message).toContain('not a condition');
  });

  it.each<[ArgumentCondition, string]>([
    [{ at: 'to', equals: 'ada' }, '"to" is "ada"'],
    [{ at: ['a', 0], oneOf: [1, 2] }, '"a.0" is one of [1,2]'],
    [{ at: 'n', min: 1, max: 5 }, '"n" is at least 1 and at most 5'],
    [{ at: 'to', every: { glob: '*@x' } }, 'every item of "to": it is like "*@x"'],
    [
      { all: [{ at: 'a', exists: true }, { not: { at: 'b', prefix: 'x' } }] },
      '("a" is given and not "b" begins with "x")',
    ],
  ])('%j reads %s', (condition, words) => {
    expect(describeCondition(condition)).toBe(words);
  });
});
