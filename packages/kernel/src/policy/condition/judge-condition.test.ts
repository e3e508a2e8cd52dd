import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArgumentCondition } from './argument-condition.js';
import { judgeCondition } from './judge-condition.js';

const judge = (condition: ArgumentCondition, args: unknown): string => judgeCondition(condition, args).kind;

const ARGS = { to: ['ada@x', 'eve@y'], subject: 'Hello', amount: 5, flag: null, nested: { 'a.b': { 0: 'zero' } } };

const arbLeaf: fc.Arbitrary<ArgumentCondition> = fc.constantFrom(
  { at: 'subject', equals: 'Hello' },
  { at: 'subject', prefix: 'Bye' },
  { at: 'subject', min: 1 },
  { at: 'amount', min: 1, max: 9 },
  { at: 'missing', equals: 1 },
  { at: 'to', every: { glob: '*@x' } },
  { at: 'to', some: { glob: '*@x' } },
  { at: 'flag', exists: true },
);
const { arbCondition } = fc.letrec<{ arbCondition: ArgumentCondition }>((tie) => ({
  arbCondition: fc.oneof(
    { maxDepth: 4 },
    arbLeaf,
    fc.record({ not: tie('arbCondition') }),
    fc.record({ all: fc.array(tie('arbCondition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('arbCondition'), { minLength: 1, maxLength: 3 }) }),
  ),
}));
const arbArgs = fc.oneof(
  fc.constant(ARGS),
  fc.record(
    {
      subject: fc.constantFrom('Hello', 'Bye', 1),
      amount: fc.constantFrom(5, 50, '5'),
      to: fc.constantFrom([], ['ada@x'], 'ada@x'),
      flag: fc.constant(null),
    },
    { requiredKeys: [] },
  ),
  fc.anything(),
);

describe('a comparison', () => {
  it.each<[ArgumentCondition, string]>([
    [{ at: 'subject', equals: 'Hello' }, 'holds'],
    [{ at: 'subject', equals: 'hello' }, 'fails'],
    [{ at: 'amount', equals: '5' }, 'fails'],
    [{ at: 'flag', equals: null }, 'holds'],
    [{ at: 'nested', equals: { 'a.b': { 0: 'zero' } } }, 'holds'],
    [{ at: 'subject', oneOf: ['Bye', 'Hello'] }, 'holds'],
    [{ at: 'subject', prefix: 'Hel' }, 'holds'],
    [{ at: 'subject', glob: 'H?l*' }, 'holds'],
    [{ at: 'amount', min: 5 }, 'holds'],
    [{ at: 'amount', max: 5 }, 'holds'],
    [{ at: 'amount', min: 6 }, 'fails'],
    [{ at: 'amount', min: 1, max: 4 }, 'fails'],
    [{ at: 'flag', exists: true }, 'holds'],
    [{ at: 'missing', exists: false }, 'holds'],
    [{ at: 'to.1', equals: 'eve@y' }, 'holds'],
    [{ at: ['nested', 'a.b', 0], equals: 'zero' }, 'holds'],
    [{ at: 'to', every: { glob: '*@x' } }, 'fails'],
    [{ at: 'to', some: { glob: '*@x' } }, 'holds'],
    [{ equals: 1 }, 'fails'],
  ])('%j %s', (condition, kind) => {
    expect(judge(condition, ARGS)).toBe(kind);
  });

  it.each<[ArgumentCondition, string]>([
    [{ at: 'missing', equals: 1 }, '"missing" is missing'],
    [{ at: 'nested.a.b', equals: 1 }, '"nested.a.b" is missing'],
    [{ at: 'subject.length', max: 10 }, '"subject.length" is missing'],
    [{ at: 'to.length', equals: 2 }, '"to.length" is missing'],
    [{ at: 'to.01', equals: 'eve@y' }, '"to.01" is missing'],
    [{ at: 'amount', prefix: '5' }, '"amount" is not a text'],
    [{ at: 'subject', min: 1 }, '"subject" is not a number'],
    [{ at: 'subject', every: { equals: 'H' } }, '"subject" is not a list'],
  ])('%j cannot be judged: %s', (condition, problem) => {
    expect(judgeCondition(condition, ARGS)).toEqual({ kind: 'unclear', problem });
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__.toString', 'constructor.name'])(
    'finds nothing at %s that the arguments do not have themselves',
    (at) => {
      expect(judge({ at, exists: true }, {})).toBe('fails');
      expect(judge({ at, exists: true }, [])).toBe('fails');
    },
  );

  it('sees an argument that is called __proto__', () => {
    expect(judge({ at: '__proto__.to', equals: 'eve' }, JSON.parse('{"__proto__":{"to":"eve"}}'))).toBe('holds');
  });

  it('does not look for a pattern in a text that is too long', () => {
    expect(judge({ at: 'a', glob: '*' }, { a: 'x'.repeat(10_001) })).toBe('unclear');
    expect(judge({ at: 'a', prefix: 'x' }, { a: 'x'.repeat(10_001) })).toBe('holds');
  });
});

describe('composed conditions', () => {
  it('turned around twice say what they said', () => {
    fc.assert(
      fc.property(arbCondition, arbArgs, (condition, args) => {
        expect(judgeCondition({ not: { not: condition } }, args)).toEqual(judgeCondition(condition, args));
      }),
    );
  });

  it('never hold both ways round', () => {
    fc.assert(
      fc.property(arbCondition, arbArgs, (condition, args) => {
        const kinds = [judge(condition, args), judge({ not: condition }, args)].toSorted();
        expect([
          ['fails', 'holds'],
          ['unclear', 'unclear'],
        ]).toContainEqual(kinds);
      }),
    );
  });

  it('turn all into any of the opposites', () => {
    fc.assert(
      fc.property(fc.array(arbCondition, { minLength: 1, maxLength: 4 }), arbArgs, (conditions, args) => {
        const opposites = conditions.map((condition) => ({ not: condition }));
        expect(judge({ not: { all: conditions } }, args)).toBe(judge({ any: opposites }, args));
        expect(judge({ not: { any: conditions } }, args)).toBe(judge({ all: opposites }, args));
      }),
    );
  });

  it('do not depend on their order', () => {
    const arbOrders = fc
      .array(arbCondition, { minLength: 1, maxLength: 5 })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
    fc.assert(
      fc.property(arbOrders, arbArgs, ([list, shuffled], args) => {
        expect(judge({ all: shuffled }, args)).toBe(judge({ all: list }, args));
        expect(judge({ any: shuffled }, args)).toBe(judge({ any: list }, args));
      }),
    );
  });
});
