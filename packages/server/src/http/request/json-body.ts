// A request body as JSON that can be read in one way only.
//
// Threat: `{"approved":true,"approved":false}`. Parsers differ in which of the two they take, so a proxy or a log may have
// seen another answer than the one given here. A parsed value no longer shows this, so the text is checked. So is its
// depth: walking a value that is nested very deep overflows the stack.

import { JSON_TOKEN, keyGivenTwice } from './json-tokens.js';
import { RequestError } from './request-errors.js';

/** More than the arguments of a call may have, with the body's own members around them. */
const MAX_DEPTH = 128;

export function parseJsonBody(text: string): unknown {
  if (isDeeperThan(text, MAX_DEPTH))
    throw new RequestError(
      'request/too-deep',
      400,
      `Cannot read the request: its body is nested deeper than ${MAX_DEPTH}`,
    );
  const value = parse(text);
  const twice = keyGivenTwice(text);
  if (twice === undefined) return value;
  throw new RequestError(
    'request/duplicate-key',
    400,
    `Cannot read the request: its body has the key ${twice.slice(0, 100)} twice in one object; give it once`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestError('request/not-json', 400, 'Cannot read the request: its body is not JSON');
  }
}

function isDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    if (depth > most) return true;
  }
  return false;
}
