// Ends a command and everything it started, where it has no PID namespace of its own (own-processes.ts).
//
// Threat: a process that outlives its command. Members of the command's process group die with the group. One that
// left the group (setsid, a daemon) is known by the mark in the environment it inherited, or by its parents, which
// Linux shows in /proc. Not covered: one that cleared its environment and whose parent ended before; another system
// than Linux.

import { readdir, readFile } from 'node:fs/promises';

/** Name of the variable that marks all processes of one command. */
export const MARK = 'TOOLSHED_RUN';

/** Killing takes turns with forking: a command that forks all the time is looked for again. */
const MAX_ROUNDS = 20;

/** A process shows no environment for a moment while it becomes another program; one look is not enough. */
const QUIET_ROUNDS = 2;

export async function killTree(group: number, mark: string): Promise<void> {
  const descendants = process.platform === 'linux' ? await findDescendants(group) : [];
  killGroup(group);
  for (const pid of descendants) kill(pid);
  if (process.platform !== 'linux') return;
  for (let round = 0, quiet = 0; round < MAX_ROUNDS && quiet < QUIET_ROUNDS; round++) {
    const strays = await findMarked(`${MARK}=${mark}`);
    quiet = strays.length === 0 ? quiet + 1 : 0;
    for (const pid of strays) kill(pid);
  }
}

export const killGroup = (group: number): void => kill(process.platform === 'win32' ? group : -group);

async function findMarked(mark: string): Promise<number[]> {
  const pids = await listProcesses();
  const marked = await Promise.all(pids.map(async (pid) => (await readOf(pid, 'environ')).split('\0').includes(mark)));
  return pids.filter((_, index) => marked[index]);
}

async function findDescendants(root: number): Promise<number[]> {
  const pids = await listProcesses();
  const parents = await Promise.all(pids.map(async (pid) => parentIn(await readOf(pid, 'stat'))));
  const found = new Set([root]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    pids.forEach((pid, index) => {
      if (found.has(parents[index] ?? 0)) found.add(pid);
    });
  }
  found.delete(root);
  return [...found];
}

/** The name of a program, in parentheses, may hold anything; the last one closes it. */
const parentIn = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);

const listProcesses = async (): Promise<number[]> =>
  (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);

/** Nothing for a process that is gone or belongs to another user: the command's own are neither. */
async function readOf(pid: number, file: 'environ' | 'stat'): Promise<string> {
  return await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
}

/** Nothing for what has ended already. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!isGone) throw error;
  }
}
