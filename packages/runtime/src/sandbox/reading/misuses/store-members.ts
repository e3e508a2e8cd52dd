// Finds `store` used as an object with the program's own keys, `store.visits = 1`, or as another kind of store,
// `store.getItem("visits")`. It has four methods; a key that is read from it would be `undefined` without a word.

import type { AnyNode, Program } from 'acorn';
import { nodesIn } from '../parse-program.js';
import { declaredNames } from '../undeclared-names.js';
import type { Misuse } from './unawaited-calls.js';

const METHODS: ReadonlySet<string> = new Set(['get', 'set', 'delete', 'list']);
/** What every object has. */
const OF_OBJECTS: ReadonlySet<string> = new Set(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']);
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['getItem', 'await store.get(key)'],
  ['read', 'await store.get(key)'],
  ['load', 'await store.get(key)'],
  ['setItem', 'await store.set(key, value)'],
  ['put', 'await store.set(key, value)'],
  ['save', 'await store.set(key, value)'],
  ['write', 'await store.set(key, value)'],
  ['removeItem', 'await store.delete(key)'],
  ['remove', 'await store.delete(key)'],
  ['has', '(await store.get(key)) !== undefined'],
  ['keys', 'await store.list()'],
  ['clear', 'for (const key of await store.list()) await store.delete(key)'],
]);

export function findStoreMember(program: Program, text: string): Misuse | undefined {
  if (!text.includes('store') || declaredNames(program).has('store')) return undefined;
  const written = new Set<AnyNode>();
  const called = new Set<AnyNode>();
  for (const node of nodesIn([program])) {
    if (node.type === 'AssignmentExpression') written.add(node.left);
    if (node.type === 'UpdateExpression') written.add(node.argument);
    if (node.type === 'CallExpression') called.add(node.callee);
    if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier' || node.object.name !== 'store') continue;
    const key = keyOf(node, text);
    if (key === undefined) continue;
    const known = called.has(node)
      ? (ELSEWHERE.get(key.name) ?? 'store.get, store.set, store.delete or store.list')
      : undefined;
    const wanted =
      known ?? (written.has(node) ? `await store.set(${key.written}, value)` : `await store.get(${key.written})`);
    return { at: node.property.start, message: `store keeps nothing as its own members: write ${wanted}` };
  }
  return undefined;
}

/** Undefined for what `store` has, or may have. */
function keyOf(node: Extract<AnyNode, { type: 'MemberExpression' }>, text: string) {
  const { property, computed } = node;
  if (!computed && property.type !== 'Identifier') return undefined;
  const name = computed
    ? property.type === 'Literal' && typeof property.value === 'string'
      ? property.value
      : undefined
    : property.type === 'Identifier'
      ? property.name
      : '';
  if (name === undefined) return { name: '', written: text.slice(property.start, property.end).slice(0, LONGEST) };
  return METHODS.has(name) || OF_OBJECTS.has(name)
    ? undefined
    : { name, written: JSON.stringify(name.slice(0, LONGEST)) };
}
const LONGEST = 60;
