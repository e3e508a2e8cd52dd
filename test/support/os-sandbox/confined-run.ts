import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { spawnIsolated } from '@toolshed/runtime/internal/sandbox/os-sandbox/spawn-isolated';
import type { IsolationPlan } from '@toolshed/runtime/internal/sandbox/os-sandbox/isolation-plan';
import { findAddon } from '@toolshed/runtime/internal/sandbox/worker-process/addon-path';

/** The addon file a worker loads here. */
export const ADDON = findAddon().path;

export interface ConfinedRun {
  readonly plan: IsolationPlan;
  readonly worker: string;
  readonly options: object;
  readonly nodeArgs?: readonly string[];
}

/** A worker that receives `options` and reports what it sees inside. */
export function spawnFixture({ plan, worker, options, nodeArgs = [] }: ConfinedRun): ChildProcess {
  return spawnIsolated(plan, {
    node: process.execPath,
    nodeArgs,
    worker,
    addon: ADDON,
    workerArgs: (inside) => [JSON.stringify({ ...options, ...inside })],
  });
}

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: string | null;
}

export async function runFixture(run: ConfinedRun): Promise<Ended> {
  const child = spawnFixture(run);
  child.stdin?.end('ping');
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([read(child.stdout), read(child.stderr)]);
  await closed;
  return { stdout, stderr, code: child.exitCode, signal: child.signalCode };
}

const read = (stream: ChildProcess['stdout']): Promise<string> => (stream ? text(stream) : Promise.resolve(''));
