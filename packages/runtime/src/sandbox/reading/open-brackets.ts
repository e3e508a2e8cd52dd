// Which bracket is still open where a text stops making sense: the compiler says what it expected there, which is often
// many lines below the bracket that nobody closed.

import { tokenizer, tokTypes } from 'acorn';

export interface OpenBracket {
  readonly bracket: string;
  readonly line: number;
}

/** The innermost bracket that is open before an offset; undefined if none is, or the text cannot be read so far. */
export function openBracket(text: string, before: number): OpenBracket | undefined {
  const open: { readonly bracket: string; readonly start: number }[] = [];
  try {
    for (const { type, start } of tokenizer(text, { ecmaVersion: 'latest' })) {
      if (start >= before) break;
      const bracket = OPENING.get(type);
      if (bracket !== undefined) open.push({ bracket, start });
      else if (CLOSING.has(type)) open.pop();
    }
  } catch {
    // What is in front of the place that cannot be read is known.
  }
  const last = open.at(-1);
  return last && { bracket: last.bracket, line: text.slice(0, last.start).split('\n').length };
}

const OPENING: ReadonlyMap<unknown, string> = new Map([
  [tokTypes.parenL, '('],
  [tokTypes.bracketL, '['],
  [tokTypes.braceL, '{'],
  [tokTypes.dollarBraceL, '${'],
]);
const CLOSING: ReadonlySet<unknown> = new Set([tokTypes.parenR, tokTypes.bracketR, tokTypes.braceR]);
