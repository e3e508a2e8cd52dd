// The key rule for schemas that read a value in several ways: nothing that was given is lost silently, and nothing is
// refused that some member of a union takes whole.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issuesText, readArgumentSchema } from './json-schema.js';

const parsed = (schema: z.ZodType, value: unknown): unknown => {
  const result = readArgumentSchema(schema).parse(value);
  return result.kind === 'valid' ? result.value : issuesText(result.issues);
};

const To = z.object({ to: z.string() });
const Cc = z.object({ to: z.string(), cc: z.string().optional() });
const Bcc = z.object({ to: z.string(), bcc: z.string().optional() });
const either = z.union([Cc, Bcc]);
describe('a value that a later member of a union takes whole', () => {
  const given = { to: 'a', bcc: 'b' };
  it.each<[string, z.ZodType, unknown]>([
    ['at the top', either, given],
    ['in an object', z.object({ u: either }), { u: given }],
    ['in a union', z.union([To, either]), given],
    ['in a list', z.array(either), [given, { to: 'a', cc: 'c' }]],
    ['in a record', z.record(z.string(), either), { a: given }],
    ['in a tuple', z.tuple([either], either), [given, given]],
    ['where it may be left out', z.object({ u: either.optional() }), { u: given }],
    ['behind null and a default', z.object({ u: either.nullable().default(null) }), { u: given }],
    ['behind lazy', z.lazy(() => either), given],
    ['in front of a pipe', either.pipe(z.any()), given],
    ['behind a pipe', z.any().pipe(either), given],
    ['in an intersection', z.object({ n: z.int() }).and(z.object({ u: either })), { n: 1, u: given }],
    ['as a side of an intersection', z.object({ n: z.int() }).and(either), { n: 1, ...given }],
    ['as both sides', either.and(z.union([z.object({ x: z.int() }), z.object({ y: z.int() })])), { ...given, y: 1 }],
    [
      'below a member told by its kind',
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), u: either }), z.object({ kind: z.literal('b') })]),
      { kind: 'a', u: given },
    ],
  ])('is that member’s: %s', (_name, schema, value) => {
    expect(parsed(schema, value)).toEqual(value);
  });

  it('is read by the first of several that do', () => {
    const schema = z.union([z.object({ a: z.string().trim() }), z.object({ a: z.string(), b: z.int().optional() })]);
    expect(parsed(schema, { a: ' x ' })).toEqual({ a: 'x' });
    expect(parsed(schema, { a: ' x ', b: 1 })).toEqual({ a: ' x ', b: 1 });
  });

  it('is refused where all members would lose a key', () => {
    expect(parsed(either, { to: 'a', x: 1 })).toContain('"x": is not known; it takes');
    expect(parsed(either, { to: 'a', cc: 'c', bcc: 'b' })).toBe(
      '"bcc": is not known beside the other keys given: no form of this object takes them all',
    );
  });

  it('is not taken where exactly one member may fit and two do', () => {
    expect(parsed(z.xor([Cc, Bcc]), given)).not.toEqual(given);
    expect(parsed(z.xor([Cc, z.object({ x: z.int() })]), { to: 'a', y: 1 })).toContain('"y": is not known');
  });
});

describe('code of the author', () => {
  const edited = z.preprocess((value) => ({ to: Object(value).recipient }), To);

  it('decides which keys reach the schema behind it', () => {
    expect(parsed(edited, { recipient: 'a' })).toEqual({ to: 'a' });
    const adds = z
      .looseObject({})
      .transform((value): { to: string } => Object.assign({ to: 'a', extra: 1 }, value))
      .pipe(To);
    expect(parsed(adds, { from: 'b' })).toEqual({ to: 'a' });
  });

  it('gets no value that lost a key before it', () => {
    const schema = To.transform(({ to }) => ({ to: to.trim() })).pipe(To);
    expect(parsed(schema, { to: ' a ' })).toEqual({ to: 'a' });
    expect(parsed(schema, { to: ' a ', x: 1 })).toBe('"x": is not known');
  });
});

it.each<[string, z.ZodType]>([
  ['a record', z.record(z.string(), z.int())],
  ['a loose object', z.looseObject({})],
  ['a catchall', z.object({}).catchall(z.int())],
])('a key __proto__ is refused where zod leaves it out: %s', (_name, schema) => {
  expect(parsed(z.object({ a: z.array(schema) }), { a: [JSON.parse('{"__proto__":1,"b":2}')] })).toBe(
    '"a.0.__proto__": cannot be a key here',
  );
});

