// Starts Node behind the launch filter where no other program can put it there.
//
// A first Node locks itself down and then becomes the second one, under the same pid. Locking only after start would
// not do: libuv sets up io_uring when Node starts, a ring makes file and network calls that no filter sees, and
// libuv aborts when a ring it was given stops working. Behind the filter it never gets one.

import type { Command } from './bubblewrap/bubblewrap.js';
import { type LockDown, lockDown } from './lock-down.js';

/** The command that runs `command` behind `filter`. */
export function launchedBehind(filter: Uint8Array, node: string, command: Command): Command {
  return {
    file: node,
    args: [
      ...['--disable-warning=ExperimentalWarning', '-e', `(${launch})(${lockDown})`, '--'],
      ...[Buffer.from(filter).toString('base64'), command.file, ...command.args],
    ],
  };
}

/** Whole in itself, as `lockDown` is. */
function launch(lock: (filter: Uint8Array) => LockDown): void {
  const [filter = '', file = '', ...args] = process.argv.slice(1);
  const locked = lock(Buffer.from(filter, 'base64'));
  if (!locked.ok) throw new Error(`Cannot start the worker: ${locked.reason}`);
  process.execve?.(file, [file, ...args], process.env);
  throw new Error('Cannot start the worker: this Node cannot become another program');
}
