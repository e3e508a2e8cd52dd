import type { ExecutionResult } from '@toolshed/runtime';

/** The result, if it is of that status; otherwise fails with what it is instead. */
export function expectStatus<S extends ExecutionResult['status']>(
  result: ExecutionResult,
  status: S,
): Extract<ExecutionResult, { status: S }> {
  if (isStatus(result, status)) return result;
  throw new Error(`Expected ${status}, got ${JSON.stringify(result)}`);
}

const isStatus = <S extends ExecutionResult['status']>(
  result: ExecutionResult,
  status: S,
): result is Extract<ExecutionResult, { status: S }> => result.status === status;
