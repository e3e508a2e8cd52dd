// Finds a text in quotes that its line does not close, or that an apostrophe closes too early: `'It's raining'`. The compiler
// blames what comes behind it, often a line later.

import { tokenizer } from 'acorn';
import type { Misuse } from './misuses/unawaited-calls.js';

const LONGEST = 100_000;
const MESSAGE = 'Unterminated string constant';
/** What stands in front of a text in a program, and hardly of a quote in prose. */
const BEFORE_TEXT = /(?:[=(,:[{+?&|]|\breturn)[ \t]*$/;

export function openText(source: string): Misuse | undefined {
  const at = source.length > LONGEST ? undefined : unclosedQuote(source);
  if (at === undefined) return undefined;
  const lineStart = source.lastIndexOf('\n', at) + 1;
  const end = source.indexOf('\n', at);
  const line = source.slice(lineStart, end < 0 ? undefined : end);
  const quote = source.charAt(at);
  const inside = quote === "'" ? /[A-Za-z]'[A-Za-z]/.exec(line) : null;
  const opened = inside === null ? -1 : line.slice(0, inside.index).lastIndexOf(quote);
  if (inside !== null && opened >= 0 && BEFORE_TEXT.test(line.slice(0, opened)))
    return {
      at: lineStart + inside.index + 1,
      message: `The ' inside of the text ends it: write the text in "…", or \\' for this one`,
    };
  return BEFORE_TEXT.test(line.slice(0, at - lineStart))
    ? {
        at,
        message: `The text that begins here is not closed in its line: close it with ${quote}, or write \`…\` for a text of several lines`,
      }
    : undefined;
}

function unclosedQuote(source: string): number | undefined {
  try {
    for (const _ of tokenizer(source, { ecmaVersion: 'latest' }));
  } catch (error) {
    const isOpen = error instanceof SyntaxError && error.message.startsWith(MESSAGE);
    return isOpen && 'pos' in error && typeof error.pos === 'number' ? error.pos : undefined;
  }
  return undefined;
}
