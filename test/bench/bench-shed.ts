import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { defineTool } from '@toolshed/kernel';
import { type OpenOptions, openToolshed, type Toolshed } from '@toolshed/runtime';
import { z } from 'zod';

const input = z.object({ n: z.number() });

const tools = [
  defineTool({
    path: 'bench.read',
    description: 'Reads',
    input,
    destructive: false,
    handler: (_context, { n }) => ({ n }),
  }),
  defineTool({
    path: 'bench.write',
    description: 'Writes',
    input,
    destructive: true,
    handler: (_context, { n }) => ({ n }),
  }),
  defineTool({
    path: 'bench.slow',
    description: 'Takes a minute',
    input,
    destructive: false,
    handler: async ({ signal }, { n }) => {
      await setTimeout(60_000, undefined, { signal });
      return { n };
    },
  }),
];

export interface BenchShed extends AsyncDisposable {
  readonly shed: Toolshed;
}

export async function benchShed(options: Partial<OpenOptions> = {}): Promise<BenchShed> {
  const limits = { calls: 10_000, callsInFlight: 1_000, ...options.limits };
  const shed = await openToolshed({ tools, store: 'memory', wakes: false, ...options, limits });
  return { shed, [Symbol.asyncDispose]: () => shed[Symbol.asyncDispose]() };
}

/** A folder for a SQLite file, gone when the block ends. */
export function benchFolder(): Disposable & { readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'toolshed-bench-'));
  return { file: join(folder, 'shed.db'), [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

export async function complete(shed: Toolshed, program: string, session = 'default'): Promise<void> {
  const result = await shed.execute(program, { session });
  if (result.status !== 'completed') throw new Error(JSON.stringify(result));
}

export async function pauseAndComplete(shed: Toolshed, program: string): Promise<void> {
  const paused = await shed.execute(program);
  const result = await shed.resume(paused.executionId, true);
  if (result.status !== 'completed') throw new Error(JSON.stringify(result));
}
