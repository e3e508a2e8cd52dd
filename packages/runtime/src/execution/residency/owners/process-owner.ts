// Identifies this process so that another process of the machine can tell whether it is alive. A process id is not
// enough: ids are reused, and each container counts its own. Nor is the name of the host: it changes, and two machines
// may share one.

import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { OwnerFacts } from '@toolshed/kernel/runtime';
import { ownVersion } from '../../../own-version.js';

/** Of a host that wakes nothing by itself. */
export const WAKES_NOTHING = { wakes: 'no' } as const;

export function thisProcess(placement: readonly string[], wakes: boolean): OwnerFacts {
  const startedAt = startTimeOf(process.pid);
  return {
    id: `own_${randomUUID()}`,
    pid: process.pid,
    host: hostname(),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(MACHINE === undefined ? {} : { machine: MACHINE }),
    ...(VERSION === undefined ? {} : { version: VERSION }),
    ...(placement.length === 0 ? {} : { placement }),
    ...(wakes ? {} : { labels: WAKES_NOTHING }),
  };
}

/** Whether a process is proven alive or dead; `unknown` if it is on another machine, or cannot be found out. */
export function processState({ pid, startedAt, machine }: OwnerFacts): 'alive' | 'gone' | 'unknown' {
  if (machine === undefined || machine !== MACHINE || startedAt === undefined) return 'unknown';
  return startTimeOf(pid) === startedAt ? 'alive' : 'gone';
}

export const isThisProcess = ({ pid, startedAt, machine }: OwnerFacts): boolean =>
  pid === process.pid && machine === MACHINE && startedAt === startTimeOf(process.pid);

const VERSION = ownVersion();

/** One boot of one machine, and one space of process ids in it. */
const MACHINE = machineOf();

function machineOf(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

/** In clock ticks since boot; undefined if there is no such process, or the system does not say. */
function startTimeOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    // The name in parentheses may hold anything; the fields are counted after it. The state is the third field, the start time the 22nd.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
