// What can be known about a JSON text before it is parsed.

export interface Measured {
  readonly depth: number;
  readonly containers: number;
  readonly mayOverflow: boolean;
}

/**
 * How deep a JSON text nests, found without parsing it: a parser that goes too deep may overflow its stack.
 * How many objects and lists it holds. And whether a number in it may be too large for a double: it would be read as Infinity, which is not JSON again.
 */
export function measureJson(text: string): Measured {
  let depth = 0;
  let deepest = 0;
  let containers = 0;
  let digits = 0;
  let mayOverflow = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= ZERO && unit <= NINE) mayOverflow ||= ++digits > SAFE_DIGITS;
    else {
      if (unit === QUOTE) i = endOfString(text, i + 1);
      else if (unit === OPEN_BRACKET || unit === OPEN_BRACE) {
        containers++;
        deepest = Math.max(deepest, ++depth);
      } else if (unit === CLOSE_BRACKET || unit === CLOSE_BRACE) depth--;
      else if (unit === LOWER_E || unit === UPPER_E) mayOverflow ||= digits > 0;
      digits = 0;
    }
  }
  return { depth: deepest, containers, mayOverflow };
}

/** The place of the quote that ends a string, or of the text's end. Most of a long text is looked at by the engine itself. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (at - escapes > from && text.charCodeAt(at - escapes - 1) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

/** For a value that is known to be shallow. */
export function isFiniteThroughout(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isFiniteThroughout);
}

const ZERO = 48;
const NINE = 57;
const UPPER_E = 69;
const LOWER_E = 101;
/** The largest double has 309 digits. */
const SAFE_DIGITS = 308;
const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;
const CLOSE_BRACKET = 93;
const CLOSE_BRACE = 125;
