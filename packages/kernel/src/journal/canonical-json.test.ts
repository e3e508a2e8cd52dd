import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, canonicalOfParsed, NotJsonError } from './canonical-json.js';

/** Generated values with every kind of awkward key, `__proto__` as an own member included. */
const arbKey = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constantFrom('__proto__', 'constructor', 'toJSON', '10', '9', '01', '-1', 'a', 'b', ''),
);
const { value: arbJson } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -0, 1e21, 1e-7, 0.1, Number.MAX_SAFE_INTEGER),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(arbKey, tie('value')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
  ),
}));

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member)]),
  );
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Equality as JSON has it: by own members in any order, lists by place, -0 and 0 one number. */
const isEqual = (one: unknown, other: unknown): boolean => {
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(Reflect.get(one, key), Reflect.get(other, key)))
  );
};

describe('canonicalJson', () => {
  it('sorts keys at every depth and adds no white space', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 'x' }], a: null })).toBe('{"a":null,"b":[{"c":"x","d":1}]}');
  });

  it('sorts by code unit, not by language', () => {
    expect(canonicalJson({ é: 1, z: 2, Z: 3, '\u{1f600}': 4, '\uffff': 5 })).toBe(
      '{"Z":3,"z":2,"é":1,"😀":4,"\uffff":5}',
    );
  });

  it('puts integer-like keys first, by number, as every object does', () => {
    expect(canonicalJson({ b: 0, '10': 1, '9': 2, '01': 3 })).toBe('{"9":2,"10":1,"01":3,"b":0}');
  });

  it('keeps a member called __proto__', () => {
    const text = '{"__proto__":{"admin":true},"a":1}';
    expect(canonicalJson(JSON.parse(text))).toBe(text);
  });

  it('writes -0 as 0 and numbers as the language prints them', () => {
    expect(canonicalJson([-0, 1e23, 1.5, 1e-7])).toBe('[0,1e+23,1.5,1e-7]');
  });

  it('escapes lone surrogates, so that the text has one UTF-8 form', () => {
    expect(canonicalJson('\ud800')).toBe('"\\ud800"');
  });

  it('leaves out members that are undefined', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it('reads each member once', () => {
    let reads = 0;
    const flipping = {
      get title() {
        reads += 1;
        return reads === 1 ? 'safe' : 'evil';
      },
    };
    expect(canonicalJson(flipping)).toBe('{"title":"safe"}');
    expect(reads).toBe(1);
  });

  it('writes a value and its copy with other key order alike', () => {
    fc.assert(
      fc.property(arbJson, (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('writes two values alike if and only if they are equal', () => {
    const arbPair = fc.oneof(
      fc.tuple(arbJson, arbJson),
      arbJson.map((value) => [value, shuffled(value)] as const),
      fc.tuple(arbJson, arbKey, arbKey).map(([value, key, other]) => [{ [key]: value }, { [other]: value }] as const),
    );
    fc.assert(
      fc.property(arbPair, ([one, other]) => {
        expect(canonicalJson(one) === canonicalJson(other)).toBe(isEqual(one, other));
      }),
    );
  });

  it('writes text that parses back to the value, and is written again as it was', () => {
    fc.assert(
      fc.property(arbJson, (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
      }),
    );
  });
});

describe('what JSON cannot carry', () => {
  it.each<[string, unknown, string]>([
    ['nothing at all', undefined, 'Cannot write the value as JSON: it is of type undefined'],
    ['undefined in a list', { list: [1, undefined] }, 'Cannot write "list.1" as JSON: it is of type undefined'],
    ['a hole in a list', { list: Array.from({ length: 1 }) }, 'Cannot write "list.0"'],
    ['NaN', { a: { b: Number.NaN } }, 'Cannot write "a.b" as JSON: it is NaN'],
    ['an infinity', [Number.NEGATIVE_INFINITY], 'Cannot write "0" as JSON: it is -Infinity'],
    ['a bigint', { n: 1n }, 'Cannot write "n" as JSON: it is of type bigint'],
    ['a symbol', { s: Symbol('s') }, 'Cannot write "s" as JSON: it is of type symbol'],
    ['a toJSON method', { toJSON: () => 'evil' }, 'Cannot write "toJSON" as JSON: it is of type function'],
    ['a date', { due: new Date(0) }, 'Cannot write "due" as JSON: it is not a plain object'],
    ['a map', { m: new Map() }, 'Cannot write "m" as JSON: it is not a plain object'],
    ['a boxed string', { s: Object('x') }, 'Cannot write "s" as JSON: it is not a plain object'],
    ['bytes', { b: new Uint8Array(1) }, 'Cannot write "b" as JSON: it is not a plain object'],
  ])('refuses %s and names the field', (_what, value, message) => {
    expect(() => canonicalJson(value)).toThrow(NotJsonError);
    expect(() => canonicalJson(value)).toThrow(message);
  });

  it('refuses a cycle, and anything else nested beyond reason', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(() => canonicalJson(cycle)).toThrow('nested too deeply');
    const deep = Array.from({ length: 10_000 }).reduce<unknown>((inner) => [inner], 1);
    expect(() => canonicalJson(deep)).toThrow('nested too deeply');
  });
});

describe('canonicalOfParsed', () => {
  it('is the canonical text of what was parsed, in order or not', () => {
    fc.assert(
      fc.property(arbJson, (value) => {
        for (const text of [JSON.stringify(value), JSON.stringify(shuffled(value)), canonicalJson(value)])
          expect(canonicalOfParsed(JSON.parse(text))).toBe(canonicalJson(JSON.parse(text)));
      }),
    );
  });

  it('refuses what canonicalJson refuses', () => {
    expect(() => canonicalOfParsed(JSON.parse('[1e999]'))).toThrow(NotJsonError);
    const deep = JSON.parse('['.repeat(2_000) + ']'.repeat(2_000));
    expect(() => canonicalOfParsed(deep)).toThrow(NotJsonError);
    for (const value of [undefined, () => 1, Symbol('a'), [undefined]])
      expect(() => canonicalOfParsed(value)).toThrow(NotJsonError);
  });
});
