// Finds what is assigned to a name that nothing declares: `result = await tools.a.b()`, and `tools.a.b(path="x")`, which is
// how Python names arguments. The engine refuses it only once the right side has been evaluated: after the call.

import type { AnyNode, Program } from 'acorn';
import { GUEST_GLOBALS } from '../permitted-globals.js';
import { nodesIn } from './parse-program.js';
import type { Misuse } from './misuses/unawaited-calls.js';

export function findUndeclared(program: Program, text: string): Misuse | undefined {
  // A program that writes to the global object may declare names in ways that its text does not tell.
  if (text.includes('globalThis')) return undefined;
  const declared = declaredNames(program);
  const isUndeclared = (node: AnyNode): node is Extract<AnyNode, { type: 'Identifier' }> =>
    node.type === 'Identifier' && !declared.has(node.name) && !Object.hasOwn(GUEST_GLOBALS, node.name);
  for (const node of nodesIn([program])) {
    switch (node.type) {
      case 'CallExpression':
        for (const one of node.arguments)
          if (one.type === 'AssignmentExpression' && isUndeclared(one.left)) return namedArgument(node, text);
        break;
      case 'AssignmentExpression':
        if (isUndeclared(node.left))
          return {
            at: node.start,
            message: `${node.left.name} is not declared: write ${node.operator === '=' ? 'const' : 'let'} ${node.left.name} = …, or let where it changes`,
          };
        break;
      case 'UpdateExpression':
        if (isUndeclared(node.argument))
          return {
            at: node.start,
            message: `${node.argument.name} is not declared: write let ${node.argument.name} = 0 before it`,
          };
        break;
      case 'ForOfStatement':
      case 'ForInStatement':
        if (isUndeclared(node.left))
          return {
            at: node.left.start,
            message: `${node.left.name} is not declared: write for (const ${node.left.name} ${node.type === 'ForOfStatement' ? 'of' : 'in'} …)`,
          };
        break;
    }
  }
  return undefined;
}

const MOST_NAMED = 10;
const LONGEST = 60;

function namedArgument(node: Extract<AnyNode, { type: 'CallExpression' }>, text: string): Misuse {
  const fields = node.arguments
    .slice(0, MOST_NAMED)
    .map((one) =>
      one.type === 'AssignmentExpression'
        ? `${text.slice(one.left.start, one.left.end)}: ${shortened(text.slice(one.right.start, one.right.end))}`
        : '…',
    );
  const callee = shortened(text.slice(node.callee.start, node.callee.end));
  return {
    at: node.arguments[0]?.start ?? node.start,
    message: `Arguments have no names in JavaScript: write ${callee}({ ${fields.join(', ')} })`,
  };
}

const shortened = (text: string): string => (text.length > LONGEST ? '…' : text);

export function declaredNames(program: Program): ReadonlySet<string> {
  const declared = new Set<string>();
  const declare = (pattern: AnyNode | null | undefined): void => {
    for (const node of pattern ? nodesIn([pattern]) : []) if (node.type === 'Identifier') declared.add(node.name);
  };
  for (const node of nodesIn([program])) {
    switch (node.type) {
      case 'VariableDeclarator':
      case 'ClassDeclaration':
      case 'ClassExpression':
        declare(node.id);
        break;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        declare(node.id);
        for (const param of node.params) declare(param);
        break;
      case 'CatchClause':
        declare(node.param);
        break;
    }
  }
  return declared;
}
