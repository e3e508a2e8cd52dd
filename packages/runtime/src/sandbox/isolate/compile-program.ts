// From what an agent wrote to something that runs: TypeScript's types are replaced by blanks of the same length, so
// every line and column stays what the agent sees.
//
// JavaScript that parses is left alone, unless it holds something a TypeScript reader would read as a type argument
// (`parse<Config>(text)` is also a pair of comparisons): then the types are taken out first.

import { stripTypeScriptTypes } from 'node:module';
import type { Isolate } from './isolated-vm.js';

export interface SyntaxProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export interface Compiler {
  /** Null if the text compiles as a program, else the engine's message. */
  compile(source: string): string | null;
  readonly isolate: Isolate;
}

/** What the engine says of text that nests deeper than its reader can follow. */
const STACK_OVERFLOW = 'Maximum call stack size exceeded';

export const TOO_DEEP: SyntaxProblem = {
  message: 'The source is nested too deeply to be read: write it in smaller parts',
  line: 1,
  column: 1,
};

/** Leaves the program compiled, or says where it cannot be. */
export function compileProgram(source: string, compiler: Compiler): SyntaxProblem | undefined {
  const asJavaScript = compiler.compile(source);
  if (asJavaScript === STACK_OVERFLOW) return TOO_DEEP;
  if (asJavaScript === null && !mayHoldTypeArguments(source)) return undefined;
  const stripped = stripTypes(source);
  if (stripped.kind === 'problem') {
    if (asJavaScript !== null) return stripped.problem;
    return compiler.compile(source) === null ? undefined : stripped.problem;
  }
  const message = compiler.compile(stripped.source);
  return message === null ? undefined : locate(stripped.source, message, compiler.isolate);
}

/**
 * Whether a `<` is followed, before any `;`, by a `>` in front of a bracket or a backtick. Every search goes on where the
 * last one ended, so that each place is looked at once.
 */
function mayHoldTypeArguments(source: string): boolean {
  let open = source.indexOf('<');
  let close = source.indexOf('>');
  while (open >= 0 && close >= 0) {
    const semicolon = source.indexOf(';', open);
    const end = semicolon < 0 ? source.length : semicolon;
    for (; close >= 0 && close < end; close = source.indexOf('>', close + 1))
      if (close > open && isBeforeBracket(source, close + 1)) return true;
    open = source.indexOf('<', end);
  }
  return false;
}

function isBeforeBracket(source: string, from: number): boolean {
  let at = from;
  while (at < source.length && source.charAt(at).trim() === '') at++;
  return source.charAt(at) === '(' || source.charAt(at) === '`';
}

type Stripped =
  | { readonly kind: 'source'; readonly source: string }
  | { readonly kind: 'problem'; readonly problem: SyntaxProblem };

const HEAD = 'async function program() {\n';
const TAIL = '\n}';

function stripTypes(source: string): Stripped {
  try {
    const stripped = stripTypeScriptTypes(HEAD + source + TAIL, { mode: 'strip' });
    return { kind: 'source', source: stripped.slice(HEAD.length, stripped.length - TAIL.length) };
  } catch (error) {
    if (!isSyntax(error)) throw new StripperBrokenError(error);
    return { kind: 'problem', problem: readProblem(error) };
  }
}

/**
 * Threat: a program nested so deeply that the stripper runs out of its own stack. It is of no use to any program after
 * that, and what it then says of them is not about them.
 */
export class StripperBrokenError extends Error {
  override readonly name = 'StripperBrokenError';

  constructor(cause?: unknown) {
    super('Cannot read TypeScript in this process any more: restart it', { cause });
  }
}

const SYNTAX: ReadonlySet<unknown> = new Set(['ERR_INVALID_TYPESCRIPT_SYNTAX', 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX']);
const isSyntax = (error: unknown): boolean => error instanceof Error && 'code' in error && SYNTAX.has(error.code);

/** The stripper puts the line, the source and a caret on the first lines of its error's stack. */
function readProblem(error: unknown): SyntaxProblem {
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) };
  const [head = '', ...rest] = stack.split('\n');
  const line = Number(/:(\d+)$/.exec(head)?.[1] ?? 1) - 1;
  const caret = rest.find((text) => /^\s*\^+/.test(text));
  return { message, line: Math.max(1, line), column: caret === undefined ? 1 : caret.indexOf('^') + 1 };
}

/** Compiles once more as a script, only because the engine then says where. */
function locate(source: string, message: string, isolate: Isolate): SyntaxProblem {
  try {
    isolate.compileScriptSync(`(async () => {"use strict";\n${source}\n})`, { filename: 'program.ts', lineOffset: -1 });
  } catch (error) {
    const found = /^([\s\S]*) \[program\.ts:(\d+):(\d+)\]$/.exec(error instanceof Error ? error.message : '');
    if (found) return { message: found[1] ?? message, line: Number(found[2]), column: Number(found[3]) };
  }
  return { message, line: 1, column: 1 };
}
