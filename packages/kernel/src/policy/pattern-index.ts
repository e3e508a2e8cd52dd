// Finds the patterns that match a path without checking each of them: a tree of segments, in which a path has at most a
// few ways down. Judging one call takes as long with five thousand rules as with five.

import { segmentsOf, type ToolPath } from '../tool/catalog/tool-path.js';
import type { PathPattern } from './match-pattern.js';

export interface PatternIndex<T> {
  /** All whose pattern matches the path, in the order they were given. */
  matching(path: ToolPath): readonly T[];
}

interface Branch {
  readonly next: Map<string, Branch>;
  /** Places in the list of what ends here, and of what takes one segment or more from here. */
  readonly here: number[];
  readonly below: number[];
}

export function createPatternIndex<T>(all: readonly T[], patternOf: (one: T) => PathPattern): PatternIndex<T> {
  const root = newBranch();
  for (const [place, one] of all.entries()) {
    const parts = patternOf(one).split('.');
    const hasTail = parts.at(-1) === '**';
    let branch = root;
    for (const part of hasTail ? parts.slice(0, -1) : parts) {
      const next = branch.next.get(part) ?? newBranch();
      branch.next.set(part, next);
      branch = next;
    }
    (hasTail ? branch.below : branch.here).push(place);
  }

  const collect = (branch: Branch, segments: readonly string[], depth: number, found: number[]): void => {
    const segment = segments[depth];
    if (segment === undefined) {
      for (const place of branch.here) found.push(place);
      return;
    }
    for (const place of branch.below) found.push(place);
    for (const part of [segment, '*']) {
      const next = branch.next.get(part);
      if (next) collect(next, segments, depth + 1, found);
    }
  };

  return {
    matching(path) {
      if (all.length === 0) return [];
      const found: number[] = [];
      collect(root, segmentsOf(path), 0, found);
      return found.sort((a, b) => a - b).flatMap((place) => all[place] ?? []);
    },
  };
}

const newBranch = (): Branch => ({ next: new Map(), here: [], below: [] });
