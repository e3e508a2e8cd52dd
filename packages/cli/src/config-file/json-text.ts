import { keyGivenTwice } from '@toolshed/server/command';
import { UsageError } from '../command/usage-error.js';

/** Parses JSON; a failure names the file, the line and the column. A key that is there twice could mean either. */
export function parseJsonFile(file: string, text: string): unknown {
  const value = parse(file, text);
  const twice = keyGivenTwice(text);
  if (twice === undefined) return value;
  throw new UsageError(
    'config/duplicate-key',
    `Cannot read "${file}": it has the key ${twice.slice(0, 100)} twice in one object; give it once`,
  );
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new UsageError('config/not-json', `Cannot read "${file}": ${withPosition(problem, text)}`);
  }
}

/** The engine's own words, which name the place for some errors and not for others. */
function withPosition(problem: string, text: string): string {
  if (/line \d+ column \d+/.test(problem)) return problem;
  const before = text.slice(0, firstNonToken(text)).split('\n');
  const what = problem.replace(/, (\.\.\.)?".*$/s, ' in JSON');
  return `${what} (line ${before.length} column ${(before.at(-1) ?? '').length + 1})`;
}

const TOKEN = /\s+|"(?:[^"\\\p{Cc}]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/uy;

/** Where the text stops being JSON tokens: its end, if only their order is wrong. */
function firstNonToken(text: string): number {
  TOKEN.lastIndex = 0;
  let end = 0;
  while (TOKEN.test(text)) end = TOKEN.lastIndex;
  return end;
}
