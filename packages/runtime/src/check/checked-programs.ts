// What a check means for a program that is to run: `error` keeps it from starting, `warn` adds what its types show to its
// failure. A program that cannot be checked runs as if it had no problems: the gate and the schemas judge its calls anyway.

import { ToolshedError } from '@toolshed/kernel';
import type { ExecutionResult } from '../execution/execution-result.js';
import { createProgramChecker, type ProgramChecker, type ProgramCheckerDeps } from './program-checker.js';
import { showProblems } from './show-problems.js';
import type { CheckMode, TypeProblem } from './type-problem.js';

/** The program does not fit the tools; nothing of it ran. */
export class ProgramTypesError extends ToolshedError {
  override readonly name = 'ProgramTypesError';
  override readonly code = 'program/types';

  constructor(readonly problems: readonly TypeProblem[]) {
    super(
      `Cannot start the program: it does not fit the tools, and nothing ran. Correct it and send it again:\n${showProblems(problems)}`,
    );
  }
}

export interface CheckedPrograms extends ProgramChecker {
  /** Throws ProgramTypesError for a program that may not start. */
  admit(program: string, wanted: CheckMode | undefined): Promise<void>;
  /** The result; for a failed program that is checked, with what its types show. */
  explain(
    result: ExecutionResult,
    wanted: CheckMode | undefined,
    source: () => Promise<string | undefined>,
  ): Promise<ExecutionResult>;
  /** Runs an admitted program, and explains its failure. */
  run(program: string, wanted: CheckMode | undefined, start: () => Promise<ExecutionResult>): Promise<ExecutionResult>;
}

/** `mode`: the host's setting, which overrides the caller's. */
export function createCheckedPrograms(
  deps: ProgramCheckerDeps & { readonly mode: CheckMode | undefined },
): CheckedPrograms {
  const checker = createProgramChecker(deps);
  const modeOf = (wanted: CheckMode | undefined): CheckMode => deps.mode ?? wanted ?? 'off';
  const problemsIn = async (program: string): Promise<readonly TypeProblem[]> => {
    const outcome = await checker.check(program);
    return outcome.kind === 'checked' ? outcome.problems : [];
  };

  const admit: CheckedPrograms['admit'] = async (program, wanted) => {
    if (modeOf(wanted) !== 'error') return;
    const problems = await problemsIn(program);
    if (problems.length > 0) throw new ProgramTypesError(problems);
  };

  const explain: CheckedPrograms['explain'] = async (result, wanted, source) => {
    if (modeOf(wanted) !== 'warn' || result.status !== 'failed') return result;
    const program = await source();
    const typeProblems = program === undefined ? [] : await problemsIn(program);
    return typeProblems.length === 0 ? result : { ...result, typeProblems };
  };

  return {
    ...checker,
    admit,
    explain,
    async run(program, wanted, start) {
      if (modeOf(wanted) === 'error') await admit(program, wanted);
      return explain(await start(), wanted, async () => program);
    },
  };
}
