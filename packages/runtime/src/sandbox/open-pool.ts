import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { guestLimitsOf, type Limits } from './limits.js';
import { probeWalls } from './os-sandbox/probe.js';
import { type InsideWalls, spawnWalled, workerPid } from './os-sandbox/spawn-walled.js';
import type { OsWish } from './os-sandbox/wall-plan.js';
import type { SandboxPool } from './sandbox.js';
import { findAddon } from './worker-process/addon-path.js';
import { createProcessPool } from './worker-process/process-pool.js';

export interface SandboxOptions {
  readonly isolation?: 'process';
  /** Whether workers stand behind walls of the operating system: always, where it can be done, or never. */
  readonly sandbox?: { readonly os: OsWish };
  /** Who may share a worker process: one execution, one session, or all. */
  readonly trustDomain?: 'execution' | 'session' | 'shared';
}

export interface OpenPoolDeps extends SandboxOptions {
  readonly limits: Limits;
  readonly onPressure: () => void;
}

const MAX_LANES = 64;
const IDLE_MS = 30_000;

export async function openPool({ limits, onPressure, sandbox }: OpenPoolDeps): Promise<{ pool: SandboxPool; engine: string }> {
  const addon = findAddon();
  const plan = await probeWalls(sandbox ?? { os: 'auto' });
  const worker = fileURLToPath(new URL('../worker.js', import.meta.url));
  const options = { heapMb: limits.heapMb, limits: guestLimitsOf(limits) };
  const launch = {
    node: process.execPath,
    nodeArgs: [],
    worker,
    addon: addon.path,
    workerArgs: (inside: InsideWalls) => [JSON.stringify({ ...options, ...inside })],
  };
  const pool = createProcessPool({
    limits,
    maxWorkers: Math.max(8, availableParallelism() * 4),
    maxLanes: MAX_LANES,
    idleMs: IDLE_MS,
    onPressure,
    spawn: () => {
      const child = spawnWalled(plan, launch);
      return { child, walls: plan.kind === 'none' ? 'process' : 'process+os', pid: () => workerPid(plan, child) };
    },
  });
  return { pool, engine: `node ${process.versions.node}, isolated-vm ${addon.version}` };
}
