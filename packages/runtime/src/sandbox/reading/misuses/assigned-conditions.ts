// Finds a condition that assigns a constant, `if (r.status = 200)`: it is always the same, and the value is lost. Two
// brackets around it, `if ((found = true))`, say that it is meant.

import type { AnyNode, Program } from 'acorn';
import { isFunction, nodesIn } from '../parse-program.js';
import type { Misuse } from './unawaited-calls.js';

export function findAssignedCondition(program: Program, text: string): Misuse | undefined {
  for (const node of nodesIn([program])) {
    const test = testOf(node);
    if (!test) continue;
    for (const part of nodesIn([test], (one) => !isFunction(one)))
      if (part.type === 'AssignmentExpression' && part.operator === '=' && isConstant(part.right)) {
        if (isInTwoBrackets(part, text)) continue;
        return { at: part.start, message: MESSAGE };
      }
  }
  return undefined;
}

const MESSAGE =
  'The condition assigns and does not compare: write === in place of =, or put it in double brackets if it is to assign';

/** In as many steps as there are blanks. */
function isInTwoBrackets({ start, end }: AnyNode, text: string): boolean {
  const next = (from: number, step: 1 | -1): number => {
    let at = from;
    while (BLANKS.has(text.charAt(at))) at += step;
    return at;
  };
  const before = next(start - 1, -1);
  const after = next(end, 1);
  return (
    text.charAt(before) === '(' &&
    text.charAt(next(before - 1, -1)) === '(' &&
    text.charAt(after) === ')' &&
    text.charAt(next(after + 1, 1)) === ')'
  );
}
const BLANKS: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r']);

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
