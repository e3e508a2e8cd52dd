// What validates here is what a JSON Schema validator says of the same schema.

import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../tool/schema/json-schema.js';
import { problemOfForm, readForm } from './read-form.js';

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  validateSchema: false,
  addUsedSchema: false,
  ownProperties: true,
});
addFormats.default(ajv);

const maybe = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: undefined, freq: 2 });
const size = maybe(fc.nat(4));
const bound = maybe(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(0.5, -0.5)));
const word = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-', '.', '@', '😀', 'é', ':'), maxLength: 6 });

const email = fc
  .tuple(word, fc.constantFrom('@', '', '@@'), fc.constantFrom('x.org', 'x', '-x.org', 'x-.org', 'a.b.c', 'x.org.'))
  .map((parts) => parts.join(''));
const two = fc.integer({ min: 0, max: 65 }).map((n) => String(n).padStart(2, '0'));
const date = fc.tuple(fc.constantFrom('2023', '2024', '1900', '2000', '24'), two, two).map((parts) => parts.join('-'));
const offset = fc.oneof(
  fc.constantFrom('Z', 'z', '', '+', '+01', '+0100', '+01:00', '-23:59', '+24:00', '+01:60', '-00:01', '+00:01'),
  fc.tuple(fc.constantFrom('+', '-'), two, two).map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
);
const second = fc.oneof(two, fc.constantFrom('60', '59.5', '60.5', '5'));
const hour = fc.oneof(two, fc.constantFrom('23', '00', '22'));
const minute = fc.oneof(two, fc.constantFrom('59', '00', '58'));
const dateTime = fc
  .tuple(date, fc.constantFrom('T', 't', ' ', '_', 'TT'), hour, minute, second, offset)
  .map(([day, separator, h, m, s, zone]) => `${day}${separator}${h}:${m}:${s}${zone}`);
const leap = fc
  .tuple(hour, minute, fc.constantFrom('60', '59', '61'), offset)
  .map(([h, m, s, zone]) => `2024-02-29T${h}:${m}:${s}${zone}`);
const uri = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc
    .tuple(
      fc.constantFrom('http:', 'a+b:', '1a:', '', 'urn:', ':'),
      fc.constantFrom('//', '', '/', '///'),
      fc.constantFrom('', 'u@', 'u:p@', 'u@v@', 'u%41@'),
      fc.constantFrom(
        '',
        'x.org',
        '[::1]',
        '[1:2:3:4:5:6:7:8]',
        '[::1.2.3.4]',
        '[1::2::3]',
        '[v1.x]',
        '[x',
        '1.2.3.4',
        'a b',
      ),
      fc.constantFrom('', ':80', ':x', ':'),
      fc.constantFrom('', '/a', '/a//b', '/%41', '/%4', '/[', '/a:b@c'),
      fc.constantFrom('', '?q=1', '?a?b', '?[', '?'),
      fc.constantFrom('', '#f', '#a#b', '#/?'),
    )
    .map((parts) => parts.join('')),
);
/** The validator takes an hour 29 in a leap second; no clock shows one, and neither is it taken here. */
const NO_CLOCK = /[tT ](?:2[4-9]|[3-9]\d):\d\d:60|:[6-9]\d:60/;
const moment = fc.oneof(dateTime, leap).filter((made) => !NO_CLOCK.test(made));
const BY_FORMAT = { email, date, 'date-time': moment, uri };
const format = fc.constantFrom('email', 'uri', 'date', 'date-time') as fc.Arbitrary<keyof typeof BY_FORMAT>;
const text = fc.oneof(word, email, date, moment, uri);

const labels = { title: maybe(word), description: maybe(word) };
const values = fc.uniqueArray(word, { minLength: 1, maxLength: 4 });
const titled = values.map((list) => list.map((value) => ({ const: value, title: `The ${value}` })));
const field: fc.Arbitrary<object> = fc.oneof(
  fc.record({ ...labels, type: fc.constant('string'), minLength: size, maxLength: size }),
  fc.record({ ...labels, type: fc.constant('string'), format }),
  fc.record({
    ...labels,
    type: fc.constant('string'),
    pattern: fc.constantFrom('^a', 'b$', '^[ab]{2,3}$', '(a|b)+1', '^.$', '\\d'),
  }),
  fc.record({ type: fc.constantFrom('number', 'integer'), minimum: bound, maximum: bound }),
  fc.record({ type: fc.constant('number'), exclusiveMinimum: bound, exclusiveMaximum: bound }),
  fc.record({ ...labels, type: fc.constant('boolean') }),
  fc.record({ type: fc.constant('string'), enum: values }),
  fc.record({ type: fc.constant('string'), oneOf: titled }),
  fc.record({
    type: fc.constant('array'),
    minItems: size,
    maxItems: size,
    uniqueItems: maybe(fc.boolean()),
    items: fc.oneof(
      fc.record({ type: fc.constant('string'), enum: values }),
      fc.record({ anyOf: titled }),
      fc.record({ type: fc.constant('integer') }),
    ),
  }),
);
const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'toString', 'constructor'), { maxLength: 4 });
const formOf = (inner: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc
    .record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString', 'constructor'), inner, { maxKeys: 4 }),
      required: maybe(names),
      additionalProperties: maybe(fc.oneof(fc.boolean(), inner)),
    })
    .map((made) => ({ ...made, required: made.required?.filter((name) => Object.hasOwn(made.properties, name)) }));
