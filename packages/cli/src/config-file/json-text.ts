import { UsageError } from '../command/usage-error.js';
import { keyGivenTwice, placeAt } from './key-places.js';

/** Parses JSON; a failure names the file, the line and the column. A key that is there twice could mean either. */
export function parseJsonFile(file: string, text: string): unknown {
  const deep = deeperThan(text, MAX_DEPTH);
  if (deep !== undefined)
    throw new UsageError(
      'config/too-deep',
      `Cannot read "${file}": it is nested deeper than ${MAX_DEPTH} (line ${placeAt(text, deep).line}); write it flatter`,
    );
  const value = parse(file, text);
  const twice = keyGivenTwice(text);
  if (twice === undefined) return value;
  throw new UsageError(
    'config/duplicate-key',
    `Cannot read "${file}": it has the key ${twice.key.slice(0, 100)} twice in one object; give it once (line ${twice.line} column ${twice.column})`,
  );
}

/** As deep as the HTTP API reads. Threat: a condition that is nested so deep that reading it never ends. */
const MAX_DEPTH = 128;

/** A text without an end goes to the end: looking for another one from each of its quotes would take the square of the time. */
const TEXT_OR_BRACKET = /"(?:[^"\\]|\\[\s\S]?)*"?|[{}[\]]/g;

/** Where a text is nested deeper than that. */
function deeperThan(text: string, most: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TEXT_OR_BRACKET)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth > most) return index;
  }
  return undefined;
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new UsageError('config/not-json', `Cannot read "${file}": ${withPosition(problem, text)}${adviceOn(text)}`);
  }
}

/** The engine's own words, which name the place for some errors and not for others. */
function withPosition(problem: string, text: string): string {
  if (/line \d+ column \d+/.test(problem)) return problem;
  const { line, column } = placeAt(text, firstNonToken(text));
  const what = problem.replace(/, (\.\.\.)?".*$/s, ' in JSON');
  return `${what} (line ${line} column ${column})`;
}

const TOKEN = /\s+|"(?:[^"\\\p{Cc}]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/uy;

/** Where the text stops being JSON tokens: its end, if only their order is wrong. */
function firstNonToken(text: string): number {
  TOKEN.lastIndex = 0;
  let end = 0;
  while (TOKEN.test(text)) end = TOKEN.lastIndex;
  return end;
}

/** What people write in JSON that other tools allow. */
function adviceOn(text: string): string {
  if (/^\/[/*]/.test(text.slice(firstNonToken(text))))
    return '. JSON has no comments: remove them, or write a toolshed.config.ts';
  if (/,\s*[}\]]/.test(text)) return '. JSON has no comma before a closing bracket: remove it';
  if (/^\s*'/.test(text.slice(firstNonToken(text)))) return '. JSON has texts in double quotes';
  return '';
}
