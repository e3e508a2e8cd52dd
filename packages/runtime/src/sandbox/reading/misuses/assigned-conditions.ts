// Finds a condition that assigns a constant, `if (r.status = 200)`: it is always the same, and the value is lost.

import type { AnyNode, Program } from 'acorn';
import { isFunction, nodesIn } from '../parse-program.js';
import type { Misuse } from './unawaited-calls.js';

export function findAssignedCondition(program: Program): Misuse | undefined {
  for (const node of nodesIn([program])) {
    const test = testOf(node);
    if (!test) continue;
    for (const part of nodesIn([test], (one) => !isFunction(one)))
      if (part.type === 'AssignmentExpression' && part.operator === '=' && isConstant(part.right))
        return { at: part.start, message: 'The condition assigns and does not compare: write === in place of =' };
  }
  return undefined;
}

function testOf(node: AnyNode): AnyNode | null | undefined {
  switch (node.type) {
    case 'IfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ConditionalExpression':
      return node.test;
    default:
      return undefined;
  }
}

const isConstant = (node: AnyNode): boolean =>
  node.type === 'Literal' ||
  (node.type === 'TemplateLiteral' && node.expressions.length === 0) ||
  (node.type === 'UnaryExpression' && node.argument.type === 'Literal');