const schema = formOf(fc.oneof({ weight: 5, arbitrary: field }, { weight: 1, arbitrary: formOf(field) })).map(
  (made): JsonSchema => JSON.parse(JSON.stringify(made)),
);

const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.integer({ min: -6, max: 6 }),
  fc.constantFrom(0.5, -0.5, 1e21, true, false, null),
  fc.array(fc.oneof(word, fc.integer({ min: 0, max: 3 })), { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'toString'), fc.oneof(text, fc.integer({ min: -2, max: 2 })), { maxKeys: 3 }),
);
/** Values made to fit a field now and then: chance alone hardly ever writes a date. */
const near = (one: object): fc.Arbitrary<unknown> => {
  const { format: wanted, enum: listed, oneOf: branches, items } = Object(one);
  if (wanted !== undefined) return BY_FORMAT[wanted as keyof typeof BY_FORMAT];
  if (listed !== undefined) return fc.constantFrom(...listed);
  if (branches !== undefined) return fc.constantFrom(...branches.map((branch: { const: string }) => branch.const));
  if (items !== undefined) return fc.array(near(items.anyOf ? { oneOf: items.anyOf } : items), { maxLength: 4 });
  return value;
};
const answerTo = (document: JsonSchema): fc.Arbitrary<unknown> => {
  const properties = Object.entries(Object(document['properties'])) as [string, object][];
  const members = Object.fromEntries(
    properties.map(([name, one]) => [
      name,
      fc.oneof({ weight: 3, arbitrary: near(one) }, { weight: 1, arbitrary: value }),
    ]),
  );
  const fitting = fc.record(members, { requiredKeys: [] });
  return fc.oneof(
    { weight: 6, arbitrary: fitting },
    { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('a', 'b', 'z'), value) },
    value,
  );
};

/** In some time zones the validator takes a minute 60, or an hour after 23, for a leap second; we do not. */
const MISREAD = /[Tt ](?:\d\d:6\d|2[4-9]|[3-9]\d)/;

/** Bounds and choices that leave no answer. */
const IMPOSSIBLE = /is more than|is within its bounds|appears twice|can be chosen/;

describe('a form', () => {
  it('takes and refuses what a JSON Schema validator takes and refuses', () => {
    const seen = { valid: 0, invalid: 0 };
    const many = { minLength: 8, maxLength: 8 };
    fc.assert(
      fc.property(
        schema.chain((document) => fc.tuple(fc.constant(document), fc.array(answerTo(document), many))),
        ([document, made]) => {
          const problem = problemOfForm(document);
          if (problem !== undefined) {
            expect(problem).toMatch(IMPOSSIBLE);
            return;
          }
          const form = readForm(document);
          const isValid = ajv.compile(document);
          for (const answer of made.map((one): unknown => JSON.parse(JSON.stringify(one)))) {
            const read = form.parse(answer);
            const { kind } = read;
            seen[kind]++;
            // Stricter than a validator: what is chosen is chosen once.
            if (read.kind === 'invalid' && read.issues.every(({ message }) => message.endsWith('appears twice')))
              continue;
            if (MISREAD.test(JSON.stringify(answer))) continue;
            const expected = isValid(answer) ? 'valid' : 'invalid';
            expect({ kind, document, answer }).toEqual({ kind: expected, document, answer });
          }
        },
      ),
      { numRuns: 500 },
    );
    expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(400);
  });

  it.each(['email', 'uri', 'date', 'date-time'] as const)('reads the format %s as a validator does', (wanted) => {
    const document = { type: 'string', format: wanted };
    const check = ajv.compile(document);
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: BY_FORMAT[wanted] }, text), (candidate) => {
        fc.pre(!MISREAD.test(candidate));
        expect({ candidate, kind: readForm(document).parse(candidate).kind }).toEqual({
          candidate,
          kind: check(candidate) ? 'valid' : 'invalid',
        });
      }),
      { numRuns: 5_000 },
    );
  });
});
