// Checks a program against the types of the tools that it mentions, before or after it runs. Used by `toolshed-methods.ts`;
// the compiler works in a process of its own.

import type { ToolCatalog, ToolLog } from '@toolshed/kernel';
import { declarationOf } from '@toolshed/kernel/runtime';
import { GUEST_GLOBALS } from '../sandbox/permitted-globals.js';
import { programText } from '../execution/program/program-text.js';
import type { Limits } from '../sandbox/limits.js';
import type { Finding } from './check-request.js';
import { type CheckerProcess, createCheckerProcess } from './checker-process.js';
import { COMPILER, findCompiler } from './find-compiler.js';
import { mentionedTools } from './mentioned-tools.js';
import { problemWords } from './problem-words.js';
import { PROGRAM_GLOBALS } from './program-globals.js';
import type { CheckOutcome, TypeProblem } from './type-problem.js';

export interface ProgramChecker extends Disposable {
  /**
   * `session`: whose turn it takes. Of a program that is to run, what cannot be parsed is no problem here: the engine says so
   * before it runs anything, and reads some texts that are no program as they stand. `asItStands`: then it is one.
   * `suspects`: whether to report what can work and is hardly meant, of a program that ran.
   */
  check(program: string, session?: string, asItStands?: boolean, suspects?: boolean): Promise<CheckOutcome>;
}

export interface ProgramCheckerDeps {
  readonly catalog: ToolCatalog;
  readonly limits: Pick<Limits, 'sourceBytes'>;
  readonly log: ToolLog;
}

const MOST_PROBLEMS = 10;
/** Types beyond this take longer than a check is worth. */
const MOST_DECLARED = 2_000_000;

export function createProgramChecker({ catalog, limits, log }: ProgramCheckerDeps): ProgramChecker {
  let checker: CheckerProcess | 'missing' | undefined;
  const open = (): CheckerProcess | 'missing' => {
    const compiler = findCompiler();
    if (compiler !== undefined) return createCheckerProcess(compiler);
    log.warn(
      { package: COMPILER },
      `programs are not checked: install ${COMPILER} beside Toolshed, or set check to "off"`,
    );
    return 'missing';
  };

  return {
    async check(written, session = '', asItStands = false, suspects = false) {
      const program = programText(written, limits.sourceBytes);
      checker ??= open();
      if (checker === 'missing') return { kind: 'not-checked', reason: `${COMPILER} is not installed` };
      const tools = mentionedTools(program, catalog.tools);
      if (tools === undefined) return { kind: 'not-checked', reason: 'it mentions too many tools' };
      const declarations = `${PROGRAM_GLOBALS}${otherGlobals()}${declarationOf(tools)}`;
      if (declarations.length > MOST_DECLARED)
        return { kind: 'not-checked', reason: 'its tools have very large types' };
      const checked = await checker.check(program, declarations, session);
      if (checked.kind === 'not-checked') return checked;
      const findings = checked.findings.filter(({ kind }) =>
        kind === 'syntax' ? asItStands : kind === 'suspicion' ? suspects : true,
      );
      return { kind: 'checked', problems: problemsOf(program, findings, catalog) };
    },
    [Symbol.dispose]() {
      if (checker !== 'missing') checker?.[Symbol.dispose]();
    },
  };
}

/** Globals of ours that have no type of their own yet. */
function otherGlobals(): string {
  const names = Object.entries(GUEST_GLOBALS).flatMap(([name, { permit }]) => (permit === 'ours' ? [name] : []));
  return names
    .filter((name) => name !== 'tools' && !new RegExp(`^declare \\w+ ${name}\\b`, 'm').test(PROGRAM_GLOBALS))
    .map((name) => `declare const ${name}: any;\n`)
    .join('');
}

function problemsOf(program: string, findings: readonly Finding[], catalog: ToolCatalog): readonly TypeProblem[] {
  const problems: TypeProblem[] = [];
  for (const finding of findings) {
    const message = problemWords(finding, catalog);
    if (message !== undefined) problems.push({ ...placeOf(program, finding.start), message });
    if (problems.length === MOST_PROBLEMS) break;
  }
  return problems;
}

const LONGEST_LINE = 200;

function placeOf(program: string, start: number): Omit<TypeProblem, 'message'> {
  const before = program.slice(0, start);
  const lineStart = before.lastIndexOf('\n') + 1;
  const end = program.indexOf('\n', start);
  const line = before.split('\n').length;
  const source = program.slice(lineStart, end < 0 ? undefined : end).slice(0, LONGEST_LINE);
  return { line, column: start - lineStart + 1, source };
}
