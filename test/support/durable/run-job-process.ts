import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { THREAD_HOST } from '../open-in-thread.ts';

const Report = z.strictObject({
  result: z.looseObject({ executionId: z.string(), status: z.string() }),
  done: z.array(z.string()),
  aborted: z.array(z.string()),
});
export type JobReport = Readonly<z.infer<typeof Report>>;

const PROGRAM = fileURLToPath(new URL('./job-process.ts', import.meta.url));

/** A handler that is held for ever ends with its process. */
const MAX_MS = 25_000;

/** Long enough for a process to be ready. */
export const soon = (): number => Date.now() + 2_000;

export async function runJobProcess(
  sqlite: string,
  beginAt: number,
  ...command: readonly ['execute', program: string, key: string] | readonly ['resume', id: string]
): Promise<JobReport> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...THREAD_HOST, PROGRAM, sqlite, String(beginAt), ...command],
    {
      timeout: MAX_MS,
      killSignal: 'SIGKILL',
    },
  );
  return Report.parse(JSON.parse(stdout));
}
