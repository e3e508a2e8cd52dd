// One field of every kind a form can have, and how it is asked and answered wherever a person is.

const DOWN = '\u001b[B';
const ENTER = '\r';

export interface FormKind {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>> & { readonly title: string };
  readonly value: unknown;
  /** Which the schema refuses. */
  readonly wrong: unknown;
  /** As an MCP client is asked for it. */
  readonly mcp: object;
  /** What is typed at a keyboard to give its value. */
  readonly keys: string;
  /** How it is filled in on the page: text in a field, an option by its words, a box, or boxes by their words. */
  readonly page: string | { readonly option: string } | { readonly boxes: readonly string[] } | true;
  /** What the question says that it takes. */
  readonly words: string;
}

export const FLAT_KINDS: readonly FormKind[] = [
  {
    name: 'poem',
    schema: { type: 'string', title: 'Poem', minLength: 2, maxLength: 9, pattern: '^[A-Z]' },
    value: 'Ode',
    wrong: 'ode',
    mcp: { type: 'string', title: 'Poem', minLength: 2, maxLength: 9 },
    keys: `Ode${ENTER}`,
    page: 'Ode',
    words: 'a text, characters at least 2, characters at most 9, matching ^[A-Z]',
  },
  {
    name: 'mail',
    schema: { type: 'string', title: 'Mail', format: 'email' },
    value: 'a@b.co',
    wrong: 'a',
    mcp: { type: 'string', title: 'Mail', format: 'email' },
    keys: `a@b.co${ENTER}`,
    page: 'a@b.co',
    words: 'an email address',
  },
  {
    name: 'day',
    schema: { type: 'string', title: 'Day', format: 'date' },
    value: '2026-11-06',
    wrong: '2026-13-06',
    mcp: { type: 'string', title: 'Day', format: 'date' },
    keys: `2026-11-06${ENTER}`,
    page: '2026-11-06',
    words: 'a date (2026-11-06)',
  },
  {
    name: 'weight',
    schema: { type: 'number', title: 'Weight', exclusiveMinimum: 0, maximum: 9.5 },
    value: 2.5,
    wrong: 0,
    mcp: { type: 'number', title: 'Weight', maximum: 9.5 },
    keys: `2.5${ENTER}`,
    page: '2.5',
    words: 'a number, at most 9.5, more than 0',
  },
  {
    name: 'seats',
    schema: { type: 'integer', title: 'Seats', minimum: 1 },
    value: 4,
    wrong: 0,
    mcp: { type: 'integer', title: 'Seats', minimum: 1 },
    keys: `4${ENTER}`,
    page: '4',
    words: 'a whole number, at least 1',
  },
  {
    name: 'news',
    schema: { type: 'boolean', title: 'News', default: true },
    value: true,
    wrong: 'yes',
    mcp: { type: 'boolean', title: 'News', default: true },
    keys: ENTER,
    page: true,
    words: 'yes or no',
  },
  {
    name: 'hue',
    schema: { type: 'string', title: 'Hue', enum: ['red', 'blue'] },
    value: 'blue',
    wrong: 'green',
    mcp: { type: 'string', title: 'Hue', enum: ['red', 'blue'] },
    keys: DOWN.repeat(2) + ENTER,
    page: { option: '"blue"' },
    words: 'one of "red", "blue"',
  },
  {
    name: 'role',
    schema: {
      type: 'string',
      title: 'Role',
      oneOf: [
        { const: 'dev', title: 'Developer' },
        { const: 'pm', title: 'Manager' },
      ],
    },
    value: 'dev',
    wrong: 'Developer',
    mcp: {
      type: 'string',
      title: 'Role',
      oneOf: [
        { const: 'dev', title: 'Developer' },
        { const: 'pm', title: 'Manager' },
      ],
    },
    keys: DOWN + ENTER,
    page: { option: 'Developer "dev"' },
    words: 'one of "dev" (Developer), "pm" (Manager)',
  },
  {
    name: 'team',
    schema: { type: 'string', title: 'Team', enum: ['a', 'b'], enumNames: ['Alpha', 'Beta'] },
    value: 'a',
    wrong: 'c',
    mcp: {
      type: 'string',
      title: 'Team',
      enum: ['a', 'b'],
      enumNames: ['Alpha', 'Beta'],
    },
    keys: DOWN + ENTER,
    page: { option: 'Alpha "a"' },
    words: 'one of "a" (Alpha), "b" (Beta)',
  },
  {
    name: 'days',
    schema: { type: 'array', title: 'Days', items: { type: 'string', enum: ['mon', 'tue'] }, minItems: 1 },
    value: ['mon', 'tue'],
    wrong: ['mon', 'mon'],
    mcp: { type: 'array', title: 'Days', items: { type: 'string', enum: ['mon', 'tue'] }, minItems: 1 },
    keys: ` ${DOWN} ${ENTER}`,
    page: { boxes: ['"mon"', '"tue"'] },
    words: 'any of "mon", "tue", how many at least 1',
  },
  {
    name: 'tags',
    schema: { type: 'array', title: 'Tags', items: { anyOf: [{ const: 'x', title: 'Extra' }] }, maxItems: 1 },
    value: ['x'],
    wrong: ['y'],
    mcp: { type: 'array', title: 'Tags', items: { anyOf: [{ const: 'x', title: 'Extra' }] }, maxItems: 1 },
    keys: ` ${ENTER}`,
    page: { boxes: ['Extra'] },
    words: 'any of "x" (Extra), how many at most 1',
  },
];

/** Those MCP has no field for: with any of them, the whole form is asked for as JSON. */
export const OTHER_KINDS: readonly Omit<FormKind, 'mcp'>[] = [
  {
    name: 'size',
    schema: { title: 'Size', enum: [1, 2] },
    value: 2,
    wrong: 3,
    keys: DOWN.repeat(2) + ENTER,
    page: { option: '2' },
    words: 'one of 1, 2',
  },
  {
    name: 'code',
    schema: { type: 'string', title: 'Code', anyOf: [{ minLength: 3 }, { const: '-' }] },
    value: '-',
    wrong: 'ab',
    keys: `-${ENTER}`,
    page: '-',
    words: 'a text, fitting {"anyOf":[{"minLength":3},{"const":"-"}]}',
  },
  {
    name: 'home',
    schema: { type: 'object', title: 'Home', properties: { zip: { type: 'string', minLength: 2 } } },
    value: { zip: '10' },
    wrong: { zip: '1' },
    keys: `{"zip":"10"}${ENTER}`,
    page: '{"zip":"10"}',
    words: 'an object, as JSON, fitting {"properties":{"zip":{"type":"string","minLength":2}}}',
  },
  {
    name: 'list',
    schema: { type: 'array', title: 'List', items: { type: 'integer' } },
    value: [1],
    wrong: ['a'],
    keys: `[1]${ENTER}`,
    page: '[1]',
    words: 'a list, as JSON, fitting {"items":{"type":"integer"}}',
  },
];

type Row = Pick<FormKind, 'name' | 'schema' | 'value'>;

export const schemaOf = (kinds: readonly Row[]): object => ({
  type: 'object',
  properties: Object.fromEntries(kinds.map(({ name, schema }) => [name, schema])),
  required: kinds.map(({ name }) => name),
});

export const valuesOf = (kinds: readonly Row[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(kinds.map(({ name, value }) => [name, value]));

/** A program that asks for all of them. */
export const askingFor = (kinds: readonly Row[]): string =>
  `return (await elicit(${JSON.stringify({ type: 'form', message: 'Everything', schema: schemaOf(kinds) })})).content`;
