import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { THREAD_HOST } from '../open-in-thread.ts';

const Line = z.union([z.object({ acknowledged: z.string() }), z.object({ points: z.array(z.string()) })]);

/** What a process said that goes through steps and may die at one. */
export interface StepsProcess {
  readonly acknowledged: readonly string[];
  /** The boundaries it passed, if it lived to say so. */
  readonly points: readonly string[];
  readonly signal: NodeJS.Signals | null;
}

/** Runs a program of this folder; dies at the boundary of this number, counted from 1, and never for 0. */
export async function runStepsProcess(program: string, place: string, dieAt: number): Promise<StepsProcess> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, [...THREAD_HOST, file, place, String(dieAt)], {
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
    points: lines.flatMap((line) => ('points' in line ? line.points : [])),
    signal,
  };
}
