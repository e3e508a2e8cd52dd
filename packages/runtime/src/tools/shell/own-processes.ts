// A PID namespace for each command, where bubblewrap can make one.
//
// Threats
//   - A process that leaves its group, its session and its environment (setsid, double fork, env -i) and outlives the
//     command. The kernel kills every member of the namespace when its first process ends.
//   - A command that reads the host's environment or memory in /proc, or signals it. The host has no number in there.
//   - A host that is killed: --die-with-parent ends the command with it. A host that is killed before bubblewrap has got
//     to that leaves a namespace behind; what starts in it waits for the host's signal and ends when none comes.
//   - Zombies where nobody collects orphans (a container without an init): the first process of the namespace is a child
//     of bubblewrap, which collects it, and collects what the command leaves behind.
//
// Files, network, user and (for root) capabilities stay the host's: which command may run is what a person decides.
// What changes for a command beside that: setuid programs such as sudo gain nothing (no_new_privs).

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { findProgram } from '../../sandbox/os-sandbox/bubblewrap/trusted-program.js';
import type { OsWish } from '../../sandbox/os-sandbox/isolation-plan.js';
import { readNamespaceSwitches, whyNoBubblewrap } from '../../sandbox/os-sandbox/bubblewrap/why-no-bubblewrap.js';
import { kill } from './kill-tree.js';
import { ShellError } from './shell-error.js';

/** The descriptor on which bubblewrap says which process is the first of the namespace. */
export const INFO_FD = 3;

const KEEP_CAPABILITIES = process.getuid?.() === 0 ? ['--cap-add', 'ALL'] : [];

const NAMESPACE = [
  ...['--dev-bind', '/', '/', '--unshare-pid', '--proc', '/proc'],
  ...['--die-with-parent', '--as-pid-1', '--new-session', ...KEEP_CAPABILITIES],
];

/** A descriptor on which the namespace says that it stands, and the host that the command may start. */
export const START_FD = 4;

/** The first process of the namespace: it runs the command as its child, and says nothing of its own on stderr. */
const START = `exec 5>&2 2>/dev/null
echo >&${START_FD} && read -r _ <&${START_FD} || exit 1
exec ${START_FD}>&-
(exec "$@" 2>&5 5>&-)
exit $?`;

/** Arguments for bubblewrap; `file` is searched on the PATH of the command's environment. */
export const bubblewrapArgs = (cwd: string, file: string, args: readonly string[]): string[] => [
  ...[...NAMESPACE, '--info-fd', String(INFO_FD), '--chdir', cwd, '--'],
  ...['/bin/sh', '-c', START, 'sh', file, ...args],
];

/** The bubblewrap to use, or `undefined` to do without. */
export async function findBubblewrap(os: OsWish): Promise<string | undefined> {
  if (os === 'off') return undefined;
  tried ??= tryBubblewrap();
  const { bwrap, because } = await tried;
  if (bwrap !== undefined || os === 'auto') return bwrap;
  throw new ShellError(
    'shell/no-namespace',
    `Cannot run a command: the host requires a PID namespace of its own for it, and there is none (${because})`,
  );
}

interface Tried {
  readonly bwrap: string | undefined;
  readonly because: string;
}

/** Whether a machine, a container and a policy together allow it is known when it was tried; once in a process. */
let tried: Promise<Tried> | undefined;

async function tryBubblewrap(): Promise<Tried> {
  const bwrap = findProgram('bwrap');
  if (bwrap === undefined) return { bwrap, because: 'bwrap was not found' };
  const child = spawn(bwrap, [...NAMESPACE, '--', '/bin/sh', '-c', ':'], {
    env: {},
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const impatience = setTimeout(() => child.kill('SIGKILL'), 5_000);
  const exit = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null)).once('exit', resolve);
  });
  const [code, complaint] = await Promise.all([exit, text(child.stderr)]);
  clearTimeout(impatience);
  if (code === 0) return { bwrap, because: '' };
  return { bwrap: undefined, because: whyNoBubblewrap(complaint, readNamespaceSwitches()).because };
}

/** Ends the namespace by its first process, so that bubblewrap lives to collect it; `false` if there is none yet. */
export async function killNamespace(bwrapPid: number, info: string): Promise<boolean> {
  const pid = firstProcessIn(info);
  const [, parent] = await lookAt(pid);
  if (pid === undefined || parent !== String(bwrapPid)) return false;
  kill(Number(pid));
  return true;
}

const LONGEST_END_MS = 5_000;

/**
 * Waits for the end of a namespace whose bubblewrap was killed. Its first process counts as ended (gone, or a zombie)
 * only after the kernel has killed and collected all others.
 */
export async function namespaceEnded(info: string): Promise<void> {
  const pid = firstProcessIn(info);
  const giveUp = Date.now() + LONGEST_END_MS;
  for (let state = 'R'; !/^[ZX]?$/.test(state) && Date.now() < giveUp; await wait(2)) [state = ''] = await lookAt(pid);
}

/** What bubblewrap wrote to INFO_FD. */
const firstProcessIn = (info: string): string | undefined => /"child-pid":\s*(\d+)/.exec(info)?.[1];

/** State and parent of a process; empty if it has ended. The name before them may hold anything. */
async function lookAt(pid: string | undefined): Promise<readonly string[]> {
  const stat = pid === undefined ? '' : await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
