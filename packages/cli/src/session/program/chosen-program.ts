// Which program a command line names, and what it is given to read.

import type { JsonValue } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import type { Cli } from '../../command/cli.js';
import { readJsonFlag } from '../../command/flags/json-flag.js';
import { UsageError } from '../../command/usage-error.js';
import type { Start } from './prepare-program.js';
import { readProgram } from './read-program.js';

export interface ProgramFlags {
  readonly program?: string;
  readonly input?: string;
}

/** A file, or a saved program. */
export async function chosenProgram(
  cli: Cli,
  file: string | undefined,
  { program }: ProgramFlags,
): Promise<Start['program']> {
  if (file !== undefined && program === undefined) return readProgram(file, cli.environment.cwd, cli.stdin);
  if (program !== undefined && file === undefined) return { saved: program };
  throw new UsageError('usage/no-program', 'Cannot run: name either a file or, with --program, a saved program');
}

export const readInput = ({ input }: ProgramFlags): JsonValue | undefined =>
  input === undefined ? undefined : z.json().parse(readJsonFlag('--input', input, `'{"n":1}'`));

/** The program of an execution, as its journal has it. */
export async function sourceOf(shed: Pick<Toolshed, 'journal'>, id: string): Promise<string> {
  const [started] = await shed.journal(id);
  return started?.kind === 'started' ? started.source : '';
}
