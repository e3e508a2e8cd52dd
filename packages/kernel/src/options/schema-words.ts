// A zod schema in words, to complete "must be …". Zod's own messages name its types ("expected number, received
// string"); callers of the API want to know what they may write instead.

import { z } from 'zod';

const WORDS = z.registry<{ readonly words: string }>();

/** Says what a schema takes where its structure cannot: functions, class instances, texts with a grammar. */
export function inWords<S extends z.ZodType>(schema: S, words: string): S {
  WORDS.add(schema, { words });
  return schema;
}

/** A value that is passed on as it is, once `isFine` accepts it. `words` completes "must be …". */
export const passed = <T>(words: string, isFine: (value: unknown) => boolean): z.ZodType<T> =>
  inWords(
    z.custom<T>((value) => isFine(value), `must be ${words}`),
    words,
  );

export const isFunction = (value: unknown): boolean => typeof value === 'function';

/** Whether each of these members is a function; members of classes count. */
export const hasMethods =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'object' && value !== null && names.every((name) => isFunction(Reflect.get(value, name)));

export function wordsOf(given: unknown): string {
  const schema = unwrapped(given);
  const own = schema instanceof z.ZodType ? WORDS.get(schema)?.words : undefined;
  if (own !== undefined) return own;
  if (schema instanceof z.ZodString) return (schema.minLength ?? 0) > 0 ? 'a text that is not empty' : 'a text';
  if (schema instanceof z.ZodNumber) return numberWords(schema);
  if (schema instanceof z.ZodBoolean) return 'true or false';
  if (schema instanceof z.ZodEnum) return alternatives(schema.options.map((one) => JSON.stringify(one)));
  if (schema instanceof z.ZodLiteral) return alternatives([...schema.values].map((one) => JSON.stringify(one)));
  if (schema instanceof z.ZodArray) return 'a list';
  if (schema instanceof z.ZodRecord) return 'an object';
  if (schema instanceof z.ZodObject) return objectWords(Object.keys(schema.shape));
  if (schema instanceof z.ZodUnion) return alternatives([...new Set(schema.options.map(wordsOf))]);
  return 'of another kind';
}

/** Without what only says that a value may be absent, or what it is if it is absent. */
function unwrapped(schema: unknown): unknown {
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodDefault;
  return isWrapped ? unwrapped(schema.unwrap()) : schema;
}

/** A schema that says what it takes at each key, though it is reached through alternatives. */
export function objectIn(schema: unknown): unknown {
  const bare = unwrapped(schema);
  return bare instanceof z.ZodUnion ? bare.options.map(objectIn).find((one) => one instanceof z.ZodObject) : bare;
}

/** The schema of what is at `path`, if one is known. */
export function schemaAt(schema: unknown, path: readonly PropertyKey[]): unknown {
  let current = schema;
  for (const step of path) {
    current = objectIn(current);
    if (current instanceof z.ZodObject) current = current.shape[String(step)];
    else if (current instanceof z.ZodArray) current = current.element;
    else if (current instanceof z.ZodRecord) current = current.valueType;
    else return undefined;
  }
  return current;
}

function numberWords(schema: z.ZodNumber): string {
  const what = schema.isInt ? 'a whole number' : 'a number';
  const least = boundOf(schema, schema.minValue, 1);
  const most = boundOf(schema, schema.maxValue, -1);
  if (least !== undefined && most !== undefined) return `${what} from ${least} to ${most}`;
  if (least !== undefined) return `${what} of at least ${least}`;
  return most === undefined ? what : `${what} of at most ${most}`;
}

/** Zod gives every whole number the bounds of what a number holds exactly; those are not worth mentioning. */
function boundOf(schema: z.ZodNumber, bound: number | null, step: number): number | undefined {
  if (bound === null || Math.abs(bound) >= Number.MAX_SAFE_INTEGER) return undefined;
  const isExcluded = schema.isInt && !schema.safeParse(bound).success;
  return isExcluded ? bound + step : bound;
}

const MANY_KEYS = 10;

const objectWords = (keys: readonly string[]): string =>
  keys.length > MANY_KEYS ? 'an object' : `an object with ${keys.join(', ')}`;

function alternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? 'nothing';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}
