// Ends a command and everything it started.
//
// Threat: a process that outlives its command. Members of the command's process group die with the group.
// One that left the group (setsid, a daemon) is known by the mark in the environment it inherited, which
// Linux shows in /proc. Not covered: one that also cleared its environment, or another system than Linux;
// only a container around the host would hold those.

import { readdir, readFile } from 'node:fs/promises';

/** Name of the variable that marks all processes of one command. */
export const MARK = 'TOOLSHED_RUN';

/** Killing takes turns with forking: a command that forks all the time is looked for again. */
const MAX_ROUNDS = 20;

/** A process shows no environment for a moment while it becomes another program; one look is not enough. */
const QUIET_ROUNDS = 2;

export async function killTree(group: number, mark: string): Promise<void> {
  kill(process.platform === 'win32' ? group : -group);
  if (process.platform !== 'linux') return;
  for (let round = 0, quiet = 0; round < MAX_ROUNDS && quiet < QUIET_ROUNDS; round++) {
    const strays = await findMarked(`${MARK}=${mark}`);
    quiet = strays.length === 0 ? quiet + 1 : 0;
    for (const pid of strays) kill(pid);
  }
}

async function findMarked(mark: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const marked = await Promise.all(pids.map(async (pid) => (await environmentOf(pid)).includes(mark)));
  return pids.filter((_, index) => marked[index]);
}

/** Nothing for a process that is gone or belongs to another user: the command's own are neither. */
async function environmentOf(pid: number): Promise<readonly string[]> {
  try {
    return (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
  } catch {
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!isGone) throw error;
  }
}
