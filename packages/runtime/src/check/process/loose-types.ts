import type { ts } from '@ts-morph/common';

/**
 * The declarations with `any` for `unknown`, which refuses every read: what a schema leaves open a program may use as it
 * likes. Blanks keep every other position.
 */
export function withLooseTypes(compiler: typeof ts, declared: ts.SourceFile): string {
  const { text } = declared;
  const parts: string[] = [];
  let done = 0;
  const visit = (node: ts.Node): void => {
    if (node.kind === compiler.SyntaxKind.UnknownKeyword) {
      parts.push(text.slice(done, node.end - UNKNOWN.length), ANY);
      done = node.end;
      return;
    }
    compiler.forEachChild(node, visit);
  };
  visit(declared);
  return [...parts, text.slice(done)].join('');
}

const UNKNOWN = 'unknown';
const ANY = 'any    ';
