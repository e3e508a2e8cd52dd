// The message for an unknown key: the key the caller most likely meant, or all known keys.

import { editDistance } from '../edit-distance.js';

export const LONGEST_KEY = 200;

export function unknownKeyMessage(key: string, known: readonly string[]): string {
  const near = nearestKey(key, known);
  if (near !== undefined) return `is not known; did you mean "${near}"?`;
  return known.length === 0 ? 'is not known' : `is not known; it takes ${known.join(', ')}`;
}

/** The known key that looks most like it: a few letters off, or a longer or shorter form of it. */
function nearestKey(key: string, known: readonly string[]): string | undefined {
  const wanted = key.toLowerCase().slice(0, LONGEST_KEY);
  const ranked = known
    .map((one) => ({ one, distance: editDistance(wanted, one.toLowerCase()) }))
    .filter(({ one, distance }) => distance <= Math.max(1, wanted.length / 3) || isFormOf(wanted, one.toLowerCase()))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.one;
}

const isFormOf = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= 3 && a[0] === b[0] && (isWithin(a, b) || isWithin(b, a));

/** Whether the letters of `short` appear in `long` in that order. */
function isWithin(short: string, long: string): boolean {
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}
