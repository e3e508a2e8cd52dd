import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { THREAD_HOST } from '../open-in-thread.ts';
import type { KillAt } from './kill-points.ts';

const Line = z.union([
  z.strictObject({
    acknowledged: z.strictObject({ elicitation: z.string(), message: z.string() }),
  }),
  z.strictObject({ result: z.looseObject({ status: z.string() }), points: z.array(z.string()) }),
]);

export interface OrderProcess {
  readonly acknowledged: readonly {
    readonly elicitation: string;
    readonly message: string;
  }[];
  /** Undefined if it died. */
  readonly end: { readonly result: Readonly<Record<string, unknown>>; readonly points: readonly string[] } | undefined;
  readonly signal: NodeJS.Signals | null;
}

const PROGRAM = fileURLToPath(new URL('./order-process.ts', import.meta.url));

export async function runOrderProcess(folder: string, dieAt: KillAt, maxWarm: number): Promise<OrderProcess> {
  const child = spawn(process.execPath, [...THREAD_HOST, PROGRAM, folder, String(dieAt), String(maxWarm)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const signal = await new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (_code, killedBy) => resolve(killedBy));
  });
  const lines = said
    .split('\n')
    .filter(Boolean)
    .map((line) => Line.parse(JSON.parse(line)));
  return {
    acknowledged: lines.flatMap((line) => ('acknowledged' in line ? [line.acknowledged] : [])),
    end: lines.find((line) => 'result' in line),
    signal,
  };
}
