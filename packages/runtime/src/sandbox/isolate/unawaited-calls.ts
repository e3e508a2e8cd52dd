// Finds what is read of a tool's promise as if it were its result: `tools.a.list().items`, or `const r = tools.a.list();
// r.items`. A promise has no such member, so the program would continue with `undefined`. Only certain mistakes are reported:
// a name must be bound once in the whole program and never assigned to.

import type { AnyNode, Program } from 'acorn';
import { nodesIn } from './parse-program.js';

export interface Unawaited {
  readonly at: number;
  readonly message: string;
}

/** What a promise has, or every object. */
const OF_PROMISES: ReadonlySet<string> = new Set([
  'then',
  'catch',
  'finally',
  'constructor',
  'toString',
  'toLocaleString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  '__proto__',
]);

export function findUnawaited(program: Program, text: string): Unawaited | undefined {
  const bound = new Map<string, number>();
  const held = new Map<string, string>();
  const written = new Set<AnyNode>();
  const uses: { readonly object: AnyNode; readonly at: number; readonly what: string }[] = [];
  const bind = (pattern: AnyNode | null | undefined): void => {
    for (const name of pattern ? namesIn(pattern) : []) bound.set(name, (bound.get(name) ?? 0) + 1);
  };
  for (const node of nodesIn([program])) {
    switch (node.type) {
      case 'VariableDeclarator': {
        bind(node.id);
        const called = node.init ? toolOf(node.init, text) : undefined;
        if (called === undefined) break;
        if (node.id.type === 'Identifier') held.set(node.id.name, called);
        else if (node.init) uses.push({ object: node.init, at: node.start, what: 'taken apart' });
        break;
      }
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        bind(node.id);
        for (const param of node.params) bind(param);
        break;
      case 'ClassDeclaration':
        bind(node.id);
        break;
      case 'CatchClause':
        bind(node.param);
        break;
      case 'AssignmentExpression':
        bind(node.left);
        if (node.left.type === 'MemberExpression') written.add(node.left);
        break;
      case 'UpdateExpression':
        bind(node.argument);
        break;
      case 'ForOfStatement':
        if (!node.await) uses.push({ object: node.right, at: node.right.start, what: 'iterated' });
        break;
      case 'SpreadElement':
        uses.push({ object: node.argument, at: node.start, what: 'spread' });
        break;
      case 'MemberExpression':
        if (
          !node.computed &&
          node.property.type === 'Identifier' &&
          !OF_PROMISES.has(node.property.name) &&
          !written.has(node)
        )
          uses.push({ object: node.object, at: node.property.start, what: `read for .${node.property.name}` });
        break;
    }
  }
  if (bound.has('tools')) return undefined;
  for (const { object, at, what } of uses) {
    const called = toolOf(object, text);
    if (called !== undefined)
      return { at, message: `The promise of ${called} is ${what} before it is awaited: write (await ${called}(…))` };
    if (object.type !== 'Identifier') continue;
    const tool = bound.get(object.name) === 1 ? held.get(object.name) : undefined;
    if (tool !== undefined)
      return {
        at,
        message: `${object.name} is a promise and is ${what} before it is awaited: write ${object.name} = await ${tool}(…)`,
      };
  }
  return undefined;
}

/** The tool that an expression calls, as it is written there. */
function toolOf(node: AnyNode, text: string): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  let callee: AnyNode = node.callee;
  if (callee.type !== 'MemberExpression') return undefined;
  while (callee.type === 'MemberExpression') callee = callee.object;
  const written = text.slice(node.callee.start, node.callee.end);
  return callee.type === 'Identifier' && callee.name === 'tools' && written.length <= LONGEST ? written : undefined;
}
const LONGEST = 200;

function* namesIn(pattern: AnyNode): Generator<string> {
  for (const node of nodesIn([pattern])) if (node.type === 'Identifier') yield node.name;
}
