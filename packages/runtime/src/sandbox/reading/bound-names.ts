import type { AnyNode, Program } from 'acorn';
import { nodesIn } from './parse-program.js';

/** How often each name is declared or assigned to, anywhere in a program: rather too often than too seldom. */
export type BoundNames = ReadonlyMap<string, number>;

export function boundNames(program: Program): BoundNames {
  const bound = new Map<string, number>();
  const bind = (pattern: AnyNode | null | undefined): void => {
    for (const name of pattern ? namesIn(pattern) : []) bound.set(name, (bound.get(name) ?? 0) + 1);
  };
  for (const node of nodesIn([program])) {
    switch (node.type) {
      case 'VariableDeclarator':
      case 'ClassDeclaration':
        bind(node.id);
        break;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        bind(node.id);
        for (const param of node.params) bind(param);
        break;
      case 'CatchClause':
        bind(node.param);
        break;
      case 'AssignmentExpression':
        bind(node.left);
        break;
      case 'UpdateExpression':
        bind(node.argument);
        break;
    }
  }
  return bound;
}

function* namesIn(pattern: AnyNode): Generator<string> {
  for (const node of nodesIn([pattern])) if (node.type === 'Identifier') yield node.name;
}
