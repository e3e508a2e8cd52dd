// The session of what is started in one folder from one terminal. "For this session" then means this folder and this
// terminal, and ends with them at the latest; another folder, another window or a reused terminal number is another.
//
// A terminal is known by the session of processes it started (its leader and when that began), which every command of
// one shell shares. A leader outside this PID namespace cannot be seen; the namespace's first process stands for it.
// Where the system gives no information, each command is its own session, which asks too often rather than too rarely.

import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Environment } from '../../config.js';

export function sessionHere({ cwd, variable }: Pick<Environment, 'cwd' | 'variable'>): string {
  const place = [cwd, leaderOfProc() ?? windowIn(variable) ?? randomUUID()];
  const mark = createHash('sha256').update(JSON.stringify(place)).digest('hex').slice(0, 10);
  const folder = basename(cwd)
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 40);
  return `${folder === '' ? 'root' : folder}-${mark}`;
}

/** Linux: the leader of this process's session, and the moment since boot it was started. */
function leaderOfProc(): string | undefined {
  const session = statOf('self')?.[SESSION];
  if (session === undefined) return undefined;
  const leader = session === '0' ? '1' : session;
  const boot = readIfThere('/proc/sys/kernel/random/boot_id')?.trim();
  const start = statOf(leader)?.[START_TIME];
  return boot === undefined || start === undefined ? undefined : [boot, leader, start].join(' ');
}

/** Fields of /proc/<pid>/stat after the name, which may hold anything. */
const SESSION = 3;
const START_TIME = 19;

function statOf(pid: string): readonly string[] | undefined {
  const text = readIfThere(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Names that terminals give each window and never use twice. */
const windowIn = (variable: Environment['variable']): string | undefined =>
  variable('TERM_SESSION_ID') ?? variable('WT_SESSION') ?? variable('ITERM_SESSION_ID');
