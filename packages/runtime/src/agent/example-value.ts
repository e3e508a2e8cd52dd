// A value that shows the shape a JSON Schema asks for: the first listed value, the default, or the smallest value that fits.
//
// `plan/stand-in.ts` makes values of schemas as well, and by other rules: a stand-in has to pass the schema, in bounded
// work, and bears the mark of its plan; an example has to be short, and ends in `…` where the schema is deep.

type Schema = Readonly<Record<string, unknown>>;

const MOST_DEPTH = 4;

export function exampleOf(schema: unknown, depth = MOST_DEPTH): unknown {
  if (!isSchema(schema) || depth === 0) return '…';
  if ('default' in schema) return schema['default'];
  if ('const' in schema) return schema['const'];
  const [listed] = listIn(schema['enum']);
  if (listed !== undefined) return listed;
  const [alternative] = [...listIn(schema['oneOf']), ...listIn(schema['anyOf'])];
  if (alternative !== undefined) return exampleOf(alternative, depth - 1);
  return exampleOfType(schema, depth);
}

function exampleOfType(schema: Schema, depth: number): unknown {
  const { type, properties, items, minimum, minItems } = schema;
  switch (Array.isArray(type) ? type[0] : (type ?? (isSchema(properties) ? 'object' : 'string'))) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return typeof minimum === 'number' ? minimum : 1;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: typeof minItems === 'number' ? Math.min(minItems, 3) : 1 }, () =>
        exampleOf(items, depth - 1),
      );
    case 'object':
      return Object.fromEntries(
        Object.entries(isSchema(properties) ? properties : {}).map(([name, one]) => [name, exampleOf(one, depth - 1)]),
      );
    default:
      return exampleText(schema);
  }
}

function exampleText({ format }: Schema): string {
  switch (format) {
    case 'email':
      return 'ada@example.org';
    case 'uri':
      return 'https://example.org';
    case 'date':
      return '2026-01-31';
    case 'date-time':
      return '2026-01-31T12:00:00Z';
    default:
      return 'their text';
  }
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
