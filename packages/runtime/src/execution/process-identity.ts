// Who drives an execution, written so that another process of the machine can tell whether that one still lives.
// A process id alone does not do: ids are given again, and one process may have several hosts open on one store.

import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { ExecutionSummary } from '@toolshed/kernel';

/** The hosts of this process that are open; other processes see them live as long as the process does. */
const open = new Set<string>();
let opened = 0;

export function processIdentity(): string {
  const identity = `${hostname()}/${process.pid}/${startTimeOf(process.pid) ?? 0}/${++opened}`;
  open.add(identity);
  return identity;
}

/** A host that is closed drives nothing any more. */
export function retire(identity: string): void {
  open.delete(identity);
}

export const isDrivenByAnother = ({ status, owner }: ExecutionSummary, self: string): boolean =>
  status === 'running' && owner !== undefined && owner !== self && isAlive(owner);

/** A process of another machine counts as alive: only its own machine can tell. */
function isAlive(identity: string): boolean {
  const [host, pid, startedAt] = identity.split('/');
  if (host !== hostname()) return true;
  if (Number(pid) === process.pid) return open.has(identity);
  const started = startTimeOf(Number(pid));
  return started !== undefined && (started === '0' || startedAt === '0' || started === startedAt);
}

/** The start time in clock ticks since boot, where the system tells; `0` if the process lives and it does not. */
function startTimeOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      // The name in parentheses may hold anything; the fields are counted after it. The state is the third field, the start time the 22nd.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? undefined : fields[19];
    } catch {
      return undefined;
    }
  }
  try {
    process.kill(pid, 0);
    return '0';
  } catch {
    return undefined;
  }
}
