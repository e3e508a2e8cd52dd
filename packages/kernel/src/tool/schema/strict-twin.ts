// A zod schema's strict twin: the same schema, but where `z.object` drops the keys it does not know, the twin refuses them.
// So in a union the twin takes the first member that takes the whole value, and what it makes of a value has lost no key.
//
// Behind code of the author (a transform, `z.preprocess`, a codec, `.catch`) the schema stays as it is: which keys reach it
// is decided by that code.
//
// None is made of a schema that is part of itself and has members to choose from: there the first that fits is the one.
//
// Limit: where both sides of an intersection know the same object below, and only together take it whole, the twin refuses
// it, and the first members that fit are the ones.

import { z } from 'zod';

type Zod = z.core.$ZodType;

/**
 * To be made once for a schema. Undefined where none can be made: of members of which exactly one may fit (`z.xor`), a
 * stricter one could fit where two did.
 */
export function strictTwin<T>(schema: z.ZodType<T>): StrictTwin<T> | undefined {
  try {
    const twins: Twins = { made: new Map(), isOpen: false, isRecursive: false, hasChoice: false };
    // Sound because a twin differs from its schema in what it refuses, not in what it makes.
    const twin = twinOf(schema, twins) as z.core.$ZodType<T>;
    // Threat: arguments nested so deep that members are tried at each level, and each tries those below: 2 to the depth.
    if (twins.isRecursive && twins.hasChoice) return undefined;
    const parse = (given: unknown): Taken<T> => {
      // Without words for each issue: of a large value there may be a million.
      const payload = twin._zod.run({ value: given, issues: [] }, { async: false });
      if (payload instanceof Promise) throw new z.core.$ZodAsyncError();
      const { value, issues } = payload;
      // Sound because nothing is wrong with it.
      return issues.length === 0 ? { kind: 'whole', value: value as T } : { kind: 'refused', issues };
    };
    return { parse, isOpen: () => twins.isOpen };
  } catch {
    return undefined;
  }
}

export type TwinIssue = z.core.$ZodRawIssue;
type Taken<T> =
  | { readonly kind: 'whole'; readonly value: T }
  | { readonly kind: 'refused'; readonly issues: readonly TwinIssue[] };

export interface StrictTwin<T> {
  /** Throws what code of the author throws. */
  parse(given: unknown): Taken<T>;
  /** Whether a part of it takes keys that it does not name, as far as it has been looked at. */
  isOpen(): boolean;
}

class NoTwinError extends Error {}

interface Twins {
  /** Undefined for a schema whose twin is being made: it refers to itself. */
  readonly made: Map<Zod, Zod | undefined>;
  isOpen: boolean;
  /** Whether a schema is part of itself, and whether one of several members may be the one that fits. */
  isRecursive: boolean;
  hasChoice: boolean;
}

function twinOf(schema: Zod, twins: Twins): Zod {
  const { made } = twins;
  const known = made.get(schema);
  if (known !== undefined) return known;
  if (made.has(schema)) {
    twins.isRecursive = true;
    return z.lazy(() => made.get(schema) ?? schema);
  }
  made.set(schema, undefined);
  const twin = changed(schema, twins);
  made.set(schema, twin);
  return twin;
}

function changed(schema: Zod, twins: Twins): Zod {
  const { def } = typed(schema)._zod;
  const twin = (one: Zod): Zod => twinOf(one, twins);
  switch (def.type) {
    case 'object': {
      twins.isOpen ||= def.catchall !== undefined;
      const shape: Record<string, Zod> = {};
      for (const [key, member] of Object.entries(def.shape)) define(shape, key, twin(member));
      return copy(schema, { ...def, shape, catchall: def.catchall === undefined ? z.never() : twin(def.catchall) });
    }
    case 'array':
      return copy(schema, { ...def, element: twin(def.element) });
    case 'tuple':
      return copy(schema, { ...def, items: def.items.map(twin), rest: def.rest && twin(def.rest) });
    case 'record':
      twins.isOpen = true;
      return copy(schema, { ...def, valueType: twin(def.valueType) });
    case 'union':
      if (def.inclusive === false && !('discriminator' in def)) throw new NoTwinError('exactly one member may fit');
      twins.hasChoice ||= !('discriminator' in def);
      return copy(schema, { ...def, options: def.options.map(twin) });
    case 'intersection': {
      const both = distributed(schema, def, twin);
      twins.hasChoice ||= typed(both)._zod.def.type === 'union';
      return both;
    }
    case 'lazy': {
      const inner = twin(def.getter());
      return copy(schema, { ...def, ...NOT_READ, getter: () => inner });
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return copy(schema, { ...def, innerType: twin(def.innerType) });
    case 'pipe':
      twins.isOpen ||= isMadeByCode(def);
      return copy(schema, { ...def, in: twin(def.in), out: isMadeByCode(def) ? def.out : twin(def.out) });
    default:
      twins.isOpen ||= def.type === 'catch';
      return schema;
  }
}

/** zod remembers in its definition what a `z.lazy` stands for. */
const NOT_READ = { _cachedInner: undefined };

/** In a time that a person can wait for; beyond it, the first member of a union that fits is the one. */
const MOST_PAIRS = 64;

/** A & (B | C) as (A & B) | (A & C): only with both sides is it known whether a key is lost. */
function distributed(schema: Zod, def: z.core.$ZodIntersectionDef, twin: (one: Zod) => Zod): Zod {
  const lefts = membersOf(twin(def.left));
  const rights = membersOf(twin(def.right));
  const pair = (left: Zod, right: Zod): Zod => copy(schema, { ...def, left, right });
  const count = lefts.length * rights.length;
  if (count === 1 || count > MOST_PAIRS) return pair(twin(def.left), twin(def.right));
  return z.union(lefts.flatMap((left) => rights.map((right) => pair(left, right))));
}

function membersOf(schema: Zod): readonly Zod[] {
  const { def } = typed(schema)._zod;
  return def.type === 'union' && !def.checks?.length ? def.options.flatMap(membersOf) : [schema];
}

const copy = <Def extends z.core.$ZodTypeDef>(schema: Zod, def: Def): Zod => z.core.clone(schema, def);

/** Even a key called `__proto__`. */
const define = (shape: Record<string, Zod>, key: string, value: Zod): void =>
  void Object.defineProperty(shape, key, { value, writable: true, enumerable: true, configurable: true });

/** Sound because every schema that zod makes is one of them. */
const typed = (schema: Zod): z.core.$ZodTypes => schema as z.core.$ZodTypes;

/** Whether code of the author stands between the two ends of a pipe. */
function isMadeByCode({ in: first, transform }: z.core.$ZodPipeDef): boolean {
  if (transform !== undefined) return true;
  const seen = new Set<Zod>();
  for (let open: Zod | undefined = first; open !== undefined && !seen.has(open); ) {
    seen.add(open);
    const { def }: { readonly def: z.core.$ZodTypes['_zod']['def'] } = typed(open)._zod;
    if (def.type === 'transform' || def.type === 'catch') return true;
    if (def.type === 'pipe') {
      if (isMadeByCode(def)) return true;
      open = def.out;
    } else if (def.type === 'lazy') open = def.getter();
    else open = 'innerType' in def ? def.innerType : undefined;
  }
  return false;
}
