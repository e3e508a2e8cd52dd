// Calls code of a tool's author that has to answer at once.
//
// Threat: one that returns a promise. Its value comes too late, and if it is a rejection that nobody handles,
// it ends the process. It is a defect of the tool, whatever the promise resolves to.

class NotAnsweredError extends TypeError {
  override readonly name = 'NotAnsweredError';

  constructor(path: string, callback: string, wanted: string) {
    super(
      `Cannot use what "${callback}" of the tool "${path}" returned: it has to return ${wanted} at once, not a promise`,
    );
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

/** A predicate that throws, or does not answer at once, does not make a call safe. */
export function isDestructiveNow(path: string, call: () => unknown): boolean {
  try {
    return answerNow(path, 'destructive', call) !== false;
  } catch {
    return true;
  }
}

const isThenable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
