// An honest worker that works isolated-vm hard inside its isolation: many isolates, threads, timeouts, full heaps.

import { readSync, writeSync } from 'node:fs';
import { loadIsolatedVm } from '@toolshed/runtime/internal/sandbox/isolate/isolated-vm';
import { enterIsolation } from '@toolshed/runtime/internal/sandbox/os-sandbox/enter-isolation';

export interface BusyReport {
  readonly isolation: { readonly ok: boolean };
  readonly isolates: number;
  readonly timeouts: readonly string[];
  readonly fullHeaps: readonly string[];
  readonly threaded: readonly number[];
  readonly optimised: boolean;
  readonly echoed: string;
}

const { addon, lockDown } = JSON.parse(process.argv[2] ?? '{}');
const ivm = loadIsolatedVm(addon);
const isolation = enterIsolation({ lockDown });

const run = (source: string, timeout = 5_000): unknown => {
  const isolate = new ivm.Isolate({ memoryLimit: 16 });
  try {
    return isolate.createContextSync().evalSync(source, { timeout });
  } finally {
    if (!isolate.isDisposed) isolate.dispose();
  }
};

const failure = (source: string, timeout?: number): string => {
  try {
    return String(run(source, timeout));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const threaded = async (): Promise<number> => {
  const isolate = new ivm.Isolate({ memoryLimit: 16 });
  const context = await isolate.createContext();
  const value: number = await context.eval('Array.from({ length: 1e4 }, (_, i) => i).length');
  isolate.dispose();
  return value;
};

const input = Buffer.alloc(4);
const report: BusyReport = {
  isolation,
  isolates: Array.from({ length: 200 }, () => run('Array.from({ length: 1e4 }, (_, i) => ({ i })).length')).length,
  timeouts: Array.from({ length: 5 }, () => failure('for (;;);', 20)),
  fullHeaps: Array.from({ length: 5 }, () =>
    failure('const a = []; for (let i = 0; ; i++) a.push({ i, k: String(i) })'),
  ),
  threaded: await Promise.all(Array.from({ length: 20 }, threaded)),
  optimised: Number.isFinite(run('let s = 0; for (let i = 0; i < 2e7; i++) s += Math.sqrt(i); s')),
  echoed: input.toString('utf8', 0, readSync(0, input)),
};
writeSync(1, JSON.stringify(report));
process.exit(0);
