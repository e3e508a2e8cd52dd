// Limits that the kernel keeps for a worker, put around the command that starts it.

import type { Command } from './bubblewrap/bubblewrap.js';

/**
 * The same command under limits the kernel keeps: no core dump (it would write the worker's memory to disk), no byte
 * into any file, 64 descriptors. Without the `prlimit` program the command is returned as it is.
 */
export function withProcessLimits(prlimit: string | undefined, { file, args }: Command): Command {
  if (prlimit === undefined) return { file, args };
  return { file: prlimit, args: ['--core=0', '--fsize=0', '--nofile=64', '--', file, ...args] };
}

/** The same command, killed by the kernel when the thread that starts it ends. `setpriv` runs it in its own place, under its own pid. */
export function withParentDeathSignal(setpriv: string | undefined, { file, args }: Command): Command {
  if (setpriv === undefined) return { file, args };
  return { file: setpriv, args: ['--pdeathsig', 'KILL', '--no-new-privs', '--', file, ...args] };
}
