// Where a program that ends in an `if` or a `try` leaves its value: the last expression of each of its branches.

import type { AnyNode } from 'acorn';
import type { TextEdit } from './text-edits.js';

/** What returns an expression that is a statement: the edits, with `return` or `return await` in front of it. */
export type Returning = (statement: AnyNode, word: string) => readonly TextEdit[];

/** What puts `return` in front of them; none where a branch ends in anything else, which is then not meant as a value. */
export function returnEndings(last: AnyNode, returning: Returning): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const open: { readonly node: AnyNode | null | undefined; readonly inTry: boolean }[] = [{ node: last, inTry: false }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { node, inTry } = one;
    switch (node?.type) {
      case 'IfStatement':
        open.push({ node: node.alternate, inTry }, { node: node.consequent, inTry });
        break;
      case 'TryStatement':
        open.push({ node: node.handler?.body, inTry }, { node: node.block, inTry: true });
        break;
      case 'BlockStatement':
        open.push({ node: node.body.at(-1), inTry });
        break;
      case 'ExpressionStatement':
        // A promise that is returned is not awaited by the `try` around it.
        if (VALUES.has(node.expression.type))
          edits.push(
            ...returning(node, inTry && node.expression.type !== 'AwaitExpression' ? 'return await ' : 'return '),
          );
        break;
    }
  }
  return edits.toSorted((a, b) => a.at - b.at);
}

/** Expressions that are of no use but for their value, or are awaited. */
const VALUES: ReadonlySet<string> = new Set([
  'AwaitExpression',
  'Identifier',
  'MemberExpression',
  'TemplateLiteral',
  'ArrayExpression',
]);
