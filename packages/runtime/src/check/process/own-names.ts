// Finds where a program disables the check of its tools: it declares one of our globals itself, or says that `tools` is of any
// type. Comments that disable the compiler are ignored: see `type-checker.ts`.
//
// A parameter may have such a name: its argument is the value the program would have anyway.

import type { ts } from '@ts-morph/common';
import type { Finding } from '../check-request.ts';

const OWN: ReadonlySet<string> = new Set(['tools', 'elicit', 'emit', 'sleep']);

export function createOwnNames(compiler: typeof ts): (source: ts.SourceFile) => readonly Finding[] {
  const isTools = (node: ts.Node | undefined): boolean => {
    if (node === undefined) return false;
    if (compiler.isParenthesizedExpression(node)) return isTools(node.expression);
    return compiler.isIdentifier(node) && node.text === 'tools';
  };
  const isLoose = (type: ts.TypeNode | undefined): boolean =>
    type?.kind === compiler.SyntaxKind.AnyKeyword || type?.kind === compiler.SyntaxKind.UnknownKeyword;

  const isParameter = (node: ts.Node): boolean => {
    let one = node;
    while (
      compiler.isBindingElement(one) ||
      compiler.isObjectBindingPattern(one) ||
      compiler.isArrayBindingPattern(one)
    )
      one = one.parent;
    return compiler.isParameter(one);
  };

  const declaredIn = (node: ts.Node): ts.Identifier | undefined => {
    const isDeclaration =
      compiler.isVariableDeclaration(node) ||
      compiler.isBindingElement(node) ||
      compiler.isFunctionDeclaration(node) ||
      compiler.isClassDeclaration(node) ||
      compiler.isModuleDeclaration(node) ||
      compiler.isEnumDeclaration(node);
    const name = isDeclaration ? node.name : undefined;
    return name && compiler.isIdentifier(name) && OWN.has(name.text) && !isParameter(node) ? name : undefined;
  };

  const loosenedIn = (node: ts.Node): ts.Node | undefined => {
    if (compiler.isAsExpression(node) || compiler.isTypeAssertionExpression(node))
      return isTools(node.expression) && isLoose(node.type) ? node.expression : undefined;
    if (!compiler.isVariableDeclaration(node)) return undefined;
    return isTools(node.initializer) && isLoose(node.type) ? node.initializer : undefined;
  };

  return (source) => {
    const findings: Finding[] = [];
    const visit = (node: ts.Node): void => {
      const found = declaredIn(node) ?? loosenedIn(node);
      if (found !== undefined) {
        const start = found.getStart(source);
        const name = compiler.isIdentifier(found) ? found.text : 'tools';
        findings.push({ kind: 'own-name', name, start, length: found.end - start });
      }
      compiler.forEachChild(node, visit);
    };
    visit(source);
    return findings;
  };
}
