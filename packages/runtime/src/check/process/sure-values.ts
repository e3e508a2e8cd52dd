// Whether a value certainly does not fit a tool's argument. The compiler knows a variable's first value,
// but not what the program did to it afterwards; an object literal in the call itself is what the tool gets.

import type { ts } from '@ts-morph/common';

type Compiler = typeof ts;

/** `const state = 'open'` in an object is a string to the compiler, and fits no enumeration. */
const WIDE = /^Type '(?:string|number|boolean)' is not assignable to type '(?:"|\d|true|false)/;

const ARITY: ReadonlySet<number> = new Set([2554, 2555]);
const EXCESS: ReadonlySet<number> = new Set([2353, 2561]);

export function createSureValues(compiler: Compiler) {
  const isWideLiteral = ({ messageText }: ts.Diagnostic): boolean => {
    let chain: string | ts.DiagnosticMessageChain = messageText;
    while (typeof chain !== 'string') {
      if (WIDE.test(chain.messageText)) return true;
      chain = chain.next?.[0] ?? '';
    }
    return WIDE.test(chain);
  };

  const isSureValue = (value: ts.Expression, checker: ts.TypeChecker): boolean => {
    if (compiler.isParenthesizedExpression(value)) return isSureValue(value.expression, checker);
    if (compiler.isObjectLiteralExpression(value)) return !value.properties.some(compiler.isSpreadAssignment);
    if (compiler.isArrayLiteralExpression(value)) return value.elements.every((one) => isSureValue(one, checker));
    const type = checker.getTypeAtLocation(value);
    return (type.flags & SURE) !== 0 || type.getSymbol()?.name === 'Promise' || checker.isArrayType(type);
  };
  const { StringLike, NumberLike, BooleanLike, BigIntLike } = compiler.TypeFlags;
  const SURE = StringLike | NumberLike | BooleanLike | BigIntLike;

  const isSure = (
    node: ts.Node,
    { code }: ts.Diagnostic,
    call: ts.CallExpression,
    checker: ts.TypeChecker,
  ): boolean => {
    if (ARITY.has(code)) return !call.arguments.some(compiler.isSpreadElement);
    if (EXCESS.has(code)) return true;
    const value = valueAt(node, call);
    return value !== undefined && isSureValue(value, checker);
  };

  /** What the compiler compared: the member at that place, or the argument. */
  const valueAt = (node: ts.Node, call: ts.CallExpression): ts.Expression | undefined => {
    for (let one = node; one !== call; one = one.parent) {
      const { parent } = one;
      if (compiler.isPropertyAssignment(one)) return one.initializer;
      if (compiler.isShorthandPropertyAssignment(one)) return one.name;
      if (compiler.isPropertyAssignment(parent) && parent.name === one) return parent.initializer;
      if (parent === call) return call.arguments.find((argument) => argument === one) ?? call.arguments[0];
      if (compiler.isArrayLiteralExpression(parent)) return compiler.isExpression(one) ? one : undefined;
    }
    return call.arguments[0];
  };

  return { isWideLiteral, isSure };
}
