// Chooses the sandbox that the options ask for and this machine allows, and opens the pool of it. Talks to the probes of
// `os-sandbox/`, to the pool of `worker-process/`, and loads `thread/` only where it is asked for.

import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { ownEntry } from '../machine/own-entry.js';
import { Capacity, resolveCapacity, type ResolvedCapacity } from './capacity.js';
import { createLazyPool } from './lazy-pool.js';
import { guestLimitsOf, type Limits } from './limits.js';
import { memoryGroups } from './os-sandbox/memory-group.js';
import { confirmIsolation, presumeIsolation, probeIsolation } from './os-sandbox/probe-isolation.js';
import { type InsideIsolation, spawnIsolated, workerPid } from './os-sandbox/spawn-isolated.js';
import type { OsWish, IsolationPlan } from './os-sandbox/isolation-plan.js';
import type { SandboxPool } from './sandbox.js';
import { UntrustedThreadError } from './sandbox-errors.js';
import { findAddon } from './worker-process/addon-path.js';
import { createProcessPool } from './worker-process/process-pool.js';

/** How programs are isolated from the host and from each other. */
export interface SandboxOptions {
  /** Worker processes; or the host's own thread, for programs that are trusted. */
  readonly isolation?: 'process' | 'thread';
  /**
   * Declares that no program is hostile. Required with isolation "thread": there a program can stop the host for good, with one
   * call of a built-in function that loops without end, which neither a timeout nor a limit of memory interrupts.
   */
  readonly trusted?: boolean;
  /** Whether workers run in an OS sandbox: always (`required`), where possible (`auto`), or never (`off`). */
  readonly sandbox?: { readonly os: OsWish };
  /** Who may share a worker process: one execution, one session, or all. */
  readonly trustDomain?: 'execution' | 'session' | 'shared';
  /** How many programs may be live at once, and in how many processes. */
  readonly capacity?: Capacity;
  /**
   * The path or URL of a copy of `@toolshed/runtime/worker`, of the same version, for a host that a bundler put into one
   * file. Default: the package's own file, found by its name.
   */
  readonly workerFile?: string | URL;
}

export interface OpenPoolDeps extends SandboxOptions {
  readonly limits: Limits;
}

const IDLE_MS = 30_000;

export interface OpenedPool {
  readonly pool: SandboxPool;
  /** What runs programs, for the journal. */
  readonly engine: string;
}

export async function openPool(deps: OpenPoolDeps): Promise<OpenedPool> {
  if (deps.isolation === 'thread' && deps.trusted !== true) throw new UntrustedThreadError();
  // Found now, so that a host whose worker was left behind fails when it opens and not at its first program.
  const worker = deps.isolation === 'thread' ? undefined : ownEntry('worker', deps.workerFile);
  const addon = findAddon(worker);
  const engine = `node ${process.versions.node}, isolated-vm ${addon.version}`;
  if (worker !== undefined) return { pool: await openProcesses(deps, { worker, addon: addon.path }), engine };
  // Loaded only when chosen: a host that uses worker processes never loads isolated-vm.
  const { createThreadPool } = await import('./thread/thread-pool.js');
  const { programsInThread: maxLanes, spareWorker: keepsSpares } = capacityOf(deps);
  return { pool: createThreadPool({ addon: addon.path, limits: deps.limits, maxLanes, keepsSpares }), engine };
}

interface WorkerFiles {
  readonly worker: string;
  readonly addon: string;
}

/** A host that requires the OS sandbox fails at once if there is none; any other finds out when it first runs a program. */
async function openProcesses(deps: OpenPoolDeps, files: WorkerFiles): Promise<SandboxPool> {
  if (deps.sandbox?.os === 'required') return openProcessPool(deps, files);
  return createLazyPool(() => openProcessPool(deps, files));
}

const capacityOf = ({ capacity = {}, trustDomain = 'session' }: OpenPoolDeps): ResolvedCapacity =>
  resolveCapacity(Capacity.parse(capacity), trustDomain);

/** The first worker shows whether the strongest isolation works here; only if it does not start is every way tried. */
async function openProcessPool(deps: OpenPoolDeps, files: WorkerFiles): Promise<SandboxPool> {
  const wish = deps.sandbox ?? { os: 'auto' };
  const presumed = wish.os === 'off' ? undefined : presumeIsolation(files.addon);
  if (presumed) {
    const first = Promise.withResolvers<boolean>();
    const pool = createPoolUnder(presumed.plan, deps, files, (child) => watchStart(child, first.resolve));
    pool.prepare();
    if (await first.promise) {
      confirmIsolation(presumed);
      return pool;
    }
    await pool[Symbol.asyncDispose]();
  }
  return createPoolUnder(await probeIsolation(wish), deps, files, () => undefined);
}

const FIRST_START_MS = 10_000;

/** A worker writes once all its layers are in place, and ends silently if one of them fails. */
function watchStart(child: ChildProcess, decide: (hasStarted: boolean) => void): void {
  const impatience = setTimeout(() => decide(false), FIRST_START_MS).unref();
  const decided = (hasStarted: boolean) => (): void => {
    clearTimeout(impatience);
    decide(hasStarted);
  };
  // Its output closes as well when the pool gives it up first, and then nobody waits for its exit.
  child.stdout?.once('data', decided(true)).once('close', decided(false));
  child.once('error', decided(false)).once('exit', decided(false));
}

function createPoolUnder(
  plan: IsolationPlan,
  deps: OpenPoolDeps,
  { worker, addon }: WorkerFiles,
  onSpawned: (child: ChildProcess) => void,
): SandboxPool {
  const { limits, sandbox, trustDomain } = deps;
  const { workers, workersPerSession, programsPerWorker, spareWorker } = capacityOf(deps);
  const groups = sandbox?.os === 'off' ? undefined : memoryGroups();
  const options = { heapMb: limits.heapMb, limits: guestLimitsOf(limits) };
  const launch = {
    node: process.execPath,
    worker,
    addon,
    workerArgs: (inside: InsideIsolation) => [JSON.stringify({ ...options, ...inside })],
  };
  return createProcessPool({
    limits,
    maxWorkers: workers,
    workersPerSession,
    maxLanes: programsPerWorker,
    keepsSpare: spareWorker,
    maxStarting: Math.max(2, availableParallelism()),
    // A worker that was for one execution is not reused.
    idleMs: trustDomain === 'execution' ? 0 : IDLE_MS,
    spawn: (stackKb) => {
      const child = spawnIsolated(plan, { ...launch, nodeArgs: [`--stack-size=${stackKb}`] });
      onSpawned(child);
      return {
        child,
        isolation: plan.kind === 'none' ? 'process' : 'process+os',
        pid: () => workerPid(plan, child),
        memory: groups?.kind === 'available' ? groups.create(limits.rssMb) : undefined,
      };
    },
  });
}
