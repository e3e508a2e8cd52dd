// Makes a program ready to start in its folder, or on a copy of the folder it asked to have copied.

import type { JsonValue } from '@toolshed/kernel';
import type { ExecuteOptions, ExecutionResult, Toolshed } from '@toolshed/runtime';
import type { Cli } from '../../command/cli.js';
import type { FolderConfig } from '../../config-file/load-config.js';
import { personAt } from '../answer/person.js';
import { deploymentOf } from '../place/deployment.js';
import { labelsOf } from '../place/execution-labels.js';
import type { Program } from './read-program.js';
import { makeScratchCopy, scratchFolderOf } from './scratch-copy.js';
import { safeText } from '@toolshed/server/present';

export interface Start {
  /** A text, or the path of a saved program. */
  readonly program: Program | { readonly saved: string };
  /** The folder its tools see if it does not work on a copy; a copy must come from inside it. */
  readonly folder: string;
  readonly config: FolderConfig;
  readonly toolModules: readonly string[];
  readonly session: string | undefined;
  readonly agent: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly placement?: readonly string[] | undefined;
  /** What the program reads as `input`. */
  readonly input?: JsonValue | undefined;
}

export async function prepareProgram(cli: Cli, shed: Toolshed, start: Start): Promise<() => Promise<ExecutionResult>> {
  const options = await startOptions(cli, start);
  const { program, input } = start;
  if ('saved' in program) return () => shed.programs.run(program.saved, input, options);
  return () => shed.execute(program.source, { ...options, ...(input === undefined ? {} : { input }) });
}

/** What a program is started or planned with, in its folder or on the copy it asked for. */
export async function startOptions(cli: Cli, start: Start): Promise<Omit<ExecuteOptions, 'input'>> {
  const { session, agent, idempotencyKey, placement } = start;
  const place = await placeFor(cli, start);
  const { config, toolModules } = start;
  const deployment = await deploymentOf(config, cli.environment);
  const labels = labelsOf({ ...place, config: config.found, toolModules, deployment });
  return {
    labels,
    by: personAt(cli),
    ...(session === undefined ? {} : { session }),
    ...(agent === undefined ? {} : { agent }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(placement === undefined ? {} : { placement }),
  };
}

async function placeFor(cli: Cli, { program, folder }: Start): Promise<{ folder: string; isScratch: boolean }> {
  const wanted = 'saved' in program ? undefined : scratchFolderOf(program.source);
  if ('saved' in program || wanted === undefined) return { folder, isScratch: false };
  const copy = await makeScratchCopy(program, wanted, folder);
  cli.output.say(`Working on a scratch copy: ${safeText(copy)}`);
  return { folder: copy, isScratch: true };
}
