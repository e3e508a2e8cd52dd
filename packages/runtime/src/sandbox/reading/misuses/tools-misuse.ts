// Finds `tools` used as what it is not: an object of the program's own, `const tools = { … }`, whose methods would be called in
// its place; a member of `this`; and something whose functions can be told apart, `typeof tools.a.b === "function"`.

import type { AnyNode, Program } from 'acorn';
import { nodesIn } from '../parse-program.js';
import type { Misuse } from './unawaited-calls.js';

export function findToolsMisuse(program: Program): Misuse | undefined {
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init, start } of statement.declarations)
      if (id.type === 'Identifier' && id.name === 'tools' && init?.type === 'ObjectExpression')
        return {
          at: start,
          message:
            'tools is declared by the program, so no tool would be called: remove this declaration, tools is there already',
        };
  }
  for (const node of nodesIn([program])) {
    if (node.type === 'UnaryExpression' && node.operator === 'typeof' && isTools(node.argument, 0))
      return {
        at: node.start,
        message:
          'Every path of tools is a function, whether or not there is such a tool: ask with await tools.$search("words"), or call it',
      };
  }
  return undefined;
}

/** `tools`, or a path below it. */
function isTools(node: AnyNode, depth: number): boolean {
  if (depth > 20) return false;
  if (node.type === 'ChainExpression') return isTools(node.expression, depth + 1);
  if (node.type === 'MemberExpression') return isTools(node.object, depth + 1);
  return depth > 0 && node.type === 'Identifier' && node.name === 'tools';
}
