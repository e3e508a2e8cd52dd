// What the types of results say of a program that ran, though each of it can work: a comparison that never holds, an object
// looked for by a text, a member of a list. An API may return what its schema does not say, so none of it keeps a program
// from starting.

import type { ts } from '@ts-morph/common';
import type { Finding } from '../check-request.ts';
import type { Checked } from './checked.ts';

type Compiler = typeof ts;
type Place = { readonly start: number; readonly length: number };

const NO_OVERLAP = 2367;
const NO_MEMBER: ReadonlySet<number> = new Set([2339, 2551]);
const UNFIT = 2345;
const LOOKS: ReadonlySet<string> = new Set(['includes', 'indexOf', 'lastIndexOf']);
const LONGEST = 200;

export function createSuspicions(compiler: Compiler) {
  const isDeclaredMember = (node: ts.Expression, { checker, declared }: Checked): boolean =>
    compiler.isPropertyAccessExpression(node) &&
    (checker.getSymbolAtLocation(node.name)?.declarations?.some((one) => one.getSourceFile() === declared) ?? false);

  const isPlain = (node: ts.Expression): boolean =>
    compiler.isStringLiteralLike(node) || compiler.isNumericLiteral(node);

  /** `issue.state === "OPEN"`, where the state is "open" or "closed". */
  const ofComparison = (node: ts.Node, checked: Checked): string | undefined => {
    if (!compiler.isBinaryExpression(node)) return undefined;
    const { left, right } = node;
    const [member, value] = isPlain(right) ? [left, right] : [right, left];
    if (!isPlain(value) || !isDeclaredMember(member, checked)) return undefined;
    const type = checked.checker.typeToString(checked.checker.getTypeAtLocation(member)).slice(0, LONGEST);
    const name = member.getText(checked.source).slice(0, LONGEST);
    return `${name} is ${type}, and never ${value.getText(checked.source).slice(0, LONGEST)}`;
  };

  /** `issue.labels.includes("bug")`, where labels are objects. */
  const ofLooking = (node: ts.Node, checked: Checked): string | undefined => {
    const call = node.parent;
    if (!compiler.isExpression(node) || !isPlain(node) || !compiler.isCallExpression(call)) return undefined;
    const { expression } = call;
    if (!compiler.isPropertyAccessExpression(expression) || !LOOKS.has(expression.name.text)) return undefined;
    if (!isDeclaredMember(expression.expression, checked)) return undefined;
    const { checker } = checked;
    const list = checker.getTypeAtLocation(expression.expression);
    const item = checker.isArrayType(list) ? list.getNumberIndexType() : undefined;
    const key = item?.getProperties().find((one) => {
      const type = checker.getTypeOfSymbolAtLocation(one, node);
      return (type.flags & compiler.TypeFlags.StringLike) !== 0;
    });
    if (key === undefined) return undefined;
    return `This list has objects, so ${node.getText(checked.source).slice(0, LONGEST)} is never found: write .some((one) => one.${key.name} === ${node.getText(checked.source).slice(0, LONGEST)})`;
  };

  /** `r.items?.length`, where the result is a list itself; `r.items ?? r` knows that it may be one. */
  const ofListMember = (node: ts.Node, { checker, source }: Checked): string | undefined => {
    const access = node.parent;
    if (!compiler.isPropertyAccessExpression(access) || access.name !== node) return undefined;
    const { expression } = access;
    if (!compiler.isIdentifier(expression) || !checker.isArrayType(checker.getTypeAtLocation(expression)))
      return undefined;
    let around: ts.Node = access;
    while (around.parent !== undefined && !compiler.isStatement(around)) around = around.parent;
    const { text } = expression;
    const isAlsoTaken = new RegExp(`(?<![\\w$.])${text.replaceAll('$', '\\$')}(?![\\w$]|\\s*\\??\\.)`).test(
      around.getText(source).slice(0, 2_000),
    );
    const isAssigned =
      compiler.isBinaryExpression(access.parent) &&
      access.parent.left === access &&
      access.parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken;
    return isAlsoTaken || isAssigned
      ? undefined
      : `${text} is a list, and has no "${access.name.text}": use ${text} itself`;
  };

  return ({ code }: ts.Diagnostic, node: ts.Node, place: Place, checked: Checked): Finding | undefined => {
    const message =
      code === NO_OVERLAP
        ? ofComparison(node, checked)
        : code === UNFIT
          ? ofLooking(node, checked)
          : NO_MEMBER.has(code)
            ? ofListMember(node, checked)
            : undefined;
    return message === undefined ? undefined : { kind: 'suspicion', message, ...place };
  };
}
