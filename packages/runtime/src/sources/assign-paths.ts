// Turns the names of a source into tool paths: readable, valid, and unique.
//
// Every path lies below the namespace: rules and grants for the namespace reach it, whatever a source calls its tools.
//
//   - what a segment may not hold becomes "_"; a segment that does not begin with a letter gets "x_" before it;
//   - names every JavaScript object has get "_" behind them; 64 characters are the most;
//   - names that would be one path, or differ only in case, are distinguished by the digest of the original name:
//     the one that was a valid path as it stood keeps it, every other gets "_" and eight hexadecimal digits.
//
// The path of a name depends on the set of names alone, not on the order they came in.

import { createHash } from 'node:crypto';
import { type ToolPath, toolPath } from '@toolshed/kernel';
import { joinSegments } from '@toolshed/kernel/runtime';

export interface Named {
  /** Unique among its kind. */
  readonly name: string;
  /** The segments it would like below the namespace. */
  readonly wanted: readonly string[];
}

export function assignPaths<T extends Named>(namespace: string, all: readonly T[]): ReadonlyMap<ToolPath, T> {
  const groups = Map.groupBy(all, (one) => validPath(namespace, one).toLowerCase());
  const assigned = new Map<ToolPath, T>();
  for (const group of groups.values()) {
    const exact = group.filter((one) => validPath(namespace, one) === [namespace, ...one.wanted].join('.'));
    const keeper = group.length === 1 ? group[0] : exact.length === 1 ? exact[0] : undefined;
    for (const one of group) {
      assigned.set(one === keeper ? validPath(namespace, one) : markedPath(namespace, one), one);
    }
  }
  return assigned;
}

const MAX_BELOW_NAMESPACE = 7;

function validPath(namespace: string, { wanted }: Named): ToolPath {
  const head = wanted.slice(0, MAX_BELOW_NAMESPACE - 1);
  const tail = wanted.slice(MAX_BELOW_NAMESPACE - 1).join('_');
  const below = [...head, tail].filter((text) => text !== '').map(segmentOf);
  return toolPath([namespace, ...(below.length === 0 ? [segmentOf('')] : below)].join('.'));
}

function markedPath(namespace: string, one: Named): ToolPath {
  const mark = `_${createHash('sha256').update(one.name).digest('hex').slice(0, 8)}`;
  const path = validPath(namespace, one);
  const end = path.lastIndexOf('.') + 1;
  return toolPath(`${path.slice(0, end)}${path.slice(end, end + 64 - mark.length)}${mark}`);
}

function segmentOf(text: string): string {
  const letters = text.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  const begun = /^[A-Za-z]/.test(letters) ? letters : `x_${letters}`;
  const segment = begun.slice(0, 64);
  return joinSegments([segment]) === undefined ? `${segment.slice(0, 63)}_` : segment;
}
