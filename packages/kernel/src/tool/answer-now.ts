// Calls code of a tool's author that has to answer at once.
//
// Threat: one that answers with a promise. What it would say comes too late, and if it is a rejection nobody waits for,
// it ends the process. It is a defect of the tool, whatever the promise says.

class NotAnsweredError extends TypeError {
  override readonly name = 'NotAnsweredError';

  constructor(path: string, callback: string, wanted: string) {
    super(`Cannot use what "${callback}" of the tool "${path}" gave: it has to give ${wanted} at once, not later`);
  }
}

/** Throws what the callback throws, and NotAnsweredError for a promise. */
export function answerNow(path: string, callback: string, call: () => unknown): unknown {
  const answer = call();
  if (!isThenable(answer)) return answer;
  void Promise.resolve(answer).catch(() => undefined);
  throw new NotAnsweredError(path, callback, 'its answer');
}

export function textNow(path: string, callback: string, call: () => unknown): string {
  const answer = answerNow(path, callback, call);
  if (typeof answer !== 'string') throw new NotAnsweredError(path, callback, 'a text');
  return answer;
}

/** A predicate that throws, or does not answer at once, has not said "safe". */
export function isDestructiveNow(path: string, call: () => unknown): boolean {
  try {
    return answerNow(path, 'destructive', call) !== false;
  } catch {
    return true;
  }
}

const isThenable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
