import { UsageError } from './usage-error.js';

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
