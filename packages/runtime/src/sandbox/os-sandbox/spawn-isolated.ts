// Starts a worker with the isolation of a plan.
//
// Invariants
//   S1. Nothing of the host's environment reaches the worker: its environment is TZ=UTC, and the process in between
//       (bubblewrap) gets an empty one.
//   S2. SIGKILL to the returned process ends the worker, whatever it is doing: it is that process, or the kernel
//       kills it with that process.
//   S3. When the host dies, however it dies, the worker dies. Inside bubblewrap and under lock-down the kernel ensures
//       that; without either it needs the `setpriv` program. Where that is missing too (macOS, Windows), a worker reads
//       the end of its input when its program next yields; one that is stuck in native code then keeps running.
//
// The kernel's parent is the thread that called: spawn from a thread that lives as long as its workers.

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { ADDON_INSIDE, bubblewrapCommand, type Command } from './bubblewrap/bubblewrap.js';
import { launchedBehind } from './launcher.js';
import { workerNodeFlags } from './node-flags.js';
import { withParentDeathSignal, withProcessLimits } from './process-limits.js';
import { launchFilter } from './seccomp/seccomp-filter.js';
import { sharedLibraries } from './bubblewrap/shared-libraries.js';
import { OsSandboxUnavailableError, type IsolationPlan } from './isolation-plan.js';

/** Paths as the worker sees them, for its command line. */
export interface InsideIsolation {
  /** Where the addon is. */
  readonly addon: string;
  /** Whether it must call `enterIsolation` with `lockDown`. */
  readonly lockDown: boolean;
}

export interface WorkerLaunch {
  readonly node: string;
  /** Beside the flags every worker gets. */
  readonly nodeArgs: readonly string[];
  readonly worker: string;
  readonly addon: string;
  readonly workerArgs: (inside: InsideIsolation) => readonly string[];
}

/** S2 and S3 hold for each kind by another way: bubblewrap's own, the launcher's, or `setpriv`. */
export function spawnIsolated(plan: IsolationPlan, launch: WorkerLaunch): ChildProcess {
  switch (plan.kind) {
    case 'bubblewrap':
      return spawnInBubblewrap(plan, launch);
    case 'lock-down': {
      const worker = plainCommand(launch, { addon: launch.addon, lockDown: true });
      return start(withProcessLimits(plan.facts.prlimit, launchedBehind(filterBytes(), launch.node, worker)));
    }
    case 'none': {
      const worker = plainCommand(launch, { addon: launch.addon, lockDown: false });
      return start(withProcessLimits(plan.facts.prlimit, withParentDeathSignal(plan.facts.setpriv, worker)));
    }
  }
}

/** The worker's own pid on the host, for the memory watchdog: inside bubblewrap the child process is bubblewrap. Undefined before it starts and after it ends. */
export function workerPid(plan: IsolationPlan, child: ChildProcess): number | undefined {
  if (plan.kind !== 'bubblewrap' || child.pid === undefined) return child.pid;
  try {
    const [first] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
    return first ? Number(first) : undefined;
  } catch {
    return undefined;
  }
}

const SECCOMP_FD = 3;

function spawnInBubblewrap(plan: Extract<IsolationPlan, { kind: 'bubblewrap' }>, launch: WorkerLaunch): ChildProcess {
  const { node, worker, addon, nodeArgs, workerArgs } = launch;
  const libraries = sharedLibraries([node, addon]);
  if (libraries.kind === 'unknown') throw new OsSandboxUnavailableError(libraries.because, 'Run "toolshed doctor"');
  const command = bubblewrapCommand({
    bwrap: plan.bwrap,
    node,
    nodeArgs: [...workerNodeFlags(plan), ...nodeArgs],
    worker,
    workerArgs: workerArgs({ addon: ADDON_INSIDE, lockDown: plan.lockDown }),
    addon,
    libraries: libraries.paths,
    seccompFd: SECCOMP_FD,
  });
  return startFiltered(withProcessLimits(plan.facts.prlimit, command), filterBytes());
}

/** Starts bubblewrap with the launch filter on descriptor 3; it waits for the end of the filter before it starts anything. */
export function startFiltered({ file, args }: Command, filter: Uint8Array): ChildProcess {
  // S1.
  const child = spawn(file, args, { env: {}, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
  const pipe = child.stdio[SECCOMP_FD];
  if (!(pipe instanceof Writable)) return child;
  pipe.on('error', () => child.kill('SIGKILL'));
  pipe.end(filter, () => pipe.destroy());
  return child;
}

/** S1. */
const start = ({ file, args }: Command): ChildProcess =>
  spawn(file, args, { env: { TZ: 'UTC' }, stdio: ['pipe', 'pipe', 'pipe'] });

function plainCommand({ node, nodeArgs, worker, workerArgs }: WorkerLaunch, inside: InsideIsolation): Command {
  return { file: node, args: [...workerNodeFlags(inside), ...nodeArgs, worker, ...workerArgs(inside)] };
}

function filterBytes(): Uint8Array {
  const filter = launchFilter(process.arch);
  if (filter.kind === 'filter') return filter.bytes;
  throw new OsSandboxUnavailableError(filter.because, 'Choose os: "off"');
}
