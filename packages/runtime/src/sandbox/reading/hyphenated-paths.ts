// Finds `tools.github.list-issues(…)`, which JavaScript reads as a subtraction.

import type { Program } from 'acorn';
import { calleeOf } from '../../callee.js';
import { nodesIn } from './parse-program.js';
import type { Misuse } from './misuses/unawaited-calls.js';

/** Bounded, because it is tried at many places. */
const HYPHENATED =
  /tools((?:\.[A-Za-z_$][\w$]{0,100}){0,7}\.[A-Za-z_$][\w$]{0,100}(?:-[A-Za-z_$][\w$]{0,100}){1,20})(\.[\w$-]{1,100})?[ \t]*\(/y;
const ANYWHERE = new RegExp(HYPHENATED.source, 'g');

const wordsOn = (path: string): string => `A path with a hyphen needs brackets: write ${calleeOf(path.slice(1))}(…)`;

export function findHyphenated(program: Program, text: string): Misuse | undefined {
  for (const node of nodesIn([program])) {
    if (node.type !== 'BinaryExpression' || node.operator !== '-') continue;
    const read = node.left.type === 'AwaitExpression' ? node.left.argument : node.left;
    HYPHENATED.lastIndex = read.start;
    const [, path, rest = ''] = read.type === 'MemberExpression' ? (HYPHENATED.exec(text) ?? []) : [];
    if (path !== undefined) return { at: read.start, message: wordsOn(path + rest) };
  }
  return undefined;
}

/** For a text that does not compile, such as `tools.github.list-issues-for-repo(…)`. */
export function adviceOnHyphens(text: string): string | undefined {
  ANYWHERE.lastIndex = 0;
  const [, path, rest = ''] = ANYWHERE.exec(text) ?? [];
  return path === undefined ? undefined : wordsOn(path + rest);
}
