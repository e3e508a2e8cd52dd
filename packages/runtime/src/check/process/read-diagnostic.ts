// Which of the compiler's messages mean a real mistake. A program may be as lazy as JavaScript is, so a message counts only
// if the program cannot work: it names nothing that exists, or calls a tool with what the tool's schema refuses.

import type { ts } from '@ts-morph/common';
import type { Finding } from '../check-request.ts';
import type { Checked } from './checked.ts';
import { createSureValues } from './sure-values.ts';
import { createSuspicions } from './suspicions.ts';

type Compiler = typeof ts;

const NAMES: ReadonlySet<number> = new Set([2304, 2552, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593, 2868]);
const MEMBERS: ReadonlySet<number> = new Set([2339, 2551, 2550, 2568]);
/** Missing, excess and wrong arguments, and too few or too many of them. */
const ARGUMENTS: ReadonlySet<number> = new Set([
  2322, 2345, 2353, 2554, 2555, 2559, 2560, 2561, 2739, 2740, 2741, 2769, 2820,
]);
const NO_MODULE: ReadonlySet<number> = new Set([2307, 2792]);
const NOT_CALLABLE: ReadonlySet<number> = new Set([2349, 2721]);
const NOT_ITERABLE: ReadonlySet<number> = new Set([2488, 2495, 2548, 2549]);

