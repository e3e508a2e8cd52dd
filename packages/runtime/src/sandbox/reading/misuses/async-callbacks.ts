// Finds an async function where a list wants an answer at once: `list.filter(async (one) => …)` keeps everything, because a
// promise counts as true; and `await list.map(async …)`, which waits for nothing, because a list is no promise.

import type { AnyNode, Program } from 'acorn';
import { asyncFunctions, isAsync } from '../async-functions.js';
import { boundNames } from '../bound-names.js';
import { nodesIn } from '../parse-program.js';
import type { Misuse } from './unawaited-calls.js';

const EACH = 'write a loop, for (const item of list) if (await …) …';
const WRITE: ReadonlyMap<string, string> = new Map([
  [
    'filter',
    'all pass: write const keep = await Promise.all(list.map(async (item) => …)), then list.filter((_, i) => keep[i])',
  ],
  ['some', `it is always true: ${EACH}`],
  ['every', `it is always true: ${EACH}`],
  ['find', `the first is found: ${EACH}`],
  ['flatMap', 'nothing is flattened: write (await Promise.all(list.map(async (item) => …))).flat()'],
  ['findIndex', `the first is found: ${EACH}`],
  ['findLast', `the last is found: ${EACH}`],
  [
    'sort',
    'nothing is sorted: read what to sort by first, const keys = await Promise.all(list.map(async (item) => …))',
  ],
  [
    'toSorted',
    'nothing is sorted: read what to sort by first, const keys = await Promise.all(list.map(async (item) => …))',
  ],
]);

export function findAsyncCallback(program: Program, text: string): Misuse | undefined {
  if (!text.includes('async')) return undefined;
  const names = asyncFunctions(program, boundNames(program));
  const own = ownMethods(program);
  const takesAsync = (node: AnyNode): string | undefined => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.callee.computed)
      return undefined;
    const { property } = node.callee;
    const [first] = node.arguments;
    const isOne = isAsync(first) || (first?.type === 'Identifier' && names.has(first.name));
    return isOne && property.type === 'Identifier' && !own.has(property.name) ? property.name : undefined;
  };
  for (const node of nodesIn([program])) {
    if (node.type === 'AwaitExpression' && takesAsync(node.argument) === 'map')
      return {
        at: node.start,
        message: 'await does not wait for a list of promises: write await Promise.all(list.map(async (item) => …))',
      };
    const name = takesAsync(node);
    const write = name === undefined ? undefined : WRITE.get(name);
    if (write !== undefined && node.type === 'CallExpression' && node.callee.type === 'MemberExpression')
      return { at: node.callee.property.start, message: `${name} does not wait for an async function, so ${write}` };
  }
  return undefined;
}

/** A class or object of the program may have such a method that waits. */
function ownMethods(program: Program): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodesIn([program]))
    if ((node.type === 'MethodDefinition' || node.type === 'Property') && node.key.type === 'Identifier')
      names.add(node.key.name);
  return names;
}
