// How much of a model's context a value takes: an estimate, because every model has its own tokens and none of them is a
// dependency of ours.
//
// Counted in quarters of a token. A letter or a space is one quarter, as in English and in most names. Any other ASCII
// character is two: digits, and the punctuation of JSON and of code, make short tokens. A character beyond ASCII is four.
// What JSON writes with a backslash costs what is written.
// The estimate is meant to be high rather than low.

/** A quarter of a token: what one letter takes. */
const LETTER = 1;
const OTHER_ASCII = 2;
const BEYOND_ASCII = 4;
/** Written as `\\n` or `\\"` in JSON. */
const ESCAPED = 4;
/** Written as `\\u0001` in JSON, as are halves of pairs that stand alone. */
const ESCAPED_BY_NUMBER = 11;

/** Quarters of a token. */
export const QUARTERS = 4;

/** Deeper values are not measured to their end: they count as more than any budget. */
const DEEPEST = 64;

/** Of a text, in quarters. Stops as soon as it is above `most`, so that it never costs more than the budget does. */
export function costOfText(text: string, most = Number.POSITIVE_INFINITY): number {
  let cost = 0;
  for (let at = 0; at < text.length && cost <= most; at++) cost += costOfUnit(text.charCodeAt(at));
  return cost;
}

export function costOfUnit(unit: number): number {
  if (unit > 127) return unit >= 0xd800 && unit <= 0xdfff ? ESCAPED_BY_NUMBER : BEYOND_ASCII;
  if (unit < 32) return unit === 10 || unit === 9 || unit === 13 ? ESCAPED : ESCAPED_BY_NUMBER;
  if (unit === 34 || unit === 92) return ESCAPED;
  const isLetter = (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit === 32;
  return isLetter ? LETTER : OTHER_ASCII;
}

/** What a string has around it, and what a member has between its name and its value and behind it. */
export const AROUND_TEXT = 2 * OTHER_ASCII;
export const AROUND_MEMBER = 2 * OTHER_ASCII;

/** Of a JSON value, in quarters. Above `most` it stops: then it says only that the value costs more. */
export function costOfValue(value: unknown, most = Number.POSITIVE_INFINITY, depth = 0): number {
  if (typeof value === 'string') return costOfText(value, most) + AROUND_TEXT;
  if (typeof value !== 'object' || value === null) return costOfText(String(value));
  if (depth >= DEEPEST) return Number.POSITIVE_INFINITY;
  let cost = AROUND_TEXT;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (cost > most) return cost;
      cost += costOfValue(item, most - cost, depth + 1) + OTHER_ASCII;
    }
    return cost;
  }
  // Not `Object.entries`: it would list a million keys to look at the first thousand.
  for (const key in value) {
    if (cost > most) return cost;
    if (!Object.hasOwn(value, key)) continue;
    cost += costOfText(key, most - cost) + AROUND_TEXT + AROUND_MEMBER;
    cost += costOfValue(Reflect.get(value, key), most - cost, depth + 1);
  }
  return cost;
}
