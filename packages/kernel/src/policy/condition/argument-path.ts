// Where in a call's arguments a condition looks: a list of keys from the outside in, or the same with dots between.
//
// Threat: a key that every object answers to. Only own members are found; nothing is read through a prototype.

import { z } from 'zod';
import { keysOf } from './path-keys.js';

const MAX_SEGMENTS = 16;
const Segment = z.union([z.string().max(200), z.int().nonnegative()]);

/** `issue.labels.0`. If a key contains a dot, use the list form: `['issue', 'a.b']`. */
export const ArgumentPath = z.union(
  [
    z
      .string()
      .max(500)
      .refine((text) => {
        const keys = text.split('.');
        return keys.length <= MAX_SEGMENTS && keys.every((key) => key !== '');
      }),
    z.array(Segment).max(MAX_SEGMENTS).readonly(),
  ],
  { error: `not a place in the arguments: use "a.b.0" or ["a", "b", 0], at most ${MAX_SEGMENTS} keys` },
);
export type ArgumentPath = z.infer<typeof ArgumentPath>;

export type Place = { readonly kind: 'found'; readonly value: unknown } | { readonly kind: 'missing' };

/** What stands there; the arguments themselves for no path at all. */
export function valueAt(args: unknown, path: ArgumentPath | undefined): Place {
  let value = args;
  for (const key of keysOf(path)) {
    if (typeof value !== 'object' || value === null || !hasMember(value, key)) return { kind: 'missing' };
    value = Reflect.get(value, key);
  }
  return value === undefined ? { kind: 'missing' } : { kind: 'found', value };
}

/** Of a list only its items: `length` and the like are not arguments anybody sent. */
const hasMember = (value: object, key: string): boolean =>
  Array.isArray(value) ? /^(0|[1-9]\d*)$/.test(key) && Object.hasOwn(value, key) : Object.hasOwn(value, key);
