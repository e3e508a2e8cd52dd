import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { spawnIsolated } from '@toolshed/runtime/internal/sandbox/os-sandbox/spawn-isolated';
import type { WallPlan } from '@toolshed/runtime/internal/sandbox/os-sandbox/isolation-plan';
import { findAddon } from '@toolshed/runtime/internal/sandbox/worker-process/addon-path';

/** The addon file a worker loads here. */
export const ADDON = findAddon().path;

export interface WalledRun {
  readonly plan: WallPlan;
  readonly worker: string;
  readonly options: object;
  readonly nodeArgs?: readonly string[];
}

/** A worker that is told `options` and how things look inside. */
export function spawnFixture({ plan, worker, options, nodeArgs = [] }: WalledRun): ChildProcess {
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

export async function runFixture(run: WalledRun): Promise<Ended> {
  const child = spawnFixture(run);
  child.stdin?.end('ping');
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([hear(child.stdout), hear(child.stderr)]);
  await closed;
  return { stdout, stderr, code: child.exitCode, signal: child.signalCode };
}

const hear = (stream: ChildProcess['stdout']): Promise<string> => (stream ? text(stream) : Promise.resolve(''));
