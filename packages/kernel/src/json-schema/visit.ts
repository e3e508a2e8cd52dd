// One visit of a schema to a value: where it is, what it may still cost, and what it found.
//
// Threat: a schema and a value that cost more to compare than to write. Both may come from strangers: references that
// fan out, long lists against many alternatives. All visits of one check share one measure of work; a value that does
// not fit into it is refused as too large, whatever the schema says about it.

import type { SchemaIssue } from './schema-issue.js';
import type { Resource } from './schema-index.js';

/** In looks of one schema at one value. What the engine does faster counts less. */
export interface Work {
  left: number;
}

export const PER_CHARACTER = 1 / 16;
export const PER_PATTERN_STEP = 1 / 2;
/** Schemas within schemas: more would end at the engine's stack, not here. */
export const MAX_DEPTH = 1_000;

export interface Visit {
  readonly work: Work;
  readonly depth: number;
  readonly path: Path | undefined;
  /** Which documents were entered on the way here, the last one first: what `$dynamicRef` looks through. */
  readonly scope: Scope | undefined;
  /** Undefined where it only matters whether the value fits. */
  readonly issues: Issues | undefined;
  /** Undefined where no `unevaluated…` will ask. */
  readonly seen: Seen | undefined;
}

export interface Path {
  readonly above: Path | undefined;
  readonly key: string | number;
}

export interface Scope {
  readonly resource: Resource;
  readonly outer: Scope | undefined;
}

/** What schemas have said something about, of one object or list. */
export interface Seen {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

export const newSeen = (): Seen => ({ names: new Set(), items: new Set() });

/** The first few, and how many there were. */
export interface Issues {
  readonly first: SchemaIssue[];
  count: number;
}

const MAX_ISSUES = 10;
const MAX_FIELD = 1_000;

/** False once there was too much. */
export function spend(work: Work, cost: number): boolean {
  work.left -= cost;
  return work.left >= 0;
}

/** Always false: the result of a check whose value does not fit. The words are made only if somebody will read them. */
export function fail({ issues, path }: Visit, message: () => string, key?: string | number): false {
  if (issues === undefined) return false;
  issues.count++;
  if (issues.first.length >= MAX_ISSUES) return false;
  const at = key === undefined ? path : { above: path, key };
  issues.first.push({ field: fieldOf(at), message: message() });
  return false;
}

function fieldOf(path: Path | undefined): string {
  const keys: (string | number)[] = [];
  for (let at = path; at !== undefined; at = at.above) keys.unshift(at.key);
  const field = keys.join('.');
  return field.length <= MAX_FIELD ? field : `${field.slice(0, MAX_FIELD)}…`;
}