export function createFindingReader(compiler: Compiler) {
  const { isWideLiteral, isSure } = createSureValues(compiler);
  const suspicionOf = createSuspicions(compiler);

  const promised = (node: ts.Node, checker: ts.TypeChecker): boolean =>
    checker.getTypeAtLocation(node).getSymbol()?.name === 'Promise';

  /** `tools.a.b` as a path; undefined if the expression starts anywhere else. */
  const pathOf = (node: ts.Node): string | undefined => {
    if (compiler.isIdentifier(node)) return node.text === 'tools' ? '' : undefined;
    if (!compiler.isPropertyAccessExpression(node)) return undefined;
    const before = pathOf(node.expression);
    return before === undefined ? undefined : [before, node.name.text].filter(Boolean).join('.');
  };

  /** The whole path that the program wrote, at its last name. */
  const readTool = (access: ts.PropertyAccessExpression, { source }: Checked): Finding | undefined => {
    let whole = access;
    while (compiler.isPropertyAccessExpression(whole.parent) && whole.parent.expression === whole) whole = whole.parent;
    const path = pathOf(whole);
    if (path === undefined) return undefined;
    const start = whole.name.getStart(source);
    return { kind: 'tool', path: path.slice(0, LONGEST), start, length: whole.end - start };
  };

  /** `require('fs')` and `import('fs')`, which the compiler blames on the module. */
  const readModule = (node: ts.Node, { source }: Checked): Finding => {
    const call = compiler.isCallExpression(node.parent) ? node.parent : node;
    const isRequired = compiler.isCallExpression(call) && compiler.isIdentifier(call.expression);
    const start = call.getStart(source);
    return { kind: 'name', name: isRequired ? 'require' : 'import', start, length: call.end - start };
  };

  const isDeclared = (type: ts.Type, { declared }: Checked): boolean =>
    (type.aliasSymbol ?? type.getSymbol())?.declarations?.some((one) => one.getSourceFile() === declared) ?? false;

  const readMember = (node: ts.Node, message: string, place: Place, checked: Checked): Finding | undefined => {
    const access = node.parent;
    if (compiler.isBindingElement(access)) return readBinding(access, node, message, place, checked);
    if (!compiler.isPropertyAccessExpression(access) || access.name !== node) return undefined;
    const { checker } = checked;
    const member = access.name.text;
    const tool = readTool(access, checked);
    if (tool !== undefined) return tool;
    if (promised(access.expression, checker)) return { kind: 'awaiting', member, ...place };
    const type = checker.getTypeAtLocation(access.expression);
    const parts = type.isUnion() ? type.types : [type];
    if (parts.some((one) => one.getProperty(member) !== undefined || isOpen(one))) return undefined;
    if (isAssigned(compiler, access)) return undefined;
    const isCalled = compiler.isCallExpression(access.parent) && access.parent.expression === access;
    const isBuiltIn = checker.isArrayType(type) || (type.flags & PRIMITIVE) !== 0;
    return parts.every((one) => isDeclared(one, checked)) || (isBuiltIn && isCalled)
      ? { kind: 'property', member, message, ...place }
      : undefined;
  };

  /** `const { messages = [] } = await tools.mail.list({})` */
  const readBinding = (
    element: ts.BindingElement,
    node: ts.Node,
    message: string,
    place: Place,
    checked: Checked,
  ): Finding | undefined => {
    const from = element.parent.parent;
    if (!compiler.isIdentifier(node) || !compiler.isVariableDeclaration(from) || !from.initializer) return undefined;
    const type = checked.checker.getTypeAtLocation(from.initializer);
    const parts = type.isUnion() ? type.types : [type];
    const isClosed = parts.every(
      (one) => isDeclared(one, checked) && !isOpen(one) && one.getProperty(node.text) === undefined,
    );
    return isClosed ? { kind: 'property', member: node.text, message, ...place } : undefined;
  };

  const PRIMITIVE = compiler.TypeFlags.StringLike | compiler.TypeFlags.NumberLike | compiler.TypeFlags.BooleanLike;
  /** A value of which the schema says nothing, or that can have any member. */
  const isOpen = (type: ts.Type): boolean =>
    (type.flags & (compiler.TypeFlags.Any | compiler.TypeFlags.Never | compiler.TypeFlags.Unknown)) !== 0 ||
    type.getStringIndexType() !== undefined ||
    ((type.flags & compiler.TypeFlags.Object) !== 0 && type.getProperties().length === 0);

  /** The call of a declared function around a place, where the place is the callee or among the arguments. */
  const callAround = (node: ts.Node, { checker, declared }: Checked): ts.CallExpression | undefined => {
    for (let one = node; one.parent !== undefined; one = one.parent) {
      if (compiler.isFunctionLike(one)) return undefined;
      const { parent } = one;
      if (!compiler.isCallExpression(parent)) continue;
      return checker.getResolvedSignature(parent)?.declaration?.getSourceFile() === declared ? parent : undefined;
    }
    return undefined;
  };

  const readArgument = (node: ts.Node, diagnostic: ts.Diagnostic, place: Place, checked: Checked) => {
    const call = callAround(node, checked);
    const path = call && (pathOf(call.expression) ?? call.expression.getText(checked.source));
    if (call === undefined || path === undefined) return undefined;
    if (isWideLiteral(diagnostic) || !isSure(node, diagnostic, call, checked.checker)) return undefined;
    const message = deepestOf(diagnostic);
    return { kind: 'argument', path: path.slice(0, LONGEST), message, ...place } as const;
  };

  const readCertain = (diagnostic: ts.Diagnostic, checked: Checked): Finding | undefined => {
    const { code, start, length } = diagnostic;
    if (start === undefined || length === undefined) return undefined;
    const place = { start, length };
    const node = nodeAt(compiler, checked.source, start, start + length);
    if (NO_MODULE.has(code) || compiler.isStringLiteralLike(node)) {
      if (NO_MODULE.has(code) || NAMES.has(code)) return readModule(node, checked);
    }
    if (NAMES.has(code)) {
      const meant = /Did you mean '([^']{1,200})'/.exec(deepestOf(diagnostic))?.[1];
      const name = checked.source.text.slice(start, start + length).slice(0, LONGEST);
      return { kind: 'name', name, ...(meant === undefined ? {} : { meant }), ...place };
    }
    if (MEMBERS.has(code)) return readMember(node, deepestOf(diagnostic), place, checked);
    if (ARGUMENTS.has(code)) return readArgument(node, diagnostic, place, checked);
    if (NOT_ITERABLE.has(code) && promised(node, checked.checker)) return { kind: 'awaiting', member: '', ...place };
    if (!NOT_CALLABLE.has(code)) return undefined;
    const path = pathOf(node) ?? (compiler.isPropertyAccessExpression(node.parent) ? pathOf(node.parent) : undefined);
    return path === undefined || path === '' ? undefined : { kind: 'tool', path, ...place };
  };

  return (diagnostic: ts.Diagnostic, checked: Checked): Finding | undefined => {
    const certain = readCertain(diagnostic, checked);
    const { start, length } = diagnostic;
    if (certain !== undefined || start === undefined || length === undefined) return certain;
    return suspicionOf(diagnostic, nodeAt(compiler, checked.source, start, start + length), { start, length }, checked);
  };
}

type Place = { readonly start: number; readonly length: number };
const LONGEST = 500;

/** The innermost message says what is wrong; those around it only where. */
function deepestOf({ messageText }: ts.Diagnostic): string {
  if (typeof messageText === 'string') return messageText.slice(0, LONGEST);
  let chain = messageText;
  while (chain.next?.[0] !== undefined) chain = chain.next[0];
  return chain.messageText.slice(0, LONGEST);
}

const isAssigned = (compiler: Compiler, access: ts.PropertyAccessExpression): boolean =>
  compiler.isBinaryExpression(access.parent) &&
  access.parent.left === access &&
  access.parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken;

/** The largest node that starts and ends there, or the smallest around it. */
function nodeAt(compiler: Compiler, source: ts.SourceFile, start: number, end: number): ts.Node {
  let found: ts.Node = source;
  for (;;) {
    const child: ts.Node | undefined = compiler.forEachChild(found, (one) =>
      one.getStart(source) <= start && one.end >= end ? one : undefined,
    );
    if (child === undefined) return found;
    found = child;
  }
}
