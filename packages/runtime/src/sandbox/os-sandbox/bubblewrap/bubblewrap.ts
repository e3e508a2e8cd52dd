// The command that starts a worker in a file system of a dozen files, without network, other processes or privileges.
//
// Left out on purpose:
//   /proc  would show the environment of bubblewrap's own process and of whatever else shares the pid namespace
//   /dev   Node takes its randomness from the kernel directly
//   /etc   there is nobody to look up and no name to resolve

import { extname } from 'node:path';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

export interface BubblewrapOptions {
  readonly bwrap: string;
  readonly node: string;
  readonly nodeArgs: readonly string[];
  readonly worker: string;
  readonly workerArgs: readonly string[];
  readonly addon: string;
  readonly libraries: readonly string[];
  /** The descriptor on which bubblewrap will find the launch filter. */
  readonly seccompFd: number;
}

/** Where the addon is for a worker inside. */
export const ADDON_INSIDE = '/app/addon.node';
const NODE_INSIDE = '/app/node';

export function bubblewrapCommand(options: BubblewrapOptions): Command {
  const { worker, addon, nodeArgs, workerArgs } = options;
  const workerInside = workerPathInside(worker);
  return bubblewrapNode({
    ...options,
    files: [
      [worker, workerInside],
      [addon, ADDON_INSIDE],
    ],
    args: [...nodeArgs, workerInside, ...workerArgs],
  });
}

export interface BubblewrapNodeOptions extends Pick<BubblewrapOptions, 'bwrap' | 'node' | 'libraries' | 'seccompFd'> {
  /** Pairs of a path outside and its path inside. */
  readonly files: readonly (readonly [string, string])[];
  readonly args: readonly string[];
}

/** Node inside, with these arguments and these files. */
export function bubblewrapNode({ bwrap, node, libraries, seccompFd, files, args }: BubblewrapNodeOptions): Command {
  const mounts = [[node, NODE_INSIDE] as const, ...files, ...libraries.map((path) => [path, path] as const)];
  return {
    file: bwrap,
    args: [
      ...['--unshare-all', '--die-with-parent', '--new-session', '--as-pid-1'],
      ...['--cap-drop', 'ALL', '--uid', NOBODY, '--gid', NOBODY, '--hostname', 'sandbox'],
      ...['--clearenv', '--setenv', 'TZ', 'UTC'],
      ...mounts.flatMap(([outside, inside]) => ['--ro-bind', outside, inside]),
      ...['--chdir', '/app', '--remount-ro', '/', '--seccomp', String(seccompFd)],
      ...['--', NODE_INSIDE, ...args],
    ],
  };
}

const NOBODY = '65534';

/** The package.json that makes a `.js` file a module stays outside, so its name inside says what it is. */
const workerPathInside = (worker: string): string =>
  extname(worker) === '.cjs' ? '/app/worker.cjs' : '/app/worker.mjs';
