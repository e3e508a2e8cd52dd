import { constants, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@toolshed/runtime';
import { UsageError } from '../../command/usage-error.js';

/**
 * Makes the data folder, for its owner alone, and makes sure it can be written to before anything starts.
 *
 * Threat: a folder others may write to. A user who can put files there can make a token, a trusted config or a
 * grant, whatever the modes of the files inside.
 */
export async function prepareDataFolder(home: string): Promise<void> {
  try {
    makeFolder(home);
    await access(home, constants.W_OK | constants.X_OK);
    assertPrivate(home, await stat(home));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      'home/not-writable',
      `Cannot use the data folder "${home}": ${reasonOf(error)}. Set TOOLSHED_HOME, or give --home, to a folder you can write to`,
    );
  }
}

/** Windows has no such modes; its folders of a user are that user's. */
function assertPrivate(home: string, { mode, uid }: Stats): void {
  const self = process.getuid?.();
  if (self === undefined) return;
  if ((mode & 0o022) !== 0)
    throw new UsageError(
      'home/not-private',
      `Cannot use the data folder "${home}": others can write to it. Run: chmod go-w ${home}`,
    );
  if (uid !== self && uid !== 0)
    throw new UsageError(
      'home/not-private',
      `Cannot use the data folder "${home}": it belongs to another user. Set TOOLSHED_HOME, or give --home, to a folder of yours`,
    );
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
    case 'ENOENT':
      return 'no folder can be made there';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
