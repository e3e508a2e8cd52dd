// The signal of a handler, which is up to date whenever it is read.
//
// Threat: a process that was stopped (SIGSTOP, a paused virtual machine) continues after its lease has ended. Its timers fire
// milliseconds later; a handler that checks its signal before it acts would act a second time in between. So reading
// the signal checks first.

/** `check` aborts the controller if it has to. */
export function createCheckedAbort(check: () => void): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  const own = Object.getOwnPropertyDescriptors(AbortSignal.prototype);
  const checked = (name: 'aborted' | 'reason'): PropertyDescriptor => ({
    get() {
      check();
      return own[name].get?.call(signal);
    },
  });
  const throwIfAborted = (): void => {
    check();
    own.throwIfAborted.value?.call(signal);
  };
  Object.defineProperties(signal, {
    aborted: checked('aborted'),
    reason: checked('reason'),
    throwIfAborted: { value: throwIfAborted },
  });
  return controller;
}
