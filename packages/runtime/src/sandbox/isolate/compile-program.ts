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

/** Leaves the program compiled, or says where it cannot be. */
export function compileProgram(source: string, compiler: Compiler): SyntaxProblem | undefined {
  const asJavaScript = compiler.compile(source);
  if (asJavaScript === null && !mayHoldTypeArguments(source)) return undefined;
  const stripped = stripTypes(source);
  if (stripped.kind === 'problem') {
    if (asJavaScript !== null) return stripped.problem;
    return compiler.compile(source) === null ? undefined : stripped.problem;
  }
  const message = compiler.compile(stripped.source);
  return message === null ? undefined : locate(stripped.source, message, compiler.isolate);
}

const mayHoldTypeArguments = (source: string): boolean => /<[^;]*>\s*[(`]/.test(source);

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
    return { kind: 'problem', problem: readProblem(error) };
  }
}

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
