import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createLazyPool } from './lazy-pool.js';
import { guestLimitsOf, type Limits } from './limits.js';
import { memoryGroups } from './os-sandbox/memory-group.js';
import { probeWalls } from './os-sandbox/probe.js';
import { type InsideWalls, spawnWalled, workerPid } from './os-sandbox/spawn-walled.js';
import type { OsWish } from './os-sandbox/wall-plan.js';
import type { SandboxPool } from './sandbox.js';
import { findAddon } from './worker-process/addon-path.js';
import { createProcessPool } from './worker-process/process-pool.js';

export interface SandboxOptions {
  /** Worker processes; or the host's own thread, for embedders who accept one wall. */
  readonly isolation?: 'process' | 'thread';
  /** Whether workers stand behind walls of the operating system: always, where it can be done, or never. */
  readonly sandbox?: { readonly os: OsWish };
  /** Who may share a worker process: one execution, one session, or all. */
  readonly trustDomain?: 'execution' | 'session' | 'shared';
}

export interface OpenPoolDeps extends SandboxOptions {
  readonly limits: Limits;
  readonly onPressure: () => void;
}

/** What runs inside an isolate is compiled while the isolate is spare, not when a program first needs it. */
const COMPILED_AHEAD = ['--no-lazy', '--no-flush-bytecode', '--no-sparkplug'];
const MAX_LANES = 64;
const IDLE_MS = 30_000;

export interface OpenedPool {
  readonly pool: SandboxPool;
  /** What runs programs, for the journal. */
  readonly engine: string;
}

export async function openPool(deps: OpenPoolDeps): Promise<OpenedPool> {
  const addon = findAddon();
  const engine = `node ${process.versions.node}, isolated-vm ${addon.version}`;
  if (deps.isolation !== 'thread') return { pool: await openProcesses(deps, addon.path), engine };
  // Loaded only when chosen: a host that uses worker processes never loads isolated-vm.
  const { createThreadPool } = await import('./thread/thread-pool.js');
  return { pool: createThreadPool({ addon: addon.path, limits: deps.limits }), engine };
}

/** A host that requires the OS wall learns at once that there is none; any other when it first runs a program. */
async function openProcesses(deps: OpenPoolDeps, addon: string): Promise<SandboxPool> {
  if (deps.sandbox?.os === 'required') return openProcessPool(deps, addon);
  return createLazyPool(() => openProcessPool(deps, addon));
}

async function openProcessPool({ limits, onPressure, sandbox }: OpenPoolDeps, addon: string): Promise<SandboxPool> {
  const plan = await probeWalls(sandbox ?? { os: 'auto' });
  const groups = sandbox?.os === 'off' ? undefined : memoryGroups();
  const worker = fileURLToPath(new URL('../worker.js', import.meta.url));
  const options = { heapMb: limits.heapMb, limits: guestLimitsOf(limits) };
  const launch = {
    node: process.execPath,
    nodeArgs: [`--stack-size=${limits.stackKb}`, ...COMPILED_AHEAD],
    worker,
    addon,
    workerArgs: (inside: InsideWalls) => [JSON.stringify({ ...options, ...inside })],
  };
  return createProcessPool({
    limits,
    maxWorkers: Math.max(8, availableParallelism() * 4),
    maxLanes: MAX_LANES,
    idleMs: IDLE_MS,
    onPressure,
    spawn: () => {
      const child = spawnWalled(plan, launch);
      return {
        child,
        walls: plan.kind === 'none' ? 'process' : 'process+os',
        pid: () => workerPid(plan, child),
        memory: groups?.kind === 'available' ? groups.create(limits.rssMb) : undefined,
      };
    },
  });
}
