// What a worker does once its addon is loaded and before it reads its first program.

import { type LockDown, lockDown } from './lock-down.js';
import { runFilter } from './seccomp/seccomp-filter.js';

/** Takes away for good what loading the addon and locking needed. On `ok: false` the worker must end itself. */
export function enterIsolation({ lockDown: isAsked }: { readonly lockDown: boolean }): LockDown {
  const locked = isAsked ? lockThisProcess() : ({ ok: true } as const);
  // Node 26 can drop what its command line allowed; Node 24 cannot, and keeps addons loadable where there is no filter.
  process.permission?.drop?.('addon');
  process.permission?.drop?.('ffi');
  return locked;
}

function lockThisProcess(): LockDown {
  const filter = runFilter(process.arch, process.pid);
  return filter.kind === 'filter' ? lockDown(filter.bytes) : { ok: false, reason: filter.because };
}
