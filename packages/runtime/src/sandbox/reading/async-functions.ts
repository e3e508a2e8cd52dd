import type { AnyNode, Program } from 'acorn';
import type { BoundNames } from './bound-names.js';
import { nodesIn } from './parse-program.js';

/** Names that stand for one async function of the program, wherever they are read: a call of it is a promise. */
export function asyncFunctions(program: Program, bound: BoundNames): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodesIn([program])) {
    const id = node.type === 'FunctionDeclaration' || node.type === 'VariableDeclarator' ? node.id : undefined;
    const made = node.type === 'VariableDeclarator' ? node.init : node;
    if (id?.type === 'Identifier' && isAsync(made) && bound.get(id.name) === 1) names.add(id.name);
  }
  return names;
}

export const isAsync = (node: AnyNode | null | undefined): boolean =>
  (node?.type === 'FunctionDeclaration' ||
    node?.type === 'FunctionExpression' ||
    node?.type === 'ArrowFunctionExpression') &&
  node.async &&
  !node.generator;
