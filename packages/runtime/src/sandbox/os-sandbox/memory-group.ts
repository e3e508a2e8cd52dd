// The kernel's own limit on a worker's memory, where the machine lets us set one.
//
// The watchdog looks every few milliseconds; a native loop can allocate gigabytes between two looks. A control group
// has no such gap: the kernel kills the worker on the allocation that is one too many.
//
// Version 2 lets a group that holds processes have no children of its own, so ours is made beside the host's group,
// where systemd has handed that place to the user; version 1 lets it be made below. Whether either works is known
// when one was made.

import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface MemoryGroup {
  /** Puts a process into the group; what it starts from then on is in it too. */
  join(pid: number): void;
  /** Whether the kernel has ended a process for going beyond the limit. */
  hasKilled(): boolean;
  /** Removes the group once its processes have ended. */
  remove(): void;
}

export type MemoryGroups =
  | { readonly kind: 'available'; readonly version: 1 | 2; create(limitMb: number): MemoryGroup | undefined }
  | { readonly kind: 'unavailable'; readonly because: string };

/** Which files of a version say what. */
const FILES = {
  1: { limit: 'memory.limit_in_bytes', kills: 'memory.oom_control' },
  2: { limit: 'memory.max', kills: 'memory.events' },
} as const;

let found: MemoryGroups | undefined;

/** Tried once in the life of the process. */
export function memoryGroups(): MemoryGroups {
  found ??= process.platform === 'linux' ? tryGroups(readPlaces()) : unavailable(`this is ${process.platform}`);
  return found;
}

export interface Place {
  readonly version: 1 | 2;
  /** The folder our groups would be made in. */
  readonly folder: string;
}

/** The first place where a group with a limit can be made. */
export function tryGroups(places: readonly Place[]): MemoryGroups {
  const reasons: string[] = [];
  for (const place of places) {
    sweep(place.folder);
    try {
      makeGroup(place, PROBE_MB).remove();
      return { kind: 'available', version: place.version, create: (limitMb) => tryMake(place, limitMb) };
    } catch (error) {
      reasons.push(error instanceof Error && 'code' in error ? `${error.code} in ${place.folder}` : String(error));
    }
  }
  return unavailable(reasons.join('; ') || 'this process is in no memory group');
}

const PROBE_MB = 64;
const unavailable = (because: string): MemoryGroups => ({ kind: 'unavailable', because });

/** A worker without the kernel's limit still has the watchdog: not a reason to run no program. */
function tryMake(place: Place, limitMb: number): MemoryGroup | undefined {
  try {
    return makeGroup(place, limitMb);
  } catch {
    return undefined;
  }
}

let made = 0;

function makeGroup({ version, folder }: Place, limitMb: number): MemoryGroup {
  const group = join(folder, `${PREFIX}${process.pid}-${made++}`);
  mkdirSync(group);
  const remove = (): void => attempt(() => rmdirSync(group));
  try {
    writeFileSync(join(group, FILES[version].limit), String(limitMb * 1024 * 1024));
    if (version === 2) writeFileSync(join(group, 'memory.oom.group'), '1');
  } catch (error) {
    remove();
    throw error;
  }
  return {
    join: (pid) => attempt(() => writeFileSync(join(group, 'cgroup.procs'), String(pid))),
    hasKilled: () => /^oom_kill [1-9]/m.test(readText(join(group, FILES[version].kills))),
    remove,
  };
}

const PREFIX = 'toolshed-';

/** Groups of hosts that were killed. One that still holds a process cannot be removed, and is not ours to remove. */
function sweep(folder: string): void {
  for (const name of listed(folder)) {
    const owner = Number(new RegExp(`^${PREFIX}(\\d+)-\\d+$`).exec(name)?.[1]);
    if (Number.isInteger(owner) && !isAlive(owner)) attempt(() => rmdirSync(join(folder, name)));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** For cleanup and late writes: nobody needs to know of the failure. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    return;
  }
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Where this process could make groups, by what the kernel says of its own. */
function readPlaces(): readonly Place[] {
  return placesOf(readText('/proc/self/cgroup'), readText('/proc/self/mountinfo'));
}

export function placesOf(membership: string, mounts: string): readonly Place[] {
  return membership.split('\n').flatMap((line): readonly Place[] => {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers === '') return placeIn(mounts, 2, path, 'cgroup2');
    return controllers.split(',').includes('memory') ? placeIn(mounts, 1, path, 'cgroup') : [];
  });
}

function placeIn(mounts: string, version: 1 | 2, path: string, type: string): readonly Place[] {
  if (path === '') return [];
  for (const line of mounts.split('\n')) {
    const [mount = '', system = ''] = line.split(' - ');
    const [, , , root = '', point = ''] = mount.split(' ');
    const [kind, , options = ''] = system.split(' ');
    if (kind !== type || (version === 1 && !options.split(',').includes('memory'))) continue;
    if (path !== root && !path.startsWith(root === '/' ? '/' : `${root}/`)) continue;
    const own = join(point, path.slice(root === '/' ? 0 : root.length));
    return [{ version, folder: version === 1 || own === point ? own : dirname(own) }];
  }
  return [];
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
