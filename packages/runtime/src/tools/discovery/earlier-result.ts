// What an earlier program returned, for a later one of the same session, so that a model does not have to carry it.
//
// Threat: a program that reads what another session returned. An execution of another session counts as unknown.

import { ToolError } from '@toolshed/kernel';
import { shortId, UnknownExecutionError } from '../../execution/execution-errors.js';
import type { ExecutionResult } from '../../execution/execution-result.js';
import { readPath, selectPath } from '../../value-path.js';

/** Rejects with UnknownExecutionError. */
export type ResultOf = (id: string) => Promise<ExecutionResult>;

interface ResultReader {
  readonly resultOf: ResultOf;
  readonly session: string;
}

/** The path is that of `get_execution`: it begins with `value`, `logs` or `emitted`. */
export async function readResult({ resultOf, session }: ResultReader, id: string, path: string): Promise<unknown> {
  const steps = readPath(path);
  const result = await resultOf(id).catch((error: unknown) => {
    if (error instanceof UnknownExecutionError) return undefined;
    throw error;
  });
  if (result?.session !== session)
    throw new ToolError(
      'execution/unknown',
      `Cannot read the result of "${shortId(id)}": this session has no execution with this id. Ids look like exec_… and are in the reply to the call that ran the program: tools.$result("exec_…")`,
    );
  if (result.status !== 'completed')
    throw new ToolError('execution/not-completed', `Cannot read the result of ${id}: it is ${result.status}`);
  const { value = null, emitted, logs } = result;
  return selectPath({ value, emitted, logs: logs.map(({ text }) => text) }, steps);
}
