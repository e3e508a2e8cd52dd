import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { guestLimitsOf, type Limits } from './limits.js';
import type { SandboxPool } from './sandbox.js';
import { findAddon } from './worker-process/addon-path.js';
import { createProcessPool } from './worker-process/process-pool.js';

export interface SandboxOptions {
  readonly isolation?: 'process';
  /** Who may share a worker process: one execution, one session, or all. */
  readonly trustDomain?: 'execution' | 'session' | 'shared';
}

export interface OpenPoolDeps extends SandboxOptions {
  readonly limits: Limits;
  readonly onPressure: () => void;
}

const MAX_LANES = 64;
const IDLE_MS = 30_000;

export async function openPool({ limits, onPressure }: OpenPoolDeps): Promise<{ pool: SandboxPool; engine: string }> {
  const addon = findAddon();
  const worker = fileURLToPath(new URL('../worker.js', import.meta.url));
  const args = JSON.stringify({ addon: addon.path, heapMb: limits.heapMb, limits: guestLimitsOf(limits) });
  const pool = createProcessPool({
    limits,
    maxWorkers: Math.max(8, availableParallelism() * 4),
    maxLanes: MAX_LANES,
    idleMs: IDLE_MS,
    onPressure,
    spawn: () => ({
      walls: 'process',
      child: spawn(
        process.execPath,
        [
          '--no-node-snapshot',
          '--permission',
          '--allow-addons',
          '--disable-warning=PERM0001',
          '--disable-warning=ExperimentalWarning',
          worker,
          args,
        ],
        { env: { TZ: 'UTC' }, stdio: ['pipe', 'pipe', 'pipe'] },
      ),
    }),
  });
  return { pool, engine: `node ${process.versions.node}, isolated-vm ${addon.version}` };
}