/** One side of an intersection: what both sides may know is plain, so that neither loses what is in it. */
const sideKeys = fc
  .dictionary(fc.constantFrom('a', 'd'), fc.constantFrom(z.int(), z.boolean().optional()), { noNullPrototype: true })
  .map((shape) => z.object(shape));

/** Schemas without code, and without a value that they fill in. */
const { schema: anySchema } = fc.letrec<{ schema: z.ZodType; leaf: z.ZodType; object: z.ZodObject }>((tie) => ({
  leaf: fc.constantFrom<z.ZodType>(z.int(), z.boolean(), z.string(), z.unknown()),
  object: fc
    .dictionary(fc.constantFrom('a', 'b', 'c'), fc.tuple(tie('schema'), fc.boolean()), {
      maxKeys: 3,
      noNullPrototype: true,
    })
    .map((shape) =>
      z.object(
        Object.fromEntries(Object.entries(shape).map(([key, [one, must]]) => [key, must ? one : one.optional()])),
      ),
    ),
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('leaf'),
    tie('object'),
    tie('object').map((one) => one.loose()),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((some) => z.union(some)),
    fc.tuple(sideKeys, tie('schema')).map(([one, other]) => one.and(other)),
    tie('schema').map((one) => z.array(one)),
    tie('schema').map((one) => z.record(z.string(), one)),
    tie('schema').map((one) => z.lazy(() => one.nullable())),
  ),
}));
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(1, true, 'x', null),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 2 }),
  ),
}));

/** Whether some reading of the value loses nothing, written again without zod. */
function takesWhole(schema: z.ZodType, value: unknown): boolean {
  return readings(schema, value).some((seen) => seen === 'all' || isWhole(value, seen));
}

/** What of a value a reading keeps: all of it, or these keys or items. */
type Kept = 'all' | ReadonlyMap<string, readonly Kept[]>;
const isWhole = (value: unknown, kept: Kept): boolean =>
  kept === 'all' ||
  Object.entries(Object(value)).every(([key, below]) => kept.get(key)?.some((one) => isWhole(below, one)) === true);

function readings(schema: z.ZodType, value: unknown): readonly Kept[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => readings(one as z.ZodType, value));
  if (schema instanceof z.ZodLazy) return readings(schema.unwrap() as z.ZodType, value);
  if (schema instanceof z.ZodNullable) return value === null ? ['all'] : readings(schema.unwrap() as z.ZodType, value);
  if (schema instanceof z.ZodOptional) return readings(schema.unwrap() as z.ZodType, value);
  if (schema instanceof z.ZodIntersection) {
    const rights = readings(schema.def.right as z.ZodType, value);
    return readings(schema.def.left as z.ZodType, value).flatMap((left) => rights.map((right) => both(left, right)));
  }
  if (!schema.safeParse(value).success) return [];
  const below = (key: string, one: unknown, inner: z.ZodType): [string, readonly Kept[]] => [key, readings(inner, one)];
  const entries = Object.entries(Object(value));
  if (schema instanceof z.ZodArray)
    return [new Map(entries.map(([key, one]) => below(key, one, schema.element as z.ZodType)))];
  if (schema instanceof z.ZodRecord)
    return [new Map(entries.map(([key, one]) => below(key, one, schema.valueType as z.ZodType)))];
  if (schema instanceof z.ZodObject) {
    const isLoose = schema.def.catchall !== undefined;
    return [
      new Map(
        entries.flatMap(([key, one]): [string, readonly Kept[]][] => {
          const inner = Object.hasOwn(schema.shape, key) ? (schema.shape[key] as z.ZodType) : undefined;
          if (inner === undefined) return isLoose ? [[key, ['all']]] : [];
          return [below(key, one, inner)];
        }),
      ),
    ];
  }
  return ['all'];
}

function both(left: Kept, right: Kept): Kept {
  if (left === 'all' || right === 'all') return 'all';
  const kept = new Map(left);
  for (const [key, some] of right) {
    const others = kept.get(key);
    kept.set(key, others === undefined ? some : others.flatMap((one) => some.map((other) => both(one, other))));
  }
  return kept;
}

describe('any schema and any value', () => {
  it('lose nothing silently', () => {
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const result = readArgumentSchema(schema).parse(value);
        if (result.kind === 'valid') expect(result.value).toEqual(value);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are not refused where some reading takes the whole value', () => {
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        fc.pre(takesWhole(schema, value));
        expect(readArgumentSchema(schema).parse(value)).toEqual({ kind: 'valid', value });
      }),
      { numRuns: 500, maxSkipsPerRun: 1_000 },
    );
  });
});
