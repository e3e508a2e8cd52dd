// Ends a command and everything it started, where it has no PID namespace of its own (own-processes.ts).
//
// Threat: a process that outlives its command. Members of the command's process group die with the group. One that
// left the group (setsid, a daemon) is known by the mark in the environment it inherited, or by its parents, which
// Linux shows in /proc. Not covered: one that cleared its environment and whose parent ended before; another system
// than Linux.

import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** Name of the variable that marks all processes of one command. */
export const MARK = 'TOOLSHED_RUN';

/** Killing takes turns with forking: a command that forks all the time is looked for again. */
const MAX_ROUNDS = 20;

/** One pass may miss a process that forks meanwhile. */
const QUIET_ROUNDS = 2;

/** How long a process that is becoming another program, and shows no environment until it is, gets for that. */
const BECOMING_MS = 5;

export async function killTree(group: number, mark: string): Promise<void> {
  const descendants = process.platform === 'linux' ? await findDescendants(group) : [];
  killGroup(group);
  for (const pid of descendants) kill(pid);
  if (process.platform !== 'linux') return;
  for (let round = 0, quiet = 0; round < MAX_ROUNDS && quiet < QUIET_ROUNDS; round++) {
    const { marked, becoming } = await look(`${MARK}=${mark}`);
    quiet = marked.length === 0 && becoming.length === 0 ? quiet + 1 : 0;
    for (const pid of marked) kill(pid);
    if (becoming.length > 0) await pause(BECOMING_MS);
  }
}

export const killGroup = (group: number): void => kill(process.platform === 'win32' ? group : -group);

interface Look {
  readonly marked: readonly number[];
  /** They may be marked; that is not known yet. */
  readonly becoming: readonly number[];
}

async function look(mark: string): Promise<Look> {
  const pids = await listProcesses();
  const seen = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readOf(pid, 'environ');
      if (environment !== '') return environment.split('\0').includes(mark) ? 'marked' : 'other';
      return (await isBecoming(pid)) ? 'becoming' : 'other';
    }),
  );
  return {
    marked: pids.filter((_, index) => seen[index] === 'marked'),
    becoming: pids.filter((_, index) => seen[index] === 'becoming'),
  };
}

/** In the middle of `exec` a process has no command line either. One that ended has neither, and the kernel's own. */
async function isBecoming(pid: number): Promise<boolean> {
  const [commandLine, stat] = await Promise.all([readOf(pid, 'cmdline'), readOf(pid, 'stat')]);
  const [state = 'X', , , , , , flags] = fieldsOf(stat);
  return commandLine === '' && !'ZX'.includes(state) && (Number(flags) & KERNEL_THREAD) === 0;
}

const KERNEL_THREAD = 0x0020_0000;

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

const parentIn = (stat: string): number => Number(fieldsOf(stat)[1] ?? 0);

/** From the state on. The name before it, in parentheses, may hold anything; the last one closes it. */
const fieldsOf = (stat: string): readonly string[] =>
  stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');

const listProcesses = async (): Promise<number[]> =>
  (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);

/** Empty for a process that has ended or belongs to another user: the command's own are neither. */
async function readOf(pid: number, file: 'cmdline' | 'environ' | 'stat'): Promise<string> {
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
