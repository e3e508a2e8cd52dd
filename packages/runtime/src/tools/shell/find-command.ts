// Looks for a command's program as execvp(3) will, so that a missing one is distinguished from one that failed.

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Throws what the system would report for starting it: an error with the code ENOENT or EACCES. */
export async function assertExecutable(file: string, cwd: string, path = ''): Promise<void> {
  const candidates = file.includes('/') ? [file] : path.split(':').map((folder) => `${folder || '.'}/${file}`);
  let failure: unknown;
  for (const candidate of candidates) {
    try {
      const address = resolve(cwd, candidate);
      await access(address, constants.X_OK);
      if ((await stat(address)).isFile()) return;
      failure = Object.assign(new Error('not a program'), { code: 'EACCES' });
    } catch (error) {
      if (failure === undefined || codeOf(error) === 'EACCES') failure = error;
    }
  }
  throw codeOf(failure) === 'ENOTDIR' ? Object.assign(new Error('not there'), { code: 'ENOENT' }) : failure;
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
