// What a check means for a program that is to run: `error` keeps it from starting, also where it could not be checked;
// `warn` adds what its types show to its failure, and to a value that says little, and nothing where it could not be checked. The gate and the schemas judge
// its calls in either case.

import { ToolshedError } from '@toolshed/kernel';
import type { CompletedResult, ExecutionResult } from '../execution/execution-result.js';
import { isHollow } from './hollow-value.js';
import { createProgramChecker, type ProgramChecker, type ProgramCheckerDeps } from './program-checker.js';
import { showProblems } from './show-problems.js';
import type { CheckMode, TypeProblem } from './type-problem.js';

/** The program does not fit the tools, or could not be checked where every program has to be; nothing of it ran. */
export class ProgramTypesError extends ToolshedError {
  override readonly name = 'ProgramTypesError';
  override readonly code = 'program/types';

  constructor(
    readonly problems: readonly TypeProblem[],
    /** Why it could not be checked; undefined where it was. */
    readonly unchecked?: string,
  ) {
    super(
      unchecked === undefined
        ? `Cannot start the program: it does not fit the tools, and nothing ran. Correct it and send it again:\n${showProblems(problems)}`
        : `Cannot start the program: it has to be checked before it starts, and was not: ${unchecked}`,
    );
  }
}

/** A program that is to be checked, and whose turn that takes. */
export interface ProgramToCheck {
  readonly program: string;
  readonly session: string | undefined;
}

export interface CheckedPrograms extends ProgramChecker {
  /** Throws ProgramTypesError for a program that may not start. */
  admit(program: ProgramToCheck, wanted: CheckMode | undefined): Promise<void>;
  /** The result; that of a program that failed and is checked on failing names what its types show. */
  explain(
    result: ExecutionResult,
    wanted: CheckMode | undefined,
    source: () => Promise<string | undefined>,
  ): Promise<ExecutionResult>;
  /** Runs an admitted program, and explains its failure. */
  run(
    program: ProgramToCheck,
    wanted: CheckMode | undefined,
    start: () => Promise<ExecutionResult>,
  ): Promise<ExecutionResult>;
}

/** Whether it may have misread what its calls returned. */
const misreads = (result: ExecutionResult): result is CompletedResult =>
  result.status === 'completed' && result.calls.length > 0 && isHollow(result.value);

/** `mode`: the host's setting, which overrides the caller's. */
export function createCheckedPrograms(
  deps: ProgramCheckerDeps & { readonly mode: CheckMode | undefined },
): CheckedPrograms {
  const checker = createProgramChecker(deps);
  const modeOf = (wanted: CheckMode | undefined): CheckMode => deps.mode ?? wanted ?? 'off';

  const admit: CheckedPrograms['admit'] = async (program, wanted) => {
    if (modeOf(wanted) !== 'error') return;
    const outcome = await checker.check(program.program, program.session);
    if (outcome.kind === 'not-checked') throw new ProgramTypesError([], outcome.reason);
    if (outcome.problems.length > 0) throw new ProgramTypesError(outcome.problems);
  };

  const explain: CheckedPrograms['explain'] = async (result, wanted, source) => {
    if (modeOf(wanted) !== 'warn' || !(result.status === 'failed' || misreads(result))) return result;
    const program = await source();
    const outcome = program === undefined ? undefined : await checker.check(program, result.session, false, true);
    if (outcome?.kind !== 'checked' || outcome.problems.length === 0) return result;
    return { ...result, typeProblems: outcome.problems };
  };

  return {
    ...checker,
    admit,
    explain,
    async run(program, wanted, start) {
      if (modeOf(wanted) === 'error') await admit(program, wanted);
      return explain(await start(), wanted, async () => program.program);
    },
  };
}
