import { accessSync, constants } from 'node:fs';

const DIRECTORIES = ['/usr/bin', '/bin', '/usr/local/bin'] as const;

/** Where a system program is. PATH is not used: an attacker who can set it could replace bubblewrap by something that isolates nothing. */
export function findProgram(name: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  return DIRECTORIES.map((directory) => `${directory}/${name}`).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
