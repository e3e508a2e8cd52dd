// The same with kill -9: at every gate the process dies, and a new one goes on from the files.

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newStoreFolder } from '../open-stores.ts';
import { THREAD_HOST } from '../open-in-thread.ts';
import type { Setting } from './domains.ts';
import { type Ended, type GoldTask, programOf, stateOf } from './gold-task.ts';

const PROCESS = fileURLToPath(new URL('./task-process.ts', import.meta.url));
const MOST_DEATHS = 50;

export async function endKilled(task: GoldTask, setting: Setting): Promise<Ended> {
  using folder = newStoreFolder();
  writeFileSync(join(folder.path, 'data.json'), JSON.stringify(setting.data));
  writeFileSync(join(folder.path, 'program.js'), programOf(task, setting));
  for (let stops = 0; stops < MOST_DEATHS; stops++) {
    const { signal, said } = await runOnce(folder.path, setting);
    if (signal === 'SIGKILL') continue;
    const state = stateOf(JSON.parse(readFileSync(join(folder.path, 'data.json'), 'utf8')));
    return { state, results: stateOf(JSON.parse(said)), stops };
  }
  throw new Error(`The task ${task.id} did not end`);
}

async function runOnce(
  folder: string,
  { domain }: Setting,
): Promise<{ readonly signal: NodeJS.Signals | null; readonly said: string }> {
  const child = spawn(process.execPath, [...THREAD_HOST, PROCESS, folder, domain], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TZ: 'UTC' },
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (_code, signal) => resolve({ signal, said }));
  });
}
