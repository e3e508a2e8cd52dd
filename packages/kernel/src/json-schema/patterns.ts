// How the patterns of a schema are matched.
//
// Threat: a pattern such as (a+)+$ and a text that makes the engine try for years. Every pattern is
// matched in linear time if it can be. Only the host's own patterns may need more (look-around, back-references) and
// are then matched by the engine, like the patterns in its code; those of programs and sources are refused.

import { readPattern } from './safe-pattern.js';
import { PER_CHARACTER, PER_PATTERN_STEP } from './visit.js';

export type PatternAuthor = 'host' | 'stranger';

export interface Pattern {
  readonly size: number;
  cost(text: string): number;
  matches(text: string): boolean;
}

export type Patterns = (source: string, refuse: (because: string) => never) => Pattern;

/** A short pattern may need many states, and a document may have many patterns: some ten megabytes of memory. */
const MOST_STATES = 200_000;

/** What the patterns of one document, or of several together, may still need. */
export interface PatternStates {
  left: number;
}

export const newPatternStates = (): PatternStates => ({ left: MOST_STATES });

/** Each pattern of a document is made ready once, however often it is written. */
export function createPatterns(author: PatternAuthor, states: PatternStates): Patterns {
  const known = new Map<string, Pattern>();
  return (source, refuse) => {
    const before = known.get(source);
    if (before) return before;
    if (states.left <= 0) return refuse(`needs more than ${MOST_STATES} states, with the patterns before it`);
    const pattern = makePattern(source, author, refuse);
    states.left -= pattern.size;
    known.set(source, pattern);
    return pattern;
  };
}

function makePattern(source: string, author: PatternAuthor, refuse: (because: string) => never): Pattern {
  const read = readPattern(source);
  if (read.kind === 'pattern') {
    const { size, matches } = read.pattern;
    return { size, matches, cost: (text) => size * (text.length + 1) * PER_PATTERN_STEP };
  }
  if (author === 'stranger') return refuse(`cannot be used: ${read.because}`);
  const engine = engineOf(source) ?? refuse(`cannot be used: ${read.because}`);
  return { size: 1, matches: (text) => engine.test(text), cost: (text) => text.length * PER_CHARACTER };
}

function engineOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}
