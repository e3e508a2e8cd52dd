// Finds the keys of a value that a zod schema would drop without a word: `z.object` keeps only the keys it knows.
//
// Threat: a call whose arguments say more than its handler gets. `{ dry_run: true }` for a tool that knows `dryRun` is
// approved by nobody as what it does. So a key that is lost is refused; one that a schema passes on (`z.looseObject`, a
// catchall, a record, an open JSON Schema document) is seen by the person and by the handler.
//
// In a union a key may be lost by one member and not by another: `strict-twin.ts` finds the one that takes all. Here is found
// what to say where none does.
//
// Where code of the schema's author makes the value (a transform, `z.preprocess`, `catch`), what it leaves out is its own
// choice, and nothing below is compared.

import type { z } from 'zod';
import { unknownKeyMessage } from '../../options/nearest-key.js';
import type { SchemaIssue } from '../../json-schema/schema-issue.js';

type Zod = z.core.$ZodType;
type ZodObject = Extract<z.core.$ZodTypes, { readonly _zod: { readonly def: { readonly type: 'object' } } }>;

const MOST_ISSUES = 10;
const MOST_NAMES = 30;
const LONGEST = 200;
/** Of a value that is refused already. */
const MOST_LOOKED = 10_000;

interface Place {
  readonly given: unknown;
  /** What was made of it; undefined where nothing was. */
  readonly parsed: unknown;
  /** What it may be, without wrappers. */
  readonly schemas: readonly Zod[];
  readonly path: string;
}

/**
 * `parsed`: what the schema made of `given`, if it took it. Without it, keys are reported that no part of the schema knows.
 * Looks at each value once.
 */
export function unknownKeys(zod: Zod, given: unknown, parsed?: { readonly value: unknown }): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  const open: Place[] = [{ given, parsed: parsed?.value, schemas: [zod], path: '' }];
  let looked = 0;
  for (let place = open.pop(); place !== undefined && issues.length < MOST_ISSUES; place = open.pop()) {
    if (parsed === undefined && ++looked > MOST_LOOKED) break;
    const schemas = unwrapped(place.schemas);
    if (schemas === undefined) continue;
    if (Array.isArray(place.given)) open.push(...items({ ...place, schemas }, place.given, parsed !== undefined));
    else if (isFields(place.given)) {
      const { given: fields, path } = place;
      const after = isFields(place.parsed) ? place.parsed : undefined;
      if (parsed !== undefined && after === undefined) continue;
      for (const key of Object.keys(fields).reverse()) {
        const field = path === '' ? key : `${path}.${key}`;
        if (fields[key] !== undefined && isUnknown(key, schemas, after)) {
          const names = namesOf(schemas);
          const message = names.includes(key)
            ? 'is not known beside the other keys given: no form of this object takes them all'
            : unknownKeyMessage(key.slice(0, LONGEST), names);
          if (issues.length < MOST_ISSUES) issues.push({ field: field.slice(0, LONGEST), message });
        } else {
          const below = schemas.flatMap((schema) => memberOf(schema, key));
          if (below.length > 0) open.push({ given: fields[key], parsed: after?.[key], schemas: below, path: field });
        }
      }
    }
  }
  return issues;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPlain = (schema: Zod): schema is ZodObject => {
  const { def } = typed(schema)._zod;
  return def.type === 'object' && def.catchall === undefined;
};

/** `after`: what the object became. A key that is gone and that some part knows was left out by that part's own code. */
function isUnknown(key: string, schemas: readonly Zod[], after: Fields | undefined): boolean {
  if (after !== undefined)
    return !Object.hasOwn(after, key) && schemas.some((schema) => isPlain(schema) && !knows(schema, key));
  return schemas.length > 0 && schemas.every((schema) => isPlain(schema) && !knows(schema, key));
}

const knows = (schema: ZodObject, key: string): boolean => Object.hasOwn(schema._zod.def.shape, key);

function namesOf(schemas: readonly Zod[]): readonly string[] {
  const names = new Set(schemas.flatMap((schema) => (isPlain(schema) ? Object.keys(schema._zod.def.shape) : [])));
  return [...names].slice(0, MOST_NAMES);
}

function items({ schemas, path, parsed }: Place, given: readonly unknown[], isParsed: boolean): readonly Place[] {
  const after: readonly unknown[] | undefined = Array.isArray(parsed) ? parsed : undefined;
  if (isParsed && after?.length !== given.length) return [];
  const places: Place[] = [];
  for (const [index, item] of given.entries()) {
    if (typeof item !== 'object' || item === null) continue;
    const below = schemas.flatMap((schema) => itemOf(schema, index));
    if (below.length > 0)
      places.push({
        given: item,
        parsed: after?.[index],
        schemas: below,
        path: path === '' ? `${index}` : `${path}.${index}`,
      });
  }
  return places.reverse();
}

/** Sound because every schema that zod makes is one of them. */
const typed = (schema: Zod): z.core.$ZodTypes => schema as z.core.$ZodTypes;

function memberOf(schema: Zod, key: string): readonly Zod[] {
  const { def } = typed(schema)._zod;
  if (def.type === 'record') return [def.valueType];
  if (def.type !== 'object') return [];
  const member = Object.hasOwn(def.shape, key) ? def.shape[key] : def.catchall;
  return member === undefined ? [] : [member];
}

function itemOf(schema: Zod, index: number): readonly Zod[] {
  const { def } = typed(schema)._zod;
  if (def.type === 'array') return [def.element];
  if (def.type !== 'tuple') return [];
  const item = def.items[index] ?? def.rest ?? undefined;
  return item === undefined ? [] : [item];
}

/** A schema may refer to itself. */
const MOST_UNWRAPPED = 1_000;

/** All that a value may have to fit; undefined where code makes the value. */
function unwrapped(schemas: readonly Zod[]): readonly Zod[] | undefined {
  const seen = new Set<Zod>();
  const found: Zod[] = [];
  const open = [...schemas];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    if (seen.size > MOST_UNWRAPPED) return undefined;
    const { def } = typed(one)._zod;
    switch (def.type) {
      case 'optional':
      case 'nullable':
      case 'default':
      case 'prefault':
      case 'nonoptional':
      case 'readonly':
        open.push(def.innerType);
        break;
      case 'lazy':
        open.push(def.getter());
        break;
      case 'union':
        open.push(...def.options);
        break;
      case 'intersection':
        open.push(def.left, def.right);
        break;
      case 'pipe':
        if (isCode(def.in) || isCode(def.out) || def.transform !== undefined) return undefined;
        open.push(def.in, def.out);
        break;
      case 'catch':
      case 'transform':
      case 'custom':
      case 'success':
      case 'promise':
        return undefined;
      default:
        found.push(one);
    }
  }
  return found;
}

const isCode = (schema: Zod): boolean => typed(schema)._zod.def.type === 'transform';
