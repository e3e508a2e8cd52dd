import { ToolshedError } from '@toolshed/kernel';
import { assertNever } from '@toolshed/kernel/runtime';
import { type ExecutionResult, PreviewChangedError, QuestionChangedError } from '@toolshed/runtime';

/** The exit codes of the command. `answered`: the question already has an answer, and not the one that is given. */
export const EXIT = { done: 0, failed: 1, usage: 2, paused: 3, answered: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export function exitCodeOf(result: ExecutionResult): ExitCode {
  switch (result.status) {
    case 'completed':
      return EXIT.done;
    case 'failed':
    case 'cancelled':
      return EXIT.failed;
    case 'paused':
    case 'sleeping':
    case 'running':
      return EXIT.paused;
    default:
      return assertNever(result);
  }
}

/** Areas of errors that say the command was given something it cannot use, rather than that something went wrong. */
const USAGE_AREAS: ReadonlySet<string> = new Set([
  'usage',
  'config',
  'home',
  'program',
  'execution',
  'elicitation',
  'answer',
  'options',
  'grant',
  'tool',
  'secret',
  'list',
  'plugin',
]);

/** The same, in areas whose other errors are about what went wrong. */
const USAGE_CODES: ReadonlySet<string> = new Set(['plan/unknown', 'schedule/unknown', 'schedule/invalid']);

export function exitCodeOfError(error: unknown): ExitCode {
  if (!(error instanceof ToolshedError)) return EXIT.failed;
  // By its code: the owner of a flow gets only the code of the error.
  if (error.code === 'elicitation/already-answered') return EXIT.answered;
  if (error instanceof PreviewChangedError || error instanceof QuestionChangedError) return EXIT.paused;
  const isUsage = USAGE_CODES.has(error.code) || USAGE_AREAS.has(error.code.split('/')[0] ?? '');
  return isUsage ? EXIT.usage : EXIT.failed;
}
