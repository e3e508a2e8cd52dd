// From what an agent wrote to something that runs: TypeScript's types are replaced by blanks of the same length, so
// every line and column stays what the agent sees.
//
// JavaScript that parses is left alone, unless it holds something a TypeScript reader would read as a type argument
// (`parse<Config>(text)` is also a pair of comparisons): then the types are taken out first.

import { stripTypeScriptTypes } from 'node:module';
import type { Isolate } from './isolated-vm.js';
import { openBracket } from '../reading/open-brackets.js';

export interface SyntaxProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export interface Compiler {
  /** Null if the text compiles as a program, else the engine's message. */
  compile(source: string): string | null;
  readonly isolate: Isolate;
  /** Types are not looked for in a text with a longer line. */
  readonly longestLine: number;
  /** By which the program is run: see `PROGRAM_RULES`. */
  readonly rules: number;
}

/**
 * The stripper fails beyond 65,535 columns, and shows the whole line with each of the mistakes it finds, which takes the
 * square of the line's length.
 */
export const LONGEST_TYPED_LINE = 10_000;

/** `text` is what was compiled: JavaScript, each character where it was. */
export type Compiled =
  | { readonly kind: 'compiled'; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: SyntaxProblem };

/** The engine's message for text that nests deeper than its parser can follow. */
const STACK_OVERFLOW = 'Maximum call stack size exceeded';

const TOO_DEEP: SyntaxProblem = {
  message: 'The source is nested too deeply to be read: write it in smaller parts',
  line: 1,
  column: 1,
};

const UNREADABLE: SyntaxProblem = {
  message: 'The TypeScript in the source cannot be read: write it as plain JavaScript',
  line: 1,
  column: 1,
};

/** Compiles the program, or says where it fails. */
export function compileProgram(source: string, compiler: Compiler): Compiled {
  const asJavaScript = compiler.compile(source);
  if (asJavaScript === STACK_OVERFLOW) return { kind: 'problem', problem: TOO_DEEP };
  if (asJavaScript === null && !mayHoldTypeArguments(source)) return { kind: 'compiled', text: source };
  if (asJavaScript !== null && hasLongerLine(source, compiler.longestLine))
    return untyped(source, asJavaScript, compiler);
  const stripped = stripTypes(source, HEAD, TAIL);
  if (stripped.kind === 'problem') {
    if (asJavaScript !== null) return compiler.rules < 6 ? stripped : withBracket(stripped.problem, source);
    return compiler.compile(source) === null ? { kind: 'compiled', text: source } : stripped;
  }
  const message = compiler.compile(stripped.source);
  if (message === null) return { kind: 'compiled', text: stripped.source };
  return { kind: 'problem', problem: locate(stripped.source, message, compiler.isolate) };
}

/** What the compiler puts behind a program closes what the program left open; then its place is not the program's. */
function withBracket(problem: SyntaxProblem, source: string): Compiled {
  const lines = source.split('\n');
  const isBehind = problem.line > lines.length;
  if (!isBehind && !problem.message.startsWith('Expected')) return { kind: 'problem', problem };
  const before = lines.slice(0, problem.line - 1).join('\n').length + problem.column;
  const open = source.length > LONGEST_LOOKED ? undefined : openBracket(source, before);
  const { message } = problem;
  if (isBehind) {
    const what = open === undefined ? 'a bracket' : `the ${open.bracket} in line ${open.line}`;
    const end = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
    return { kind: 'problem', problem: { message: `The program ends before ${what} is closed`, ...end } };
  }
  const isFar =
    open !== undefined && open.line < problem.line && (open.bracket !== '{' || message.startsWith("Expected ','"));
  return {
    kind: 'problem',
    problem: isFar
      ? { ...problem, message: `${message}. Is the ${open.bracket} in line ${open.line} closed?` }
      : problem,
  };
}
const LONGEST_LOOKED = 100_000;

function untyped(source: string, message: string, { isolate, longestLine }: Compiler): Compiled {
  const problem = locate(source, message, isolate);
  const note = `Types are read only where no line has more than ${longestLine} characters`;
  return { kind: 'problem', problem: { ...problem, message: `${problem.message}. ${note}` } };
}

function hasLongerLine(source: string, most: number): boolean {
  for (let start = 0; source.length - start > most; ) {
    const end = source.indexOf('\n', start);
    if (end < 0 || end - start > most) return true;
    start = end + 1;
  }
  return false;
}

/** The JavaScript of a module, which a program cannot be; undefined if the text is not a module either. */
export function moduleText(source: string, { longestLine }: Compiler): string | undefined {
  if (hasLongerLine(source, longestLine)) return undefined;
  const stripped = stripTypes(source, '', '');
  return stripped.kind === 'source' ? stripped.source : undefined;
}

/**
 * Whether a `<` is followed, before any `;`, by a `>` in front of a bracket or a backtick. Every search continues where the
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

function stripTypes(source: string, head: string, tail: string): Stripped {
  try {
    const stripped = stripTypeScriptTypes(head + source + tail, { mode: 'strip' });
    return { kind: 'source', source: stripped.slice(head.length, stripped.length - tail.length) };
  } catch (error) {
    if (!isSyntax(error)) throw new StripperBrokenError(whyBroken(source, error), error);
    return { kind: 'problem', problem: readProblem(error) };
  }
}

/**
 * Threat: a program nested so deeply that the stripper runs out of its own stack. It is of no use to any program after
 * that, and its errors about them are meaningless.
 */
export class StripperBrokenError extends Error {
  override readonly name = 'StripperBrokenError';

  /** `problem` is the message for the author of the program that broke it. */
  constructor(
    readonly problem: SyntaxProblem = UNREADABLE,
    cause?: unknown,
  ) {
    super('Cannot read TypeScript in this process any more: restart it', { cause });
  }
}

/** The stripper does not say why it broke: running out of stack looks like any other failure. */
function whyBroken(source: string, error: unknown): SyntaxProblem {
  const isOverflow = error instanceof Error && error.message.includes(STACK_OVERFLOW);
  return isOverflow || bracketDepth(source) > DEEP ? TOO_DEEP : UNREADABLE;
}
const DEEP = 500;

/** Brackets in strings count, too: more than there are, never fewer. */
function bracketDepth(source: string): number {
  let [depth, deepest] = [0, 0];
  for (let at = 0; at < source.length; at++) {
    const one = source.charAt(at);
    if (one === '(' || one === '[' || one === '{' || one === '<') deepest = Math.max(deepest, ++depth);
    else if (depth > 0 && (one === ')' || one === ']' || one === '}' || one === '>')) depth--;
  }
  return deepest;
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
