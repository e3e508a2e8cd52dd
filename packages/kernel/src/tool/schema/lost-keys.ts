// Which keys of a value are not in what a schema made of it.

import type { z } from 'zod';
import type { SchemaIssue } from '../../json-schema/schema-issue.js';
import type { TwinIssue } from './strict-twin.js';

type Path = readonly PropertyKey[];
type Fields = Readonly<Record<PropertyKey, unknown>>;

const MOST_ISSUES = 10;
const LONGEST = 200;

/**
 * Of the keys that the strict twin of a schema refused (`issues`), those that were given and are gone. A key that code of the
 * author added on the way was not given.
 */
export function lostKeys(issues: readonly TwinIssue[], given: unknown, parsed: unknown): readonly SchemaIssue[] {
  const lost = new Map<string, SchemaIssue>();
  const open: { readonly issue: TwinIssue | z.core.$ZodIssue; readonly above: Path }[] = issues.map((issue) => ({
    issue,
    above: [],
  }));
  for (let one = open.pop(); one !== undefined && lost.size < MOST_ISSUES; one = open.pop()) {
    const path = [...one.above, ...(one.issue.path ?? [])];
    const { issue } = one;
    if (issue.code === 'invalid_union')
      open.push(...issue.errors.flat().map((inner) => ({ issue: inner, above: path })));
    if (issue.code !== 'unrecognized_keys') continue;
    const before = at(given, path);
    const after = at(parsed, path);
    if (before === undefined || after === undefined) continue;
    for (const key of issue.keys) {
      const field = [...path, key].map(String).join('.').slice(0, LONGEST);
      if (Object.hasOwn(before, key) && before[key] !== undefined && !Object.hasOwn(after, key))
        lost.set(field, { field, message: 'is not known' });
    }
  }
  return [...lost.values()].slice(0, MOST_ISSUES);
}

function at(value: unknown, path: Path): Fields | undefined {
  let found = value;
  for (const key of path) {
    if (!isFields(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return isFields(found) ? found : undefined;
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Where a key `__proto__` was given that is gone. Follows only what has the same place in both. */
export function lostProto(given: unknown, parsed: unknown): string | undefined {
  interface Place {
    readonly before: Fields;
    readonly after: Fields;
    readonly key: string;
    readonly above: Place | undefined;
  }
  const open: Place[] = [];
  const add = (before: unknown, after: unknown, key: string, above: Place | undefined): void => {
    // What is passed on as it is has lost nothing.
    if (before !== after && isFields(before) && isFields(after)) open.push({ before, after, key, above });
  };
  add(given, parsed, '', undefined);
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { before, after } = place;
    if (Object.hasOwn(before, '__proto__') && !Object.hasOwn(after, '__proto__')) {
      let path = '__proto__';
      for (let one: Place | undefined = place; one?.above !== undefined; one = one.above) path = `${one.key}.${path}`;
      return path.slice(0, LONGEST);
    }
    for (const key of Object.keys(before))
      if (key !== '__proto__' && typeof before[key] === 'object') add(before[key], after[key], key, place);
  }
  return undefined;
}
