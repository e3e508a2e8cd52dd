import { type ChildProcess, spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { Limits } from '@toolshed/runtime/internal/sandbox/limits';
import type { Sandbox, SandboxPool } from '@toolshed/runtime/internal/sandbox/sandbox';
import {
  createProcessPool,
  type ProcessPoolDeps,
} from '@toolshed/runtime/internal/sandbox/worker-process/process-pool';

/** The fixture as one file of JavaScript, which starts faster than it does as TypeScript. */
async function bundleWorker(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'toolshed-hostile-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const bundle = await rolldown({ input: join(import.meta.dirname, 'hostile-worker.ts'), platform: 'node' });
  await bundle.write({ file: join(folder, 'worker.mjs'), format: 'esm' });
  await bundle.close();
  return join(folder, 'worker.mjs');
}

const WORKER = await bundleWorker();

export interface HostilePool extends AsyncDisposable {
  readonly pool: SandboxPool;
  /** In a trust domain of the session's own. */
  open(session: string): Promise<Sandbox>;
  /** In the order they were started. */
  readonly workers: readonly ChildProcess[];
}

/** How each next worker behaves: a way the fixture knows, or the text it answers everything with. */
export type Behaviour = string | { readonly says: string };

/** A real pool over workers that behave as told; beyond the list they are polite. */
export function openHostilePool(
  behaviours: readonly Behaviour[],
  limits: Partial<Limits> = {},
  capacity: Partial<Pick<ProcessPoolDeps, 'maxWorkers' | 'workersPerSession' | 'maxLanes' | 'keepsSpare'>> = {},
): HostilePool {
  const workers: ChildProcess[] = [];
  const pool = createProcessPool({
    limits: Limits.parse(limits),
    maxWorkers: 8,
    keepsSpare: true,
    workersPerSession: 8,
    maxLanes: 8,
    maxStarting: 8,
    idleMs: 60_000,
    ...capacity,
    spawn: () => {
      const behaviour = behaviours[workers.length] ?? 'polite';
      const child = start(behaviour);
      workers.push(child);
      return { child, isolation: 'process', pid: () => child.pid, memory: undefined };
    },
  });
  const open = (session: string): Promise<Sandbox> => pool.open({ domain: session, session });
  return { pool, open, workers, [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose]() };
}

function start(behaviour: Behaviour): ChildProcess {
  const way = typeof behaviour === 'string' ? behaviour : 'says';
  const child = spawn(process.execPath, [WORKER, way], { env: {}, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
  const text = child.stdio[3];
  if (text instanceof Writable) {
    text.on('error', () => child.kill('SIGKILL'));
    text.end(typeof behaviour === 'string' ? '' : behaviour.says);
  }
  return child;
}

/** Resolves when the process is gone, by whatever means. */
export function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}
