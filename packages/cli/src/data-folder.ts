import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from './usage-error.js';

/** Makes the data folder, for its owner alone, and makes sure it can be written to before anything starts. */
export async function prepareDataFolder(home: string): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: 0o700 });
    await access(home, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UsageError(
      'home/not-writable',
      `Cannot use the data folder "${home}": ${reasonOf(error)}. Set TOOLSHED_HOME, or give --home, to a folder you can write to`,
    );
  }
}

export const vaultFileIn = (home: string): string => join(home, 'vault.json');

export const storeFileIn = (home: string): string => join(home, 'shed.db');

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'it is not writable';
    case 'EROFS':
      return 'it is on a read-only disk';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'part of its path is a file';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
