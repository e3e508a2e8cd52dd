// The syntax tree of a program, for finding out what its writer meant. Only the engine decides what a program does: a text
// that cannot be read here runs as it is.
//
// Threats: a text that nests deeper than the parser's stack, and one that is large. What is read must not depend on how
// much stack or time there happens to be, or a replay would read something else. So both are bounded by count. The
// parser's own check for names that are declared twice takes the square of their number; the engine makes it anyway.

import { type AnyNode, Parser, type Program } from 'acorn';

export const LONGEST_READ = 100_000;
const DEEPEST = 400;

class TooDeepError extends Error {}

declare module 'acorn' {
  /** Its methods that recur, and the check above, which its types leave out. */
  interface Parser {
    parseMaybeAssign(...args: unknown[]): unknown;
    parseStatement(...args: unknown[]): unknown;
    parseExprOp(...args: unknown[]): unknown;
    declareName(...args: unknown[]): void;
    checkLocalExport(...args: unknown[]): void;
  }
}

const bounded = (Base: typeof Parser): typeof Parser =>
  class extends Base {
    #depth = 0;
    #within(parse: () => unknown): unknown {
      if (++this.#depth > DEEPEST) throw new TooDeepError();
      const read = parse();
      this.#depth--;
      return read;
    }
    override parseMaybeAssign(...args: unknown[]): unknown {
      return this.#within(() => super.parseMaybeAssign(...args));
    }
    override parseStatement(...args: unknown[]): unknown {
      return this.#within(() => super.parseStatement(...args));
    }
    override parseExprOp(...args: unknown[]): unknown {
      return this.#within(() => super.parseExprOp(...args));
    }
    override declareName(): void {
      // The engine checks it.
    }
    override checkLocalExport(): void {
      // No name is known to be declared, and nothing is exported.
    }
  };

const BoundedParser = Parser.extend(bounded);

/** `why` is what is too large about it; empty for a text that this parser does not accept as a program. */
export type ProgramReading =
  | { readonly kind: 'program'; readonly program: Program }
  | { readonly kind: 'unread'; readonly why: string };

export function readProgram(text: string): ProgramReading {
  if (text.length > LONGEST_READ)
    return { kind: 'unread', why: `it has more than ${LONGEST_READ.toLocaleString('en')} characters` };
  try {
    const program = BoundedParser.parse(text, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowHashBang: false,
    });
    return { kind: 'program', program };
  } catch (error) {
    const why = error instanceof TooDeepError ? `it nests deeper than ${DEEPEST} levels` : '';
    return { kind: 'unread', why };
  }
}

export function parseProgram(text: string): Program | undefined {
  const reading = readProgram(text);
  return reading.kind === 'program' ? reading.program : undefined;
}

/** All nodes below these, and these, outermost first. `enters` says whose children are left out. */
export function* nodesIn(roots: readonly AnyNode[], enters: (node: AnyNode) => boolean = always): Generator<AnyNode> {
  const open = [...roots].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    if (enters(node)) open.push(...childrenOf(node).reverse());
  }
}

const always = (): boolean => true;

function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node)
    .flatMap((child: unknown) => (Array.isArray(child) ? child : [child]))
    .filter(isNode);
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

export const isFunction = ({ type }: { readonly type: string }): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';
