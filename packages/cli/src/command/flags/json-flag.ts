import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Cli } from '../cli.js';
import { UsageError } from '../usage-error.js';
import { whyUnreadable } from '../why-unreadable.js';

/** The value of an option that is JSON. */
export function readJsonFlag(flag: string, text: string, example: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const code = `usage/${flag.replace(/^--/, '')}-not-json` as const;
    throw new UsageError(code, `Cannot read ${flag}: ${problem}. Give JSON, such as ${example}`);
  }
}

/** The JSON in a file that an option names, or in standard input. The content may be secret, so no error quotes it. */
export async function readJsonFile(flag: string, name: string, { environment, stdin }: Cli): Promise<unknown> {
  const code = flag.replace(/^--/, '');
  const json = await (name === '-' ? text(stdin) : readFile(resolve(environment.cwd, name), 'utf8')).catch((error) => {
    throw new UsageError(`usage/${code}-unreadable`, `Cannot read ${flag} "${name}": ${whyUnreadable(error)}`);
  });
  try {
    return JSON.parse(json);
  } catch {
    const what = name === '-' ? 'what standard input holds' : `what "${name}" holds`;
    throw new UsageError(`usage/${code}-not-json`, `Cannot read ${flag}: ${what} is not JSON. A text is "in quotes"`);
  }
}
